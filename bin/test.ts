/** `npm test`: everything quick, against real PostgreSQL, the production build and a real browser. */
import { buildPages } from './build-pages.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

await buildPages()
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
vitest.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGINT', () => {})
