import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const hardConfig = ['--config', 'test/hard/vitest.config.ts']

/**
 * Runs Vitest and exits with its code. Prints the CPU time of the run with all its processes, where available.
 * @param mode `watch` runs until it is stopped.
 * @param args Vitest options and file name filters.
 */
export function runVitest(mode: 'run' | 'watch', args: readonly string[]): void {
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), mode, ...args],
    {
      cwd: root,
      stdio: 'inherit',
      // Keeps the compile cache between runs, for Vitest and the processes that tests start.
      env: { NODE_COMPILE_CACHE: join(root, '.cache/node'), ...process.env },
    },
  )
  vitest.on('exit', (code) => {
    const seconds = childCpuSeconds()
    if (mode === 'run' && seconds !== undefined)
      console.log(`\n CPU time of all processes: ${seconds.toFixed(1)} s`)
    process.exit(code ?? 1)
  })
  // Ctrl-C reaches Vitest directly; a signal received only by this process is forwarded.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => vitest.kill('SIGTERM'))
}

/** @returns the arguments for the configuration of the stress tests if `args` name such a test. */
export function configFor(args: readonly string[]): readonly string[] {
  const isHardTest = (arg: string) => /^test\/hard\/|\.hard\.test\.ts$/.test(arg)
  return args.some((arg) => isHardTest(arg) && existsSync(join(root, arg))) ? hardConfig : []
}

/** @returns user and system time of terminated children and their descendants, on Linux. */
function childCpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const ticksPerSecond = 100
  // proc_pid_stat(5): the fields after the name in parentheses, of which cutime is the 14th and cstime the 15th.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
