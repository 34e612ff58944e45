/**
 * Collects progress from all sources of this process and writes it in one statement a second. A player that plays on is stored at
 * most every 30 s (decisions/0029-watch-progress).
 *
 * For each profile and episode only the last update of that second is written. A source is notified after the commit with
 * the stored progress: its own, or the current one if its message was late and did not move progress back.
 */
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { ProgressRecorder } from '#server/api/progress-port.ts'
import { type Database, isDatabaseUnavailable, notifyMembers, type Tx } from '#server/db/client.ts'
import { type Clock, elapsedBy } from '#server/shared/clock.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { MemberNotice } from '#server/shared/ports/member-bus.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { type ProgressRow, removeOtherCards, upsertProgress } from './progress-queries.ts'
import {
  createPendingUpdates,
  type EligibleEpisode,
  keyOf,
  type ProgressUpdate,
} from './pending-updates.ts'
import { createPlayingSources } from './playing-sources.ts'
import { countViews, type View } from '../view-count-queries.ts'

/** Whether a profile may play an episode. */
export type PlaybackEligibility = { refusal: ProblemCode } | EligibleEpisode

/** Watched progress in seconds. */
type Watched = { member_id: number; session_id: number; episode_id: number; progress: number }

type RecorderDependencies = Pick<Database, 'transact'> & {
  /** Implemented by `playback`. @returns one result for each request, in the same order. */
  checkEligibility: (
    requests: readonly { profile_id: number; episode_id: number }[],
    now: Date,
  ) => Promise<PlaybackEligibility[]>
  /** Implemented by `playback`: extends the active streams of the sessions. Called in the transaction of every batch. */
  extendStreams: (tx: Tx, watched: readonly Watched[], now: Date) => Promise<void>
  clock: Clock
  log: Logger
  /** Minimum time between the starts of two writes, in ms. Default: 1,000. */
  write_interval_ms?: number
}

/** Delay of the first write after an idle period, so that it does not wait a full interval. */
const minDelayMs = 40
/** Rows in one statement, far below what the statement timeout allows. */
export const progressBatchSize = 5_000
/** Lifetime of cached eligibility, in ms. */
const eligibilityTtlMs = 60_000
/** Seconds accepted beyond the runtime, because players round up. */
const maxOverrun = 10

/** Creates the recorder of a process. */
export function createProgressRecorder(deps: RecorderDependencies): ProgressRecorder {
  const { write_interval_ms: writeIntervalMs = 1_000 } = deps
  const pending = createPendingUpdates(schedule)
  const playing = createPlayingSources(pending.add, elapsedBy(deps.clock))
  const eligibility = createEligibilityFilter(deps.checkEligibility)
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let lastWriteAt = -writeIntervalMs
  let stopped = false

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
    writing = writeBatch(pending.take()).finally(() => {
      writing = undefined
      if (!stopped) schedule()
    })
    await writing
  }

  async function writeBatch(updates: readonly ProgressUpdate[]) {
    let remaining = new Set(updates)
    let outcome = 'done'
    try {
      const now = deps.clock.now()
      const eligible = await eligibility.filter(updates, now)
      remaining = new Set(eligible)
      await saveUpdates({ ...deps, onStored: playing.onStored }, eligible, remaining, now)
      metrics.progress_updates.inc(eligible.length)
    } catch (error) {
      outcome = 'failed'
      requeue(remaining, error)
    }
    metrics.progress_seconds.labels(outcome).observe(secondsSince(lastWriteAt))
  }

  /** Queues unwritten updates for the next batch. */
  function requeue(updates: ReadonlySet<ProgressUpdate>, error: unknown) {
    // Foreign key violation: a member or an episode was deleted, so eligibility is checked again.
    const isDeleted = (error as { code?: string } | null)?.code === '23503'
    if (isDeleted) eligibility.clear()
    const willRetry = isDeleted || isDatabaseUnavailable(error)
    deps.log[willRetry ? 'warn' : 'error'](
      { error: (error as Error).message },
      'saving progress failed',
    )
    for (const update of updates)
      if (willRetry)
        pending.putBack(
          update,
          sourcesOf(update).filter((source) => isDeleted || source.onFailed(error)),
        )
      else reject(update, new ProblemError('internal_error'))
  }

  return {
    get pendingCount() {
      return pending.size
    },
    record: playing.record,
    leave: playing.leave,
    position: playing.position,
    async drain() {
      playing.storeAll()
      while (writing) await writing
      await write()
    },
    async stop() {
      stopped = true
      playing.stop()
      clearTimeout(timer)
      await write()
    },
  }
}

/** Saves updates in batches, notifies their sources and removes them from `remaining`. */
async function saveUpdates(
  {
    transact,
    extendStreams,
    onStored,
  }: RecorderDependencies & Pick<ReturnType<typeof createPlayingSources>, 'onStored'>,
  eligible: readonly ProgressUpdate[],
  remaining: Set<ProgressUpdate>,
  now: Date,
): Promise<void> {
  for (let start = 0; start < eligible.length; start += progressBatchSize) {
    const batch = eligible.slice(start, start + progressBatchSize)
    const saved = await transact(async (tx) => {
      await extendStreams(tx, batch.flatMap(watchedIn), now)
      return writeProgress(tx, batch, now)
    })
    for (const [index, update] of batch.entries()) {
      remaining.delete(update)
      const progress = saved[index]
      if (progress === undefined) reject(update, new ProblemError('authentication_required'))
      else
        for (const source of sourcesOf(update)) {
          onStored(source, update, progress)
          source.onSaved(update.episode_id, progress)
        }
    }
  }
}

/** All sources that reported progress of an update. */
const sourcesOf = ({ source, others }: ProgressUpdate) => [source, ...(others ?? [])]

function reject(update: ProgressUpdate, error: ProblemError) {
  for (const source of sourcesOf(update)) source.onRejected(error)
}

/** Caches which profiles may play which episodes. */
function createEligibilityFilter(checkEligibility: RecorderDependencies['checkEligibility']) {
  let eligibility = new Map<string, EligibleEpisode>()
  let loadedAt = 0
  return {
    clear() {
      eligibility = new Map()
    },

    /** Rejects updates that are ineligible or beyond the runtime. @returns the others. */
    async filter(updates: readonly ProgressUpdate[], now: Date): Promise<ProgressUpdate[]> {
      if (performance.now() - loadedAt > eligibilityTtlMs) {
        eligibility = new Map()
        loadedAt = performance.now()
      }
      const uncached: ProgressUpdate[] = []
      for (const update of updates) {
        update.episode = eligibility.get(keyOf(update))
        if (!update.episode) uncached.push(update)
      }
      const results = uncached.length > 0 ? await checkEligibility(uncached, now) : []
      for (const [index, update] of uncached.entries()) {
        const result = results[index]
        if (result && 'series_id' in result) {
          update.episode = result
          eligibility.set(keyOf(update), result)
        } else reject(update, new ProblemError(result?.refusal ?? 'not_found'))
      }
      return updates.filter((update) => {
        if (!update.episode) return false
        const { runtime } = update.episode
        if (runtime > 0 && update.progress > runtime + maxOverrun) {
          const fieldError = { field: 'progress', code: 'too_big', limit: runtime } as const
          reject(update, new ProblemError('invalid_request', { fields: [fieldError] }))
          return false
        }
        return true
      })
    },
  }
}

/** The data of a notice: a tuple, because most of what is sent are these. */
export type ProgressData = readonly [
  profile_id: number,
  source_id: number,
  episode_id: number,
  progress: number,
  is_completed: 0 | 1,
]

const toProgressData = (row: ProgressRow): ProgressData => [
  row.profile_id,
  row.source_id,
  row.episode_id,
  row.progress,
  row.is_completed ? 1 : 0,
]

/** @returns the progress of an update, once for each session that reported it. */
const watchedIn = ({ episode, episode_id, progress, source, others }: ProgressUpdate): Watched[] =>
  [source, ...(others ?? [])].map(({ session_id }) => ({
    member_id: episode?.member_id ?? 0,
    episode_id,
    progress,
    session_id,
  }))

/**
 * Writes a batch of updates in one statement, and in the same transaction the daily views and the continue-watching cards.
 * After the commit it notifies the other pages of the profiles.
 * @returns the stored progress, in the order of `updates`; undefined for a deleted profile.
 */
export async function writeProgress(
  tx: Tx,
  updates: readonly ProgressUpdate[],
  now: Date,
): Promise<(number | undefined)[]> {
  const rows = updates.map(({ profile_id, episode_id, progress, source, episode }): ProgressRow => {
    const { runtime = 0, completed_at = 1, series_id = 0 } = episode ?? {}
    return {
      profile_id,
      episode_id,
      series_id,
      source_id: source.id,
      progress: runtime > 0 ? Math.min(progress, runtime) : progress,
      is_completed: progress >= completed_at,
    }
  })
  const changedRows = await upsertProgress(tx, rows, now)
  const changes = new Map(changedRows.map((change) => [keyOf(change), change]))
  const notices: MemberNotice[] = []
  const views: View[] = []
  const newCards = new Map<string, ProgressRow>()
  for (const [index, row] of rows.entries()) {
    const { profile_id, series_id, episode_id } = row
    const change = changes.get(keyOf(row))
    if (change) {
      row.progress = change.progress
      row.is_completed = change.is_completed
    }
    const member_id = updates[index]?.episode?.member_id ?? 0
    if (!change?.is_late && !change?.is_gone && !change?.is_paused)
      notices.push({ member_id, channel: 'watch_progress', data: toProgressData(row) })
    // Profiles of one account are one viewer.
    if (change?.is_view) views.push({ viewer_key: member_id, series_id, episode_id })
    if (change?.is_back) newCards.set(`${profile_id}:${series_id}`, row)
  }
  if (views.length > 0) await countViews(tx, views, now)
  if (newCards.size > 0) await removeOtherCards(tx, [...newCards.values()])
  if (notices.length > 0) notifyMembers(tx, notices)
  return rows.map((row) => (changes.get(keyOf(row))?.is_gone ? undefined : row.progress))
}
