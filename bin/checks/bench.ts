/** `npm run bench [-- NAME…]`: every measurement beside its baseline, in one run. */
import { runBench } from '../../bench/run.ts'
import { buildPages } from '../app/build-pages.ts'

try {
  await buildPages()
  await runBench(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
