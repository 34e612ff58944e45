import { join } from 'node:path'
import type { Plugin } from 'vite'

const connection = JSON.stringify(join(import.meta.dirname, '../../web/routing/connection.ts'))

/** Requests of React Router 8.4, by file of `dist/production/lib/dom/ssr`, and what replaces them. */
const requests: Readonly<Record<string, readonly [original: string, held: string]>> = {
  'fog-of-war.js': [
    'await fetch(url, { signal })',
    'await untilConnected(() => fetch(url, { signal }), signal)',
  ],
  'single-fetch.js': [
    'let res = await fetch(url, await createRequestInit(request))',
    `let init = await createRequestInit(request)
     let res = await untilConnected(() => fetch(url, init), request.method === "GET" ? request.signal : undefined)`,
  ],
  // Loads the modules of prefetched pages.
  'links.js': [
    'await loadRouteModule(route, routeModules)',
    'await import(route.module).catch(() => ({}))',
  ],
}

/**
 * Makes React Router hold a navigation while the server cannot be reached, and ignore a prefetch that fails. It would
 * replace the open page by an error page, or load the document again, which ends on an error page of the browser.
 */
export const holdNavigations: Plugin = {
  name: 'hold-navigations',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!id.endsWith('/react-router/dist/production/lib/dom/ssr/routeModules.js')) return null
    return `
      import { importRouteModule } from ${connection}
      export const loadRouteModule = async (route, modules) =>
        (modules[route.id] ??= await importRouteModule(route.module))`
  },
  transform(code, id) {
    const file = /\/react-router\/dist\/production\/lib\/dom\/ssr\/([\w-]+\.js)$/.exec(id)?.[1]
    const request = file && requests[file]
    if (!request) return null
    const [original, held] = request
    if (code.split(original).length !== 2)
      throw new Error(`${file} of React Router does not contain once: ${original}`)
    return {
      code: `import { untilConnected } from ${connection}\n${code.replace(original, held)}`,
      map: null,
    }
  },
}
