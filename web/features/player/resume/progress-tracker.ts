import type { Schedule } from '#web/api/reconnecting-socket.ts'
import type { PlayerStore, MediaState } from '#web/features/player/core/media-state.ts'

/** Milliseconds between reports during playback (D-44). */
const reportInterval_ms = 5_000
/** Milliseconds that merge a series of seeks; the server accepts 20 messages in 10 s. */
const seekDelay_ms = 1_000

type ProgressTracker = {
  /** Position in whole seconds; null before the first frame and when already reported. */
  unreported(): number | null
  /** Reports the current position, unless already reported. */
  report(): void
  /** Reports the video as watched to the end. */
  markCompleted(): void
  /** Reports the current position and stops. */
  stop(): void
}

/** Reports progress of one video: during playback, on pause, after a seek and at the end. */
export function trackProgress(deps: {
  state: PlayerStore<MediaState>
  schedule: Schedule
  report: (seconds: number) => void
}): ProgressTracker {
  const { state, schedule } = deps
  let playing = false
  let seeking = false
  let reported: number | null = null
  let isCompleted = false
  let cancelTick: (() => void) | undefined
  let cancelSeek: (() => void) | undefined

  function unreported() {
    const { has_played, current_time } = state.getState()
    const seconds = Math.floor(current_time)
    return has_played && !isCompleted && seconds !== reported ? seconds : null
  }

  function report() {
    const seconds = unreported()
    if (seconds === null) return
    reported = seconds
    deps.report(seconds)
  }

  function tick() {
    cancelTick = schedule(reportInterval_ms, tick)
    report()
  }

  function update() {
    const media = state.getState()
    if (media.seeking !== seeking) {
      seeking = media.seeking
      // A seek after completion resumes tracking.
      if (seeking) isCompleted = false
      cancelSeek?.()
      cancelSeek = seeking ? undefined : schedule(seekDelay_ms, report)
    }
    const isPlaying = media.has_played && !media.paused && !media.ended
    if (isPlaying === playing) return
    playing = isPlaying
    cancelTick?.()
    cancelTick = isPlaying ? schedule(reportInterval_ms, tick) : undefined
    if (!isPlaying) report()
  }

  update()
  const unsubscribe = state.subscribe(update)
  return {
    unreported,
    report,
    markCompleted() {
      const { has_played, duration } = state.getState()
      if (!has_played || isCompleted) return
      isCompleted = true
      reported = Math.floor(duration)
      deps.report(reported)
    },
    stop() {
      unsubscribe()
      cancelTick?.()
      cancelSeek?.()
      report()
    },
  }
}
