import type {
  CheckEligibility,
  OnProgressBatch,
  ProgressSource,
  ProgressUpdate,
} from './progress-update.ts'

/**
 * Takes in progress from every screen of this process and writes it in one statement a second (D-44).
 *
 * Of one member and episode only the last word within that second is written. A screen hears `saved` after the
 * commit, with what stands in the history then: its own, or, where its message was late, what it did not move back.
 */
import type { WatchProgress } from '#contract/contents/watch-history.ts'

import { type Database, isDatabaseUnavailable } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { writeProgress } from './write-progress.ts'

export type ProgressRecorder = {
  /** Words that wait to be written. */
  readonly pendingCount: number
  record(member_id: number, given: WatchProgress, screen: ProgressSource): void
  /** Writes everything that was taken so far. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const every = 1_000
/** On an idle server nobody waits a second for others. */
const atLeast = 40
/** So many rows in a statement: far below what the time limit of a statement allows. */
export const progressBatchSize = 5_000
/** Who may play what is asked again after this, in ms. */
const askAgain = 60_000
/** Words kept while the database is away; beyond it is refused. */
const most = 50_000
/** Players round up; what lies further beyond the end is a mistake. */
const overrun = 10

const watchedIn = ({ member_id, episode_id, progress, screen, outdone }: ProgressUpdate) =>
  [screen, ...(outdone ?? [])].map(({ session_id }) => ({
    ...{ member_id, episode_id, progress, session_id },
  }))

/** One for each process. What it needs of `playback` is handed in: `admit` says who may play, `renew` keeps his place. */
export function createProgressRecorder(
  parts: Pick<Database, 'transact'> & {
    admit: CheckEligibility
    renew: OnProgressBatch
    clock: Clock
    log: Logger
  },
): ProgressRecorder {
  let pending = new Map<string, ProgressUpdate>()
  let round = 1
  let admitted = new Map<string, ProgressUpdate['admission']>()
  let admittedSince = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let began = -every
  let stopped = false

  function take(
    member_id: number,
    { episode_id, progress }: WatchProgress,
    screen: ProgressSource,
  ) {
    const last = screen.pending
    // Nearly always: the same screen goes on with the same episode.
    const goesOn = last?.round === round && last.screen === screen
    if (goesOn && last.episode_id === episode_id && last.member_id === member_id) {
      last.progress = progress
      return
    }
    const key = `${member_id}:${episode_id}`
    const known = pending.get(key)
    if (known) return outdo(known, progress, screen)
    if (pending.size >= most) return screen.onRejected(new ProblemError('service_unavailable'))
    const word: ProgressUpdate = {
      ...{ member_id, episode_id, progress, screen, round },
      ...{ outdone: undefined, admission: undefined },
    }
    screen.pending = word
    pending.set(key, word)
    schedule()
  }

  /** Two screens within one round: forward wins, as it would have, written one after the other. */
  function outdo(word: ProgressUpdate, progress: number, screen: ProgressSource) {
    if (word.screen !== screen) {
      const wins = progress >= word.progress
      const other = wins ? word.screen : screen
      if (!word.outdone?.includes(other)) (word.outdone ??= []).push(other)
      if (!wins) return
      word.screen = screen
    }
    screen.pending = word
    word.progress = progress
  }

  function schedule() {
    if (timer || writing || pending.size === 0) return
    const wait = Math.max(atLeast, every - (performance.now() - began))
    timer = setTimeout(() => {
      timer = undefined
      void write()
    }, wait)
  }

  /** One round at a time, so that the words of a screen stay in their order. */
  async function write(): Promise<void> {
    while (writing) await writing
    if (pending.size === 0) return
    clearTimeout(timer)
    timer = undefined
    began = performance.now()
    const words = [...pending.values()]
    pending = new Map()
    round++
    writing = writeRound(words).finally(() => {
      writing = undefined
      if (!stopped) schedule()
    })
    await writing
  }

  async function writeRound(words: readonly ProgressUpdate[]) {
    const left = new Set(words)
    let outcome = 'done'
    try {
      const now = parts.clock.now()
      const allowed = await admitAll(words, left, now)
      for (let start = 0; start < allowed.length; start += progressBatchSize) {
        const some = allowed.slice(start, start + progressBatchSize)
        const saved = await parts.transact(async (tx) => {
          await parts.renew(tx, some.flatMap(watchedIn), now)
          return writeProgress(tx, some, now)
        })
        for (const [at, word] of some.entries()) {
          left.delete(word)
          const progress = saved[at]
          if (progress === undefined) continue
          word.screen.onSaved(word.episode_id, progress)
          for (const screen of word.outdone ?? []) screen.onSaved(word.episode_id, progress)
        }
      }
      metrics.progress_updates.inc(allowed.length)
    } catch (error) {
      outcome = 'failed'
      takeBack(left, error)
    }
    metrics.progress_seconds.labels(outcome).observe(secondsSince(began))
  }

  /** Refuses those who may not, and gives back the others. */
  async function admitAll(words: readonly ProgressUpdate[], left: Set<ProgressUpdate>, now: Date) {
    if (performance.now() - admittedSince > askAgain) {
      admitted = new Map()
      admittedSince = performance.now()
    }
    const keyOf = (word: ProgressUpdate) => `${word.member_id}:${word.episode_id}`
    const unknown: ProgressUpdate[] = []
    for (const word of words) {
      word.admission = admitted.get(keyOf(word))
      if (!word.admission) unknown.push(word)
    }
    const answers = unknown.length > 0 ? await parts.admit(unknown, now) : []
    for (const [at, word] of unknown.entries()) {
      const answer = answers[at]
      if (answer && 'series_id' in answer) {
        word.admission = answer
        admitted.set(keyOf(word), answer)
      } else refuse(word, new ProblemError(answer?.refusal ?? 'not_found'), left)
    }
    return words.filter((word) => {
      if (!word.admission) return false
      const { runtime } = word.admission
      if (runtime > 0 && word.progress > runtime + overrun) {
        const fault = { field: 'progress', code: 'too_big', limit: runtime } as const
        refuse(word, new ProblemError('invalid_request', { fields: [fault] }), left)
        return false
      }
      return true
    })
  }

  function refuse(word: ProgressUpdate, refusal: ProblemError, left: Set<ProgressUpdate>) {
    left.delete(word)
    word.screen.onRejected(refusal)
    for (const screen of word.outdone ?? []) screen.onRejected(refusal)
  }

  /** What was not written waits for the next round, unless something newer does already. */
  function takeBack(words: ReadonlySet<ProgressUpdate>, error: unknown) {
    // A member or an episode went away in between: who is there is asked again.
    const isGone = (error as { code?: string } | null)?.code === '23503'
    if (isGone) admitted = new Map()
    const again = isGone || isDatabaseUnavailable(error)
    parts.log[again ? 'warn' : 'error'](
      { error: (error as Error).message },
      'saving progress failed',
    )
    for (const word of words) {
      if (!again) {
        refuse(word, new ProblemError('internal_error'), new Set())
        continue
      }
      const key = `${word.member_id}:${word.episode_id}`
      const screens = [word.screen, ...(word.outdone ?? [])].filter(
        (one) => isGone || one.onFailed(error),
      )
      const newer = pending.get(key)
      if (newer) {
        newer.outdone = [...new Set([...(newer.outdone ?? []), ...screens])].filter(
          (one) => one !== newer.screen,
        )
        continue
      }
      const keeper = screens.includes(word.screen) ? word.screen : screens[0]
      if (!keeper) continue
      word.screen = keeper
      word.round = round
      word.outdone = screens.filter((one) => one !== keeper)
      pending.set(key, word)
    }
  }

  return {
    get pendingCount() {
      return pending.size
    },
    record: take,
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
