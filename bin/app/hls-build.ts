import manifest from 'hls.js/package.json' with { type: 'json' }
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const outDir = join(root, '.cache/hls')

/**
 * The optional parts of hls.js, named as in `src/define-plugin.d.ts` of its package. A part that is turned on is loaded before
 * every first film, so only those that its configuration in `hls-source.ts` uses are.
 */
const parts: Readonly<Record<string, boolean>> = {
  // The audio of our films is a group of its own.
  __USE_ALT_AUDIO__: true,
  // Leaves out renditions that the device decodes badly.
  __USE_MEDIA_CAPABILITIES__: true,
  // Goes on with the next cache of a film when one fails; playlists name no steering server.
  __USE_CONTENT_STEERING__: true,
  // Clear Key and other key systems. AES-128 is no part of them.
  __USE_EME_DRM__: false,
  __USE_IFRAMES__: false,
  __USE_CMCD__: false,
  // Captions are rendered by captions.tsx.
  __USE_SUBTITLES__: false,
  __USE_INTERSTITIALS__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
}

let building: Promise<string> | undefined

/** Builds hls.js from the sources in its package. @returns the path of the file. */
function buildHls(): Promise<string> {
  building ??= build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: {
      ...Object.fromEntries(Object.entries(parts).map(([name, isOn]) => [name, String(isOn)])),
      __VERSION__: JSON.stringify(manifest.version),
      __IN_WORKER__: 'false',
      __HLS_WORKER_BUNDLE__: 'undefined',
    },
    build: {
      outDir,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { hls: join(root, 'node_modules/hls.js/src/exports-default.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  }).then(() => join(outDir, 'hls.js'))
  return building
}

/** Resolves `virtual:hls` and `virtual:hls?url` to a build of hls.js with `parts`. */
export const hlsBuild: Plugin = {
  name: 'hls-build',
  enforce: 'pre',
  async resolveId(id) {
    const [name, query] = id.split('?')
    if (name !== 'virtual:hls') return null
    const path = await buildHls()
    return query ? `${path}?${query}` : path
  },
}
