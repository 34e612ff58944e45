import type { ModulePreloadOptions, Plugin } from 'vite'

/** The files that every page has loaded before its first dynamic import. */
const presentFiles = /\/(?:rolldown-runtime|react|shell)-[\w-]+\.js$/

/**
 * Replaces Vite's function that preloads the files of a dynamic import: it also loads style sheets and waits for them, which
 * are in the document here, and takes 0.6 KB of every first visit. `preloadOptions` fails the build if an import needs one.
 */
export const preloadImports: Plugin = {
  name: 'preload-imports',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return null
    return `
      const requested = new Set()
      export const __vitePreload = (load, paths = []) => {
        for (const path of paths) {
          if (requested.has(path)) continue
          requested.add(path)
          const link = document.createElement('link')
          link.rel = 'modulepreload'
          link.href = '/' + path
          document.head.append(link)
        }
        return load()
      }`
  },
}

export const preloadOptions: ModulePreloadOptions = {
  resolveDependencies(file, paths, { hostType }) {
    const sheet = paths.find((path) => path.endsWith('.css'))
    if (sheet && hostType === 'js')
      throw new Error(`${file} is imported with a style sheet: ${sheet}`)
    return paths.filter((path) => !presentFiles.test(`/${path}`))
  },
}
