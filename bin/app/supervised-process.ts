import { StartupError } from '#server/shared/startup-error.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
/** How long a child may take to finish what it has begun, once it serves no more, in ms. */
const patience = 10_000
/** A child that lived longer is started again at once, another after a pause, in ms. */
const healthy = 10_000
const breath = 500

/**
 * Environment of every child, unless the environment sets it.
 *
 * glibc opens up to eight arenas a core and does not reuse in one what was freed in another: one arena holds less
 * memory. Other C libraries ignore the variable. Its cost in CPU is not measured apart: see docs/measurements.md.
 *
 * `enableCompileCache` comes after the static imports, which are most of the code: the variable covers them too.
 */
const childDefaults = {
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
}

/** What is started: a file of ours, and arguments for Node. */
export type ProcessEntry = { file: string; node?: string[] }

export type SupervisedProcess = {
  /** Resolves when it said that it is ready; rejects when it ended before, having told why itself. */
  ready: Promise<void>
  /** Undefined while it is being started again. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** A child that ended before it was ready, with the reason on its standard error already. */
export class ChildStartError extends StartupError {}

/**
 * Starts an entry in a process of its own, and starts it again whenever it falls, until it is stopped.
 * @param drain_seconds for how long it serves on after it was told to stop (`DRAIN_SECONDS`).
 */
export function superviseProcess(
  entry: ProcessEntry,
  env: NodeJS.ProcessEnv,
  drain_seconds: number,
): SupervisedProcess {
  let child: ChildProcess | undefined
  let stopping = false
  let again: NodeJS.Timeout | undefined
  const ready = new Promise<void>((resolve, reject) => {
    let was = false
    const launch = () => {
      const launched = performance.now()
      child = spawn(process.execPath, [...(entry.node ?? []), join(root, entry.file)], {
        cwd: root,
        env: { ...childDefaults, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.once('message', () => {
        was = true
        resolve()
      })
      child.once('error', reject)
      child.once('exit', () => {
        child = undefined
        if (stopping) return
        if (!was) return reject(new ChildStartError(`${entry.file} did not start.`))
        again = setTimeout(launch, performance.now() - launched > healthy ? 0 : breath)
      })
    }
    launch()
  })
  // Whoever waits is told; nobody needs to.
  ready.catch(() => {})
  return {
    ready,
    get pid() {
      return child?.pid
    },
    async stop() {
      stopping = true
      clearTimeout(again)
      if (!child) return
      const last = child
      const ended = new Promise((resolve) => last.once('exit', resolve))
      last.kill('SIGTERM')
      const within = drain_seconds * 1_000 + patience
      await Promise.race([ended, pause(within, undefined, { ref: false })])
      last.kill('SIGKILL')
      await ended
    },
  }
}
