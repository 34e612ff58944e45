/** `npm run dev`: like `npm start`, with pages and server made again as their sources change. */
import { supervise } from './supervise.ts'

await supervise({
  prepare: async () => {},
  isWatched: true,
  server: {
    file: 'server/dev.ts',
    node: ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'],
  },
})
