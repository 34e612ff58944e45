import { StudioEventsMessage, type StudioEvent, studioSocketPath } from '#contract/studio/events.ts'
import { socketCloseCodes } from '#contract/contents/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { connectWebSocket, createReconnectingSocket } from '#web/api/reconnecting-socket.ts'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from 'zustand'

/** Called with null if anything may have changed. */
type Listener = (event: StudioEvent | null) => void

/** Milliseconds before reconnecting after all attempts were used up. */
const reconnectDelayMs = 30_000

const eventTarget = new EventTarget()
const liveStore = createStore(() => false)

const dispatch = (event: StudioEvent | null) =>
  eventTarget.dispatchEvent(new CustomEvent('change', { detail: event }))

function onMessage(text: string) {
  const events = parse(text)
  // A message of a later server version.
  if (!events) return
  liveStore.setState(true)
  if (events.length === 0) dispatch(null)
  for (const event of events) dispatch(event)
}

function parse(text: string): StudioEvent[] | null {
  try {
    return StudioEventsMessage.parse(JSON.parse(text)).news
  } catch {
    return null
  }
}

/**
 * Keeps the event stream open while the page is visible.
 * @param onEnded called when the server ends the member's access.
 * @returns a function that closes the stream.
 */
function listen(onEnded: () => void): () => void {
  const schedule = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  let cancelReconnect: (() => void) | undefined
  const isWanted = () => document.visibilityState === 'visible'
  const socket = createReconnectingSocket({
    connect: connectWebSocket(studioSocketPath),
    schedule: schedule,
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
    onMessage: onMessage,
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

/**
 * Opens the event stream. Used once in the studio, by its staff gate.
 * @param onEnded must be stable.
 */
export function useStudioEventStream(onEnded: () => void): void {
  useEffect(() => listen(onEnded), [onEnded])
}

/**
 * Subscribes to changes in the studio by any member of staff while the page is open.
 * @param onEvent called with the change, or with null if anything may have changed, as after a reconnection: refetch.
 * @returns whether events arrive live; if not, the caller polls.
 */
export function useStudioEvents(onEvent: Listener): boolean {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    const listener = (event: Event) =>
      latest.current((event as CustomEvent<StudioEvent | null>).detail)
    eventTarget.addEventListener('change', listener)
    return () => eventTarget.removeEventListener('change', listener)
  }, [])
  return useIsLive()
}

/** Whether events arrive live, without subscribing to them (see {@link useStudioEvents}). */
export function useIsLive(): boolean {
  return useStore(liveStore)
}
