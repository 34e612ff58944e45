import type { ServerBuild } from 'react-router'

/** Creates a React Router build from the routes of a test, rendered by `entry`, in the form the server loads. */
export const createPagesBuild = (entry: object, routes: object) =>
  ({
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: '', imports: [] },
      url: '',
      version: '1',
      routes: Object.fromEntries(Object.keys(routes).map((id) => [id, { id, module: '' }])),
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
    allowedActionOrigins: [],
  }) as unknown as ServerBuild
