/** `npm run bench [-- NAME…]`: runs all benchmarks with their baselines. */
import { runBench } from '../../bench/run.ts'
import { buildPages } from './build-pages.ts'

try {
  await buildPages()
  await runBench(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
