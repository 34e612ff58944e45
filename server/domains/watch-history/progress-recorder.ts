import type {
  CheckEligibility,
  OnProgressBatch,
  ProgressSource,
  ProgressUpdate,
} from './progress-update.ts'

/**
 * Collects progress from all sources of this process and writes it in one statement a second (D-44).
 *
 * For each member and episode only the last update of that second is written. A source is notified after the commit with
 * the stored progress: its own, or the current one if its message was late and did not move progress back.
 */
import type { WatchProgress } from '#contract/contents/watch-history.ts'

import { type Database, isDatabaseUnavailable } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { writeProgress } from './write-progress.ts'

export type ProgressRecorder = {
  /** Number of updates not written yet. */
  readonly pendingCount: number
  record(member_id: number, progress: WatchProgress, source: ProgressSource): void
  /** Writes all pending updates. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Minimum time between the starts of two writes. */
const writeIntervalMs = 1_000
/** Delay of the first write after an idle period, so that it does not wait a full interval. */
const minDelayMs = 40
/** Rows in one statement, far below what the statement timeout allows. */
export const progressBatchSize = 5_000
/** Lifetime of cached eligibility, in ms. */
const eligibilityTtlMs = 60_000
/** Maximum number of pending updates, such as during a database outage; further ones are rejected. */
const maxPending = 50_000
/** Seconds accepted beyond the runtime, because players round up. */
const maxOverrun = 10

const watchedIn = ({ member_id, episode_id, progress, source, outdone }: ProgressUpdate) =>
  [source, ...(outdone ?? [])].map(({ session_id }) => ({
    ...{ member_id, episode_id, progress, session_id },
  }))

/**
 * Creates the recorder of a process.
 * @param parts `admit` checks eligibility to play; `renew` extends active streams. Both come from `playback`.
 */
export function createProgressRecorder(
  parts: Pick<Database, 'transact'> & {
    admit: CheckEligibility
    renew: OnProgressBatch
    clock: Clock
    log: Logger
  },
): ProgressRecorder {
  let pending = new Map<string, ProgressUpdate>()
  let batchNumber = 1
  let eligibility = new Map<string, ProgressUpdate['admission']>()
  let eligibilityLoadedAt = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let lastWriteAt = -writeIntervalMs
  let stopped = false

  function record(
    member_id: number,
    { episode_id, progress }: WatchProgress,
    source: ProgressSource,
  ) {
    const last = source.pending
    // Fast path: the same source continues the same episode.
    const isSameSource = last?.round === batchNumber && last.source === source
    if (isSameSource && last.episode_id === episode_id && last.member_id === member_id) {
      last.progress = progress
      return
    }
    const key = `${member_id}:${episode_id}`
    const existing = pending.get(key)
    if (existing) return mergeUpdate(existing, progress, source)
    if (pending.size >= maxPending)
      return source.onRejected(new ProblemError('service_unavailable'))
    const update: ProgressUpdate = {
      ...{ member_id, episode_id, progress, source, round: batchNumber },
      ...{ outdone: undefined, admission: undefined },
    }
    source.pending = update
    pending.set(key, update)
    schedule()
  }

  /** Merges updates of two sources in one batch: the larger progress wins, as it would with separate writes. */
  function mergeUpdate(update: ProgressUpdate, progress: number, source: ProgressSource) {
    if (update.source !== source) {
      const wins = progress >= update.progress
      const other = wins ? update.source : source
      if (!update.outdone?.includes(other)) (update.outdone ??= []).push(other)
      if (!wins) return
      update.source = source
    }
    source.pending = update
    update.progress = progress
  }

  function schedule() {
    if (timer || writing || pending.size === 0) return
    const wait = Math.max(minDelayMs, writeIntervalMs - (performance.now() - lastWriteAt))
    timer = setTimeout(() => {
      timer = undefined
      void write()
    }, wait)
  }

  /** Writes one batch at a time, so that the updates of a source stay in order. */
  async function write(): Promise<void> {
    while (writing) await writing
    if (pending.size === 0) return
    clearTimeout(timer)
    timer = undefined
    lastWriteAt = performance.now()
    const updates = [...pending.values()]
    pending = new Map()
    batchNumber++
    writing = writeBatch(updates).finally(() => {
      writing = undefined
      if (!stopped) schedule()
    })
    await writing
  }

  async function writeBatch(updates: readonly ProgressUpdate[]) {
    const remaining = new Set(updates)
    let outcome = 'done'
    try {
      const now = parts.clock.now()
      const allowed = await filterEligible(updates, remaining, now)
      for (let start = 0; start < allowed.length; start += progressBatchSize) {
        const batch = allowed.slice(start, start + progressBatchSize)
        const saved = await parts.transact(async (tx) => {
          await parts.renew(tx, batch.flatMap(watchedIn), now)
          return writeProgress(tx, batch, now)
        })
        for (const [index, update] of batch.entries()) {
          remaining.delete(update)
          const progress = saved[index]
          if (progress === undefined) continue
          update.source.onSaved(update.episode_id, progress)
          for (const source of update.outdone ?? []) source.onSaved(update.episode_id, progress)
        }
      }
      metrics.progress_updates.inc(allowed.length)
    } catch (error) {
      outcome = 'failed'
      requeue(remaining, error)
    }
    metrics.progress_seconds.labels(outcome).observe(secondsSince(lastWriteAt))
  }

  /** Rejects updates that are ineligible or beyond the runtime. @returns the others. */
  async function filterEligible(
    updates: readonly ProgressUpdate[],
    remaining: Set<ProgressUpdate>,
    now: Date,
  ) {
    if (performance.now() - eligibilityLoadedAt > eligibilityTtlMs) {
      eligibility = new Map()
      eligibilityLoadedAt = performance.now()
    }
    const keyOf = (update: ProgressUpdate) => `${update.member_id}:${update.episode_id}`
    const uncached: ProgressUpdate[] = []
    for (const update of updates) {
      update.admission = eligibility.get(keyOf(update))
      if (!update.admission) uncached.push(update)
    }
    const results = uncached.length > 0 ? await parts.admit(uncached, now) : []
    for (const [index, update] of uncached.entries()) {
      const result = results[index]
      if (result && 'series_id' in result) {
        update.admission = result
        eligibility.set(keyOf(update), result)
      } else reject(update, new ProblemError(result?.refusal ?? 'not_found'), remaining)
    }
    return updates.filter((update) => {
      if (!update.admission) return false
      const { runtime } = update.admission
      if (runtime > 0 && update.progress > runtime + maxOverrun) {
        const fieldError = { field: 'progress', code: 'too_big', limit: runtime } as const
        reject(update, new ProblemError('invalid_request', { fields: [fieldError] }), remaining)
        return false
      }
      return true
    })
  }

  function reject(update: ProgressUpdate, error: ProblemError, remaining: Set<ProgressUpdate>) {
    remaining.delete(update)
    update.source.onRejected(error)
    for (const source of update.outdone ?? []) source.onRejected(error)
  }

  /** Queues unwritten updates for the next batch, unless a newer update is pending. */
  function requeue(updates: ReadonlySet<ProgressUpdate>, error: unknown) {
    // Foreign key violation: a member or an episode was deleted, so eligibility is checked again.
    const isDeleted = (error as { code?: string } | null)?.code === '23503'
    if (isDeleted) eligibility = new Map()
    const willRetry = isDeleted || isDatabaseUnavailable(error)
    parts.log[willRetry ? 'warn' : 'error'](
      { error: (error as Error).message },
      'saving progress failed',
    )
    for (const update of updates) {
      if (!willRetry) {
        reject(update, new ProblemError('internal_error'), new Set())
        continue
      }
      const key = `${update.member_id}:${update.episode_id}`
      const sources = [update.source, ...(update.outdone ?? [])].filter(
        (candidate) => isDeleted || candidate.onFailed(error),
      )
      const newer = pending.get(key)
      if (newer) {
        newer.outdone = [...new Set([...(newer.outdone ?? []), ...sources])].filter(
          (candidate) => candidate !== newer.source,
        )
        continue
      }
      const primary = sources.includes(update.source) ? update.source : sources[0]
      if (!primary) continue
      update.source = primary
      update.round = batchNumber
      update.outdone = sources.filter((candidate) => candidate !== primary)
      pending.set(key, update)
    }
  }

  return {
    get pendingCount() {
      return pending.size
    },
    record,
    async drain() {
      while (writing) await writing
      await write()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await write()
    },
  }
}
