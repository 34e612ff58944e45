import { StartupError } from '#server/shared/startup-error.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
/** Time in ms for a child to finish its work after it stops serving. */
const shutdownTimeoutMs = 10_000
/** A child that ran longer (ms) is restarted at once, others after `restartDelayMs`. */
const healthyAfterMs = 10_000
const restartDelayMs = 500

/**
 * Default environment of every child.
 *
 * glibc creates up to eight arenas per core and does not reuse memory freed in another: one arena uses less memory. Other
 * C libraries ignore these variables. It also raises its thresholds (bytes) up to 32 and 64 MiB when large blocks are freed,
 * after which buffers of several MB fragment the heap and freed memory stays. Setting them turns that off (mallopt(3)).
 * See decisions/0056-deployment.
 *
 * NODE_COMPILE_CACHE also covers static imports, which `enableCompileCache` is too late for and which are most of the code.
 */
const childDefaults = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(4 * 2 ** 20),
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
}

/** An entry file of the project, with arguments for Node. */
export type ProcessEntry = {
  file: string
  node?: string[]
  /** The child loads its modules at once, but starts when this resolves. Its entry supports `--wait-for-start`. */
  startAfter?: Promise<void>
}

export type SupervisedProcess = {
  /** Resolves when the child reports readiness; rejects with a `StartupError` if it exits before. */
  ready: Promise<void>
  /** Undefined while restarting. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * Runs an entry in its own process and restarts it after each exit until it is stopped.
 * @param drain_seconds for how long it keeps serving after SIGTERM (`DRAIN_SECONDS`).
 */
export function superviseProcess(
  entry: ProcessEntry,
  env: NodeJS.ProcessEnv,
  drain_seconds: number,
): SupervisedProcess {
  let child: ChildProcess | undefined
  let stopping = false
  let restartTimer: NodeJS.Timeout | undefined
  const ready = new Promise<void>((resolve, reject) => {
    let wasReady = false
    const launch = () => {
      const launched = performance.now()
      const args = [...(entry.node ?? []), join(root, entry.file)]
      if (entry.startAfter) args.push('--wait-for-start')
      const launchedChild = spawn(process.execPath, args, {
        cwd: root,
        env: { ...childDefaults, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child = launchedChild
      // If it rejects, the caller stops the child.
      entry.startAfter?.then(
        () => launchedChild.connected && launchedChild.send('start'),
        () => {},
      )
      child.once('message', () => {
        wasReady = true
        resolve()
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        child = undefined
        if (stopping) return
        if (!wasReady) {
          const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
          return reject(new StartupError(`${entry.file} ${how} before it was ready.`))
        }
        restartTimer = setTimeout(
          launch,
          performance.now() - launched > healthyAfterMs ? 0 : restartDelayMs,
        )
      })
    }
    launch()
  })
  // The caller handles the rejection; this avoids an unhandled rejection without one.
  ready.catch(() => {})
  return {
    ready,
    get pid() {
      return child?.pid
    },
    async stop() {
      stopping = true
      clearTimeout(restartTimer)
      if (!child) return
      const last = child
      const ended = new Promise((resolve) => last.once('exit', resolve))
      last.kill('SIGTERM')
      const killAfterMs = drain_seconds * 1_000 + shutdownTimeoutMs
      await Promise.race([ended, pause(killAfterMs, undefined, { ref: false })])
      last.kill('SIGKILL')
      await ended
    },
  }
}
