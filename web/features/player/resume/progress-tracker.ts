import type { Schedule } from '#web/api/reconnecting-socket.ts'
import type { FactStore } from '#web/features/player/core/media-state.ts'
import type { MediaState } from '#web/features/player/core/media-state.ts'

/** D-44: every 5 s while it plays. */
const reportEvery = 5_000
/** A row of jumps is told once: the server hears at most 20 words in 10 s. */
const afterSeek = 1_000

type ProgressTracker = {
  /** Where it stands, in whole seconds; null where that was reported, and before the first frame. */
  unreported(): number | null
  /** Reports where it stands, unless that was. */
  report(): void
  /** The next episode was asked for at the ending: it counts as seen to the end. */
  pass(): void
  /** Reports where it stands, and no more after that. */
  stop(): void
}

/** Says when progress of one film is to be reported: while playing, on pause, after a seek, at the end. */
export function trackProgress(parts: {
  facts: FactStore<MediaState>
  after: Schedule
  report: (seconds: number) => void
}): ProgressTracker {
  const { facts, after } = parts
  let playing = false
  let seeking = false
  let told: number | null = null
  let passed = false
  let callOffTick: (() => void) | undefined
  let callOffSeek: (() => void) | undefined

  function unreported() {
    const { started, time } = facts.get()
    const at = Math.floor(time)
    return started && !passed && at !== told ? at : null
  }

  function report() {
    const at = unreported()
    if (at === null) return
    told = at
    parts.report(at)
  }

  function tick() {
    callOffTick = after(reportEvery, tick)
    report()
  }

  function look() {
    const now = facts.get()
    if (now.seeking !== seeking) {
      seeking = now.seeking
      // Back in a film that was passed: it goes on from there.
      if (seeking) passed = false
      callOffSeek?.()
      callOffSeek = seeking ? undefined : after(afterSeek, report)
    }
    const plays = now.started && !now.paused && !now.ended
    if (plays === playing) return
    playing = plays
    callOffTick?.()
    callOffTick = plays ? after(reportEvery, tick) : undefined
    if (!plays) report()
  }

  look()
  const unsubscribe = facts.subscribe(look)
  return {
    unreported,
    report,
    pass() {
      const { started, duration } = facts.get()
      if (!started || passed) return
      passed = true
      told = Math.floor(duration)
      parts.report(told)
    },
    stop() {
      unsubscribe()
      callOffTick?.()
      callOffSeek?.()
      report()
    },
  }
}
