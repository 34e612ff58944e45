/** `npm run test:watch`: reruns the unit tests when a file they use changes. */
import { runVitest } from './run-vitest.ts'

runVitest('watch', ['--project', 'unit', '--project', 'unit-web', ...process.argv.slice(2)])
