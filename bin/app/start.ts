/** `npm start`: starts database, migration, demonstration data, server and worker with one command. */
import { buildPages } from './build-pages.ts'
import { memoryFlags, superviseApp } from './supervise.ts'

await superviseApp({
  prepare: async () => void (await buildPages()),
  server: { file: 'server/main.ts', node: memoryFlags },
})
