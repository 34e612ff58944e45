import { buildPages } from './build-pages.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Runs tests on pages that are as their sources are, and ends as they do. */
export async function runVitest(args: readonly string[]): Promise<void> {
  await buildPages()
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
    { cwd: root, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => process.exit(code ?? 1))
  // Ctrl-C reaches it by itself; what is told us alone is told on, or it would go on without us.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => vitest.kill('SIGTERM'))
}
