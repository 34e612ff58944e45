/** `npm run dev`: like `npm start`, with pages and server made again as their sources change. */
import { superviseApp } from './supervise.ts'

await superviseApp({
  prepare: async () => {},
  isWatched: true,
  server: {
    file: 'server/dev.ts',
    node: ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'],
  },
})
