/** `npm run test:hard`: crashes, races and hostile input, for as long as they take. Names of files narrow it down. */
import { buildPages } from './build-pages.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

await buildPages()
const args = ['run', '--config', 'test/hard/vitest.config.ts', ...process.argv.slice(2)]
const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
vitest.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGINT', () => {})
