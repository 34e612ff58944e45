import type { WatchProgress, WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import {
  isPermanentError,
  type SendProgress,
  type ProgressOutbox,
  applySendResult,
} from '#web/session/progress-outbox-sync.ts'
import type { SocketState, ReconnectingSocket, Schedule } from '#web/api/reconnecting-socket.ts'
import type { PlayerStore, MediaState } from '#web/features/player/core/media-state.ts'

/** Progress on another device of the member. */
export type RemoteProgress = { episode_id: number; progress: number }

type ProgressReporter = {
  /** Sends progress in whole seconds, replacing an unconfirmed earlier value. */
  report(progress: WatchProgress): void
  /** Sends unreported and unconfirmed progress, because the page may be closing. */
  flush(unreported: WatchProgress | null): void
  onSocketState(state: SocketState): void
  onMessage(message: WatchSocketMessage): void
}

/**
 * Creates a reporter that keeps progress in the outbox until the server confirms it (decisions/0029-watch-progress), and
 * sends it over the socket, or by HTTP once the socket has given up.
 */
export function createProgressReporter(deps: {
  socket: Pick<ReconnectingSocket, 'state' | 'send'>
  outbox: ProgressOutbox
  post: SendProgress
  /** Called with whether the latest progress reached the server, or is on its way there. */
  onSaved: (saved: boolean) => void
  onRemoteProgress: (remote: RemoteProgress) => void
}): ProgressReporter {
  const { socket, outbox, post } = deps
  /** Unconfirmed messages sent over the socket, oldest first. */
  let inFlight: WatchProgress[] = []
  let isPosting = false
  /** Latest progress while a request is in flight; earlier values are dropped. */
  let next: WatchProgress | null = null

  const isClosed = (state: SocketState) =>
    state === 'attempts_exhausted' || state === 'session_ended'

  async function postLatest(progress: WatchProgress): Promise<void> {
    if (isPosting) {
      // The final progress of the previous episode must not be dropped.
      if (next && next.episode_id !== progress.episode_id) void postKeepalive(next)
      next = progress
      return
    }
    isPosting = true
    const result = await post(progress, { keepalive: false })
    applySendResult(outbox, progress, result)
    deps.onSaved(result !== 'unreachable')
    isPosting = false
    const queued = next
    next = null
    if (queued) await postLatest(queued)
  }

  async function postKeepalive(progress: WatchProgress) {
    applySendResult(outbox, progress, await post(progress, { keepalive: true }))
  }

  function send(progress: WatchProgress) {
    if (socket.send(progress)) {
      inFlight.push(progress)
      deps.onSaved(true)
    } else if (isClosed(socket.state)) void postLatest(progress)
    // Otherwise `onSocketState` sends the outbox once the socket opens.
    else if (socket.state === 'waiting') deps.onSaved(false)
  }

  const floored = ({ episode_id, progress }: WatchProgress): WatchProgress => ({
    episode_id,
    progress: Math.max(0, Math.floor(progress)),
  })

  return {
    report(progress) {
      const rounded = floored(progress)
      outbox.add(rounded)
      send(rounded)
    },

    flush(unreported) {
      const rounded = unreported && floored(unreported)
      if (rounded) {
        outbox.add(rounded)
        if (socket.send(rounded)) inFlight.push(rounded)
      }
      // A closing page can lose the socket's last message.
      const last = outbox.list().at(-1)
      if (last) void postKeepalive(floored(last))
    },

    onSocketState(state) {
      if (state !== 'open') inFlight = []
      if (state === 'waiting' && outbox.list().length > 0) deps.onSaved(false)
      if (state === 'open' || isClosed(state)) {
        const last = outbox.list().at(-1)
        if (last) send(floored(last))
      }
    },

    onMessage(message) {
      switch (message.type) {
        case 'saved': {
          const { episode_id, progress } = message
          const savedIndex = inFlight.findIndex(
            (entry) => entry.episode_id === episode_id && entry.progress === progress,
          )
          // A position that was not sent is the server's own: from another device, or the end of the video. It
          // confirms all messages of the episode.
          const confirmed = inFlight.filter(
            (entry, index) =>
              entry.episode_id === episode_id && (savedIndex < 0 || index <= savedIndex),
          )
          inFlight = inFlight.filter((entry) => !confirmed.includes(entry))
          for (const entry of confirmed) outbox.confirm(entry)
          return
        }
        case 'progress':
          return deps.onRemoteProgress(message)
        case 'error': {
          if (!isPermanentError(message.code)) return
          for (const { episode_id } of inFlight) outbox.remove(episode_id)
          inFlight = []
        }
      }
    },
  }
}

/** Milliseconds between reports during playback. */
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
