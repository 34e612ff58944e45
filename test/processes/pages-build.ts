import type { ServerBuild } from 'react-router'

/** A site of a test's own routes, rendered by `entry`, as the build of the pages hands it to the server. */
export const createPagesBuild = (entry: object, routes: object) =>
  ({
    entry: { module: entry },
    routes,
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false },
    ...{ prerender: [], routeDiscovery: { mode: 'initial' }, allowedActionOrigins: [] },
  }) as unknown as ServerBuild
