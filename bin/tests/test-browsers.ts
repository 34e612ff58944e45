/** `npm run test:browsers`: journeys in Chromium, Firefox and WebKit. `-- -t Firefox` selects one. */
import { runVitest } from './run-vitest.ts'

runVitest('run', ['--config', 'test/browsers/vitest.config.ts', ...process.argv.slice(2)])
