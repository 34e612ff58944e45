import { StudioEventsMessage, type StudioEvent, studioSocketPath } from '#contract/studio/events.ts'
import { socketCloseCodes } from '#contract/contents/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { connectWebSocket, createReconnectingSocket } from '#web/api/reconnecting-socket.ts'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'

/** Milliseconds before reconnecting after all attempts were used up. */
const reconnectDelayMs = 30_000

const liveStore = createStore(() => false)

function parse(text: string): StudioEvent[] | null {
  try {
    return StudioEventsMessage.parse(JSON.parse(text)).news
  } catch {
    return null
  }
}

/** Called with null if anything may have changed, as after a reconnection. */
type Listener = (event: StudioEvent | null) => void

/**
 * Keeps the event stream open while the page is visible.
 * @param onEnded called when the server ends the member's access.
 * @returns a function that closes the stream.
 */
function listen(onEvent: Listener, onEnded: () => void): () => void {
  function onMessage(text: string) {
    const events = parse(text)
    // A message of a later server version.
    if (!events) return
    liveStore.setState(true)
    if (events.length === 0) onEvent(null)
    for (const event of events) onEvent(event)
  }
  const schedule = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  let cancelReconnect: (() => void) | undefined
  const isWanted = () => document.visibilityState === 'visible'
  const socket = createReconnectingSocket({
    connect: connectWebSocket(studioSocketPath),
    schedule,
    shouldReconnect: isWanted,
    finalCloseCodes: [socketCloseCodes.session_ended],
    onState(state) {
      if (state !== 'open') liveStore.setState(false)
      if (state === 'attempts_exhausted')
        cancelReconnect = schedule(reconnectDelayMs, () => socket.reconnect())
      if (state !== 'session_ended') return
      void authStore.checkAuth()
      onEnded()
    },
    onMessage,
  })
  const controller = new AbortController()
  const { signal } = controller
  // Each hidden page would hold one of the few sockets allowed per member.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!isWanted()) socket.close()
      else socket.open()
    },
    { signal },
  )
  // A socket may not notice that the network is down.
  addEventListener('offline', () => socket.close(), { signal })
  addEventListener('online', () => isWanted() && socket.open(), { signal })
  if (isWanted()) socket.open()
  return () => {
    controller.abort()
    cancelReconnect?.()
    socket.close()
  }
}

/** Opens the event stream. Used once in the studio, by its staff gate. Both functions must be stable. */
export function useStudioEventStream(onEvent: Listener, onEnded: () => void): void {
  useEffect(() => listen(onEvent, onEnded), [onEvent, onEnded])
}

/** Whether events arrive live; if not, a page polls. */
export function useIsLive(): boolean {
  return useStore(liveStore)
}
