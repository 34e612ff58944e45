/** `npm run test:hard`: crashes, races and hostile input, for as long as they take. Names of files narrow it down. */
import { runVitest } from './run-vitest.ts'

await runVitest(['--config', 'test/hard/vitest.config.ts', ...process.argv.slice(2)])
