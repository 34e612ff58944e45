import type { WatchProgress, WatchSocketMessage } from '#contract/contents/watch-history.ts'
import {
  isPermanentError,
  type SendProgress,
  type ProgressOutbox,
  applySendResult,
} from '#web/session/progress-outbox-sync.ts'
import type { SocketState, ReconnectingSocket } from '#web/api/reconnecting-socket.ts'

/** Another screen of the member moved. */
export type RemoteProgress = { episode_id: number; progress: number }

type ProgressReporter = {
  /** Whole seconds are sent, later ones in the place of earlier ones that nobody has confirmed. */
  report(given: WatchProgress): void
  /** The page may be gone in a moment: what was not reported yet, and what nobody has confirmed. */
  leave(unreported: WatchProgress | null): void
  /** The state of the socket changed. */
  socketIs(state: SocketState): void
  /** The socket said something. */
  answered(answer: WatchSocketMessage): void
}

/**
 * Progress on its way to the server (D-44): kept until it is confirmed; over the socket while there is one or one is
 * to be expected, by a call where that is given up.
 */
export function createProgressReporter(parts: {
  socket: Pick<ReconnectingSocket, 'state' | 'send'>
  queue: ProgressOutbox
  post: SendProgress
  onElsewhere: (move: RemoteProgress) => void
}): ProgressReporter {
  const { socket, queue, post } = parts
  /** What went over the socket and has no answer yet, oldest first. */
  let under_way: WatchProgress[] = []
  let calling = false
  /** The last word while a call is under way; only that is worth another one. */
  let next: WatchProgress | null = null

  const isOver = (state: SocketState) => state === 'given_up' || state === 'ended'

  async function call(given: WatchProgress): Promise<void> {
    if (calling) {
      // One episode has ended, the next began: the first must not be lost.
      if (next && next.episode_id !== given.episode_id) void sendApart(next)
      next = given
      return
    }
    calling = true
    applySendResult(queue, given, await post(given, { keepalive: false }))
    calling = false
    const following = next
    next = null
    if (following) await call(following)
  }

  async function sendApart(given: WatchProgress) {
    applySendResult(queue, given, await post(given, { keepalive: true }))
  }

  function send(given: WatchProgress) {
    if (socket.send(given)) under_way.push(given)
    else if (isOver(socket.state)) void call(given)
    // Else the socket is on its way, and takes it along when it opens.
  }

  const floored = ({ episode_id, progress }: WatchProgress): WatchProgress => ({
    episode_id,
    progress: Math.max(0, Math.floor(progress)),
  })

  return {
    report(given) {
      const word = floored(given)
      queue.keep(word)
      send(word)
    },

    leave(unreported) {
      const word = unreported && floored(unreported)
      if (word) {
        queue.keep(word)
        if (socket.send(word)) under_way.push(word)
      }
      // A page that goes may take the socket's last message with it.
      const last = queue.list().at(-1)
      if (last) void sendApart(floored(last))
    },

    socketIs(state) {
      if (state !== 'open') under_way = []
      if (state === 'open' || isOver(state)) {
        const last = queue.list().at(-1)
        if (last) send(floored(last))
      }
    },

    answered(answer) {
      switch (answer.type) {
        case 'saved': {
          const { episode_id, progress } = answer
          const at = under_way.findIndex(
            (one) => one.episode_id === episode_id && one.progress === progress,
          )
          // A number that was not sent is what stands there: another screen's, or the end of the film.
          const confirmed = under_way.filter(
            (one, index) => one.episode_id === episode_id && (at < 0 || index <= at),
          )
          under_way = under_way.filter((one) => !confirmed.includes(one))
          for (const one of confirmed) queue.settle(one)
          return
        }
        case 'progress':
          return parts.onElsewhere(answer)
        case 'error': {
          if (!isPermanentError(answer.code)) return
          for (const { episode_id } of under_way) queue.drop(episode_id)
          under_way = []
        }
      }
    },
  }
}
