/** `npm run dev`: like `npm start`, but rebuilds pages and restarts the server when their sources change. */
import { superviseApp } from './supervise.ts'

await superviseApp({
  prepare: async () => {},
  isWatched: true,
  server: {
    file: 'server/dev.ts',
    node: ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'],
  },
})
