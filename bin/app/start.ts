/** `npm start` (D-90): database, migration, demonstration world, server and worker, from one command to one address. */
import { buildPages } from './build-pages.ts'
import { memoryFlags, superviseApp } from './supervise.ts'

await superviseApp({
  prepare: async () => void (await buildPages()),
  server: { file: 'server/main.ts', node: memoryFlags },
})
