import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const fileName = 'service-worker.js'
const placeholder = 'BUILD_VERSION'

/** Builds the service worker into the root of the client build, with a version that changes with any of its files. */
export const serviceWorkerBuild: Plugin = {
  name: 'service-worker-build',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: join(import.meta.dirname, '../../web/app/offline/service-worker.ts'),
      fileName,
    })
  },
  generateBundle(_, bundle) {
    const worker = bundle[fileName]
    if (worker?.type !== 'chunk' || worker.imports.length > 0)
      throw new Error('The service worker must be one file without imports')
    const names = Object.keys(bundle).toSorted().join('\n')
    const version = createHash('sha256').update(names).digest('hex').slice(0, 12)
    worker.code = worker.code.replaceAll(placeholder, JSON.stringify(version))
  },
}
