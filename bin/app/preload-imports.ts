import type { ModulePreloadOptions, Plugin } from 'vite'

/** The files that every page has loaded before its first dynamic import. */
const presentFiles = /\/(?:rolldown-runtime|react|shell)-[\w-]+\.js$/

/**
 * Replaces Vite's function that loads what a dynamic import needs: scripts ahead of their turn, and style sheets before the
 * import is executed. Vite's also supports nonces, old browsers and an event for failed imports, which nothing here uses.
 */
export const preloadImports: Plugin = {
  name: 'preload-imports',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return null
    return `
      const requests = {}
      const request = (path) =>
        (requests[path] ??= new Promise((resolve, reject) => {
          const link = document.createElement('link')
          link.href = '/' + path
          if (path.endsWith('.css')) {
            link.rel = 'stylesheet'
            link.onload = resolve
            link.onerror = () => {
              delete requests[path]
              link.remove()
              reject(Error(path))
            }
          } else {
            link.rel = 'modulepreload'
            resolve()
          }
          document.head.append(link)
        }))
      export const __vitePreload = (load, paths = []) => Promise.all(paths.map(request)).then(load)`
  },
}

export const preloadOptions: ModulePreloadOptions = {
  resolveDependencies: (_file, paths) => paths.filter((path) => !presentFiles.test(`/${path}`)),
}
