/** `npm run test:hard`: crashes, races, load and hostile input. Arguments filter files: `npm run test:hard money`. */
import { runVitest } from './run-vitest.ts'

runVitest('run', ['--config', 'test/hard/vitest.config.ts', ...process.argv.slice(2)])
