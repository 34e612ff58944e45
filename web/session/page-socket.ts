import { socketCloseCodes, studioSocketPath, watchSocketPath } from '#contract/core/sockets.ts'
import {
  connectWebSocket,
  createReconnectingSocket,
  type Schedule,
  type SocketState,
} from '#web/api/reconnecting-socket.ts'
import { authStore } from './auth-store.ts'

/** A part of the page that uses its socket. */
type SocketSubscriber = {
  onMessage(text: string): void
  /** Called with each new state, and at once if the socket is open already. */
  onState?(state: SocketState): void
  /** Whether the socket stays open while the page is hidden. */
  isNeeded?(): boolean
}

export const schedule: Schedule = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * Creates a socket that all parts of a page share: it is open while it has subscribers and the page is visible, because each
 * hidden page would hold one of the few sockets of a member.
 */
function createPageSocket(path: string) {
  const subscribers = new Set<SocketSubscriber>()
  let listeners: AbortController | undefined

  const isWanted = () =>
    subscribers.size > 0 &&
    (document.visibilityState === 'visible' ||
      [...subscribers].some((subscriber) => subscriber.isNeeded?.()))

  const socket = createReconnectingSocket({
    connect: connectWebSocket(path),
    schedule,
    shouldReconnect: isWanted,
    finalCloseCodes: [socketCloseCodes.session_ended],
    onState(state) {
      for (const subscriber of subscribers) subscriber.onState?.(state)
      if (state === 'session_ended') void checkSession()
    },
    onMessage(text) {
      for (const subscriber of subscribers) subscriber.onMessage(text)
      update()
    },
  })

  /** Opens the socket again if only the session ended, and not the login: a change of the password replaces it. */
  async function checkSession() {
    await authStore.checkAuth()
    if (socket.state !== 'session_ended' || authStore.getState().state !== 'signed_in') return
    socket.close()
    update()
  }

  /** Opens or closes the socket. Call it when `isNeeded` of a subscriber may have changed. */
  function update() {
    if (isWanted()) socket.open()
    else socket.close()
  }

  /** Starts over with the first attempt: the network or the page is back. */
  function reopen() {
    update()
    if (isWanted()) socket.reconnect()
  }

  function listen() {
    listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', reopen, { signal })
    addEventListener('online', reopen, { signal })
  }

  return {
    get state() {
      return socket.state
    },
    send: socket.send,
    reconnect: socket.reconnect,
    /** Closes the socket until the page is visible or online again. */
    disconnect: socket.close,
    update,
    /**
     * Closes the socket for a call that ends the session, because it would report the end before the response does. Opens it
     * again if the call fails.
     */
    async closeDuring<T>(run: () => Promise<T>): Promise<T> {
      socket.close()
      try {
        return await run()
      } catch (error) {
        update()
        throw error
      }
    },
    /** @returns unsubscribes. */
    subscribe(subscriber: SocketSubscriber): () => void {
      subscribers.add(subscriber)
      if (subscribers.size === 1) listen()
      if (socket.state === 'open') subscriber.onState?.('open')
      update()
      return () => {
        if (!subscribers.delete(subscriber)) return
        if (subscribers.size === 0) listeners?.abort()
        update()
      }
    },
  }
}

/** The socket of the selected profile. */
export const memberSocket = createPageSocket(watchSocketPath)

/** The socket of studio pages, which have no other. */
export const studioSocket = createPageSocket(studioSocketPath)
