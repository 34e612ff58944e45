import { FairQueue, type JobWeight } from './fair-queue.ts'
import type { OperationName, OperationOptions, OperationResult } from './operations.ts'
import {
  type JobOutcome,
  type ProcessLimits,
  type SandboxJob,
  SandboxProcess,
} from './sandbox-process.ts'

/** Why a job's input was rejected. `crash`: its process ended twice, for example out of memory. */
type RejectionReason = 'invalid' | 'time_limit' | 'crash'

/** The input cannot be processed. Caused by the file, not by this machine. */
export class SandboxRejection extends Error {
  readonly reason: RejectionReason
  constructor(reason: RejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** No process could be started, the machine is too busy, or too many jobs are queued. The same job may succeed later. */
export class SandboxUnavailable extends Error {}

export type SandboxOptions = {
  /** Concurrent jobs, each in its own process. */
  slots: number
  /** Maximum concurrent heavy jobs. */
  heavy_slots: number
  /** Maximum queued jobs per member; each keeps its file in memory. System jobs have no limit. */
  waiting_per_member: number
  /** Idle time in ms after which processes end. */
  idle_ms: number
  /** Jobs after which a process is replaced, because fragmented memory is not returned. */
  jobs_per_process: number
  limits: ProcessLimits
}

const defaults: SandboxOptions = {
  slots: 4,
  heavy_slots: 2,
  waiting_per_member: 8,
  idle_ms: 5_000,
  jobs_per_process: 50,
  limits: { cpu_ms: 3_000, wall_ms: 20_000 },
}

/** The owner of a job: a member, so that each queues behind their own files only, or a part of the system. */
export type JobOwner = { member_id: number } | { system: string }

type Job = {
  request: SandboxJob
  attempts: number
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Runs operations on untrusted bytes in a small pool of processes. Processes start on demand and end when idle, so that
 * native memory returns to the system.
 */
export class Sandbox {
  readonly #options: SandboxOptions
  readonly #queue: FairQueue<Job>
  /** Idle processes with the number of jobs they have run. */
  #idle: { process: SandboxProcess; jobs: number }[] = []
  readonly #busy = new Set<SandboxProcess>()
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: Partial<SandboxOptions> = {}) {
    this.#options = { ...defaults, ...options }
    this.#queue = new FairQueue(this.#options)
  }

  /**
   * @throws SandboxRejection if the input is damaged, hostile or too expensive; SandboxUnavailable if the owner has too
   * many queued jobs, no process can be started or the machine is too busy to finish the job in time.
   */
  run<O extends OperationName>(
    operation: O,
    input: Buffer,
    options: OperationOptions<O>,
    job: { owner: JobOwner; weight: JobWeight },
  ): Promise<OperationResult<O>> {
    return new Promise((resolve, reject) => {
      const queued: Job = {
        request: { operation, input, options },
        attempts: 0,
        resolve: resolve as (result: unknown) => void,
        reject,
      }
      const { owner, weight } = job
      const max_waiting = 'member_id' in owner ? this.#options.waiting_per_member : Infinity
      if (this.#isClosed || !this.#queue.add(keyOf(owner), weight, queued, max_waiting))
        return reject(new SandboxUnavailable('too many files are waiting'))
      this.#startNext()
    })
  }

  /** Process ids of the running processes. */
  get pids(): number[] {
    return [...this.#busy, ...this.#idle.map(({ process }) => process)].flatMap(
      ({ pid }) => pid ?? [],
    )
  }

  /** Kills every process and rejects queued jobs. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    for (const job of this.#queue.drain()) job.reject(new SandboxUnavailable('closing'))
    for (const running of this.#busy) running.kill()
    for (const { process } of this.#idle) process.kill()
    this.#idle = []
  }

  #startNext(): void {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) {
      const { owner, job } = next
      void this.#execute(job).finally(() => {
        this.#queue.finish(owner)
        this.#startNext()
        this.#endIdleLater()
      })
    }
  }

  async #execute(job: Job): Promise<void> {
    let outcome: JobOutcome
    do {
      job.attempts++
      try {
        outcome = await this.#attempt(job.request)
      } catch (cause) {
        return job.reject(new SandboxUnavailable('no sandbox process', { cause }))
      }
      // A single external kill does not implicate the file; two lost processes do.
    } while (outcome.kind === 'lost' && job.attempts < 2 && !this.#isClosed)
    if (outcome.kind === 'done') return job.resolve(outcome.result)
    if (outcome.kind === 'stalled')
      return job.reject(new SandboxUnavailable('the machine is too busy'))
    if (outcome.kind === 'expensive')
      return job.reject(new SandboxRejection('time_limit', 'processing took too long'))
    const reason = outcome.kind === 'invalid' ? 'invalid' : 'crash'
    job.reject(new SandboxRejection(reason, outcome.message))
  }

  async #attempt(request: SandboxJob): Promise<JobOutcome> {
    const { process, jobs } = this.#takeIdle() ?? { process: await SandboxProcess.start(), jobs: 0 }
    if (this.#isClosed) process.kill()
    this.#busy.add(process)
    const outcome = await process.run(request, this.#options.limits)
    this.#busy.delete(process)
    const isSpent = jobs + 1 >= this.#options.jobs_per_process || this.#isClosed
    if (isSpent) process.end()
    else if (process.isAlive && (outcome.kind === 'done' || outcome.kind === 'invalid'))
      this.#idle.push({ process, jobs: jobs + 1 })
    return outcome
  }

  #takeIdle() {
    for (let candidate = this.#idle.pop(); candidate; candidate = this.#idle.pop())
      if (candidate.process.isAlive) return candidate
    return undefined
  }

  #endIdleLater(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const { process } of this.#idle) process.end()
      this.#idle = []
    }, this.#options.idle_ms).unref()
  }
}

const keyOf = (owner: JobOwner) =>
  'member_id' in owner ? `member:${owner.member_id}` : `system:${owner.system}`

/** The sandbox of this process. Its child processes start with the first job. */
export const sandbox = new Sandbox()
