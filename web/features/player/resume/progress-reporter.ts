import type { WatchProgress, WatchSocketMessage } from '#contract/contents/watch-history.ts'
import {
  isPermanentError,
  type SendProgress,
  type ProgressOutbox,
  applySendResult,
} from '#web/session/progress-outbox-sync.ts'
import type { SocketState, ReconnectingSocket } from '#web/api/reconnecting-socket.ts'

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
 * Creates a reporter that keeps progress in the outbox until the server confirms it (D-44), and sends it over the
 * socket, or by HTTP once the socket has given up.
 */
export function createProgressReporter(deps: {
  socket: Pick<ReconnectingSocket, 'state' | 'send'>
  outbox: ProgressOutbox
  post: SendProgress
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
    applySendResult(outbox, progress, await post(progress, { keepalive: false }))
    isPosting = false
    const queued = next
    next = null
    if (queued) await postLatest(queued)
  }

  async function postKeepalive(progress: WatchProgress) {
    applySendResult(outbox, progress, await post(progress, { keepalive: true }))
  }

  function send(progress: WatchProgress) {
    if (socket.send(progress)) inFlight.push(progress)
    else if (isClosed(socket.state)) void postLatest(progress)
    // Otherwise the socket is connecting; `onSocketState` sends the outbox once it opens.
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
