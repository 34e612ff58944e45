/** `npm run test:watch`: runs the unit tests again whenever a file that they use changes. */
import { runVitest } from './run-vitest.ts'

runVitest('watch', ['--project', 'unit', '--project', 'unit-web', ...process.argv.slice(2)])
