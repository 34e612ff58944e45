import type { Plugin } from 'vite'

/**
 * Leaves React Router's instrumentation out of the pages: 1.3 KB of every first visit that only the option
 * `instrumentations` of `HydratedRouter` uses. Another export that the router imports fails the build.
 */
export const omitRouterInstrumentation: Plugin = {
  name: 'omit-router-instrumentation',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!id.endsWith('/react-router/dist/production/lib/router/instrumentation.js')) return null
    return `
      export const consumeInstrumentationClientResultMetaReceiver = () => {}
      export const getRouteInstrumentationUpdates = () => ({})
      export const instrumentClientSideRouter = (router) => router
      export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined`
  },
}
