/** `npm test`: everything quick, against real PostgreSQL, the production build and a real browser. */
import { runVitest } from './run-vitest.ts'

await runVitest(process.argv.slice(2))
