import type { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { apiRequest } from '#web/api/client.ts'
import { listNotifications } from '#web/api/endpoints/notifications.generated.ts'
import { isVideoPath } from '#web/routing/paths.ts'
import { authStore } from './auth-store.ts'
import { memberSocket, schedule } from './page-socket.ts'
import { addUnread, setUnreadCount } from './unread-count.ts'

async function readUnreadCount() {
  const profile = authStore.getState().user.profile?.id
  const { unread_count } = await apiRequest(listNotifications, { query: { limit: 1 } })
  if (profile === authStore.getState().user.profile?.id) setUnreadCount(unread_count)
}

/** A message that is no JSON gives null. */
function parseMessage(text: string): WatchSocketMessage | null {
  try {
    return JSON.parse(text) as WatchSocketMessage
  } catch {
    return null
  }
}

/** Another device plays: its player is asked for, or has reported itself. Not on the page of a player. */
function followPlayers(message: Extract<WatchSocketMessage, { type: 'progress' | 'remote' }>) {
  if (isVideoPath(location.pathname)) return
  void import('./remote-players.ts').then(
    ({ askForPlayers, onRemoteMessage }) =>
      message.type === 'progress' ? askForPlayers() : onRemoteMessage(message),
    () => {},
  )
}

/**
 * Counts the unread notifications of the selected profile while the page is open: reads the number when the socket opens, and adds
 * what arrives, so that an event of a million profiles causes no requests. Begins once the page has nothing more urgent to do.
 * @returns stops it.
 */
export function followNotifications(isChild: boolean): () => void {
  const refresh = () => void readUnreadCount().catch(() => {})
  let unsubscribe: (() => void) | undefined
  const cancelStart = whenIdle(() => {
    unsubscribe = memberSocket.subscribe({
      onState: (state) => state === 'open' && refresh(),
      onMessage(text) {
        const message = parseMessage(text)
        if (message?.type === 'progress' || message?.type === 'remote')
          return followPlayers(message)
        if (message?.type !== 'notifications') return
        if (message.is_account && isChild) return
        if (message.change === 'added') addUnread()
        else refresh()
      },
    })
  })
  return () => {
    cancelStart()
    unsubscribe?.()
    setUnreadCount(0)
  }
}

/** @returns cancels it. */
function whenIdle(run: () => void): () => void {
  // Safari before 26 has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) return schedule(1_000, run)
  const handle = requestIdleCallback(run, { timeout: 3_000 })
  return () => cancelIdleCallback(handle)
}
