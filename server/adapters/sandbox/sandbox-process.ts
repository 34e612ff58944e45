import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationName, SandboxRequest, SandboxResponse } from './operations.ts'

export type SandboxJob = { operation: OperationName; options: object; input: Buffer }

export type ProcessLimits = {
  /** CPU time of one job in ms; wall time on systems other than Linux, where CPU time is not available. */
  cpu_ms: number
  /** Wall time of one job in ms, for a busy machine. */
  wall_ms: number
}

/**
 * `expensive`: the job exceeded its CPU time and was killed. `stalled`: it exceeded its wall time alone and was killed.
 * `lost`: the process ended for another reason.
 */
export type JobOutcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'invalid'; message: string }
  | { kind: 'expensive' }
  | { kind: 'stalled' }
  | { kind: 'lost'; message: string }

/** ms */
const startTimeout = 20_000
const checkInterval = 50
/** Kilobytes of writable memory (RLIMIT_DATA). Node reserves about 620,000 of it before it runs anything. */
const dataLimit = 1_500_000
/** MiB of JavaScript heap. Pixels and file contents are outside of it. */
const heapLimit = 256
/** Milliseconds of one clock tick in `/proc/PID/stat`: USER_HZ is 100 on every Linux that Node supports. */
const tickMs = 10

const entry = join(import.meta.dirname, 'process-entry.ts')
const root = join(import.meta.dirname, '../../..')
// The shell sets limits because Node cannot set them on a child. Priority between serving and encoding.
const limitScript = `ulimit -c 0; ulimit -d ${dataLimit} 2>/dev/null; exec nice -n 5 "$@"`

/** A process for untrusted bytes. It has no secrets, cannot write files and can be killed at any time. */
export class SandboxProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #stderr = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2_000)
    })
    child.stdin?.on('error', () => {})
    // `exit` reports a write to a process that has just died.
    child.on('error', () => {})
  }

  /** @throws Error if it does not start in time. */
  static async start(): Promise<SandboxProcess> {
    const node = [
      process.execPath,
      `--max-old-space-size=${heapLimit}`,
      ...['--permission', '--allow-addons', `--allow-fs-read=${root}/*`],
      '--disable-warning=SecurityWarning',
      entry,
    ]
    const [program, ...args] =
      process.platform === 'win32' ? node : ['/bin/sh', '-c', limitScript, 'sh', ...node]
    const child = spawn(program!, args, {
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2', NODE_ENV: 'production' },
    })
    const started = new SandboxProcess(child)
    const ready = await new Promise<boolean>((resolve) => {
      child.once('message', () => resolve(true))
      const timer = setTimeout(() => resolve(false), startTimeout)
      void started.#ended.then(() => resolve(false)).finally(() => clearTimeout(timer))
    })
    if (ready) return started
    started.kill()
    throw new Error(`sandbox process did not start: ${started.#stderr.trim()}`)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Runs one job. Never rejects. After `expensive`, `stalled` and `lost` the process has ended. */
  async run(job: SandboxJob, limits: ProcessLimits): Promise<JobOutcome> {
    const child = this.#child
    this.#hold(true)
    const before = this.#cpuTime()
    const startedAt = performance.now()
    // Removes listeners after the job: a remaining one would keep its input in memory until the process ends.
    let onMessage: ((response: SandboxResponse) => void) | undefined
    let onExit: (() => void) | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<JobOutcome>((resolve) => {
        onMessage = (response) => {
          if ('result' in response) resolve({ kind: 'done', result: response.result })
          else if ('invalid' in response) resolve({ kind: 'invalid', message: response.invalid })
        }
        child.on('message', onMessage)
        onExit = () => resolve({ kind: 'lost', message: this.#stderr.trim() })
        child.once('exit', onExit)
        if (!this.isAlive) onExit()
        timer = setInterval(() => {
          const wall = performance.now() - startedAt
          const now = this.#cpuTime()
          const cpu = now === undefined || before === undefined ? wall : now - before
          if (cpu < limits.cpu_ms && wall < limits.wall_ms) return
          resolve({ kind: cpu < limits.cpu_ms ? 'stalled' : 'expensive' })
          this.kill()
        }, checkInterval)
        const { input, ...request } = job
        child.send({ ...request, size: input.length } satisfies SandboxRequest, (error) => {
          if (error) resolve({ kind: 'lost', message: error.message })
        })
        // A pipe reads the buffer in place; IPC would serialize a copy of every file in this process.
        child.stdin?.write(input)
      })
    } finally {
      clearInterval(timer)
      if (onMessage) child.off('message', onMessage)
      if (onExit) child.off('exit', onExit)
      this.#hold(false)
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Disconnects, so that the process exits by itself; it ends with this process in any case. */
  end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  /** Keeps this process from exiting while a job runs, but not between jobs. */
  #hold(isHeld: boolean): void {
    const child = this.#child
    for (const resource of [child, child.channel, child.stdin, child.stderr]) {
      const handle = resource as { ref?(): void; unref?(): void } | null | undefined
      if (isHeld) handle?.ref?.()
      else handle?.unref?.()
    }
  }

  /** User and system time in ms (proc(5), fields 14 and 15); undefined if the system does not provide it. */
  #cpuTime(): number | undefined {
    try {
      const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * tickMs
    } catch {
      return undefined
    }
  }
}
