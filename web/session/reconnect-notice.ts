import { socketMessages, type SocketState } from '#web/api/reconnecting-socket.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { reconnectMessages } from './notices.ko.ts'

/**
 * Creates the listener that reports once that all reconnection attempts of a socket failed, and offers another. The text of
 * the specification goes to the log.
 */
export function createReconnectNotice(
  reconnect: () => void,
  { show, dismiss }: Pick<typeof toasts, 'show' | 'dismiss'> = toasts,
) {
  let shownId: number | undefined
  return (state: SocketState): void => {
    if (state === 'attempts_exhausted' && shownId === undefined) {
      // oxlint-disable-next-line no-console -- the log of the specification, section 8
      console.warn(socketMessages.attempts_exhausted)
      shownId = show(reconnectMessages.failed, 'danger', {
        label: reconnectMessages.reconnect,
        run() {
          shownId = undefined
          reconnect()
        },
      })
    }
    if (state === 'open' && shownId !== undefined) {
      dismiss(shownId)
      shownId = undefined
    }
  }
}
