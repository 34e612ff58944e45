import { StudioEventsMessage, type StudioEvent, studioSocketPath } from '#contract/studio/events.ts'
import { socketCloseCodes } from '#contract/contents/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { connectWebSocket, createReconnectingSocket } from '#web/api/reconnecting-socket.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** `null`: anything may have changed. */
type Hearer = (news: StudioEvent | null) => void

/** How long the line is left alone once its attempts are used up, in ms. */
const restAfterAttempts = 30_000

const hearers = new Set<Hearer>()
const watchers = new Set<() => void>()
let isLive = false

function become(live: boolean) {
  if (isLive === live) return
  isLive = live
  for (const watcher of watchers) watcher()
}

function take(text: string) {
  const told = parse(text)
  // A word of a later version of the server.
  if (!told) return
  become(true)
  for (const hearer of hearers)
    if (told.length === 0) hearer(null)
    else for (const one of told) hearer(one)
}

function parse(text: string): StudioEvent[] | null {
  try {
    return StudioEventsMessage.parse(JSON.parse(text)).news
  } catch {
    return null
  }
}

/**
 * Keeps the line of the studio open as long as somebody looks at it.
 * @param onEnded is told when the server says that he may not work here any more.
 * @returns what lets go of it.
 */
function listen(onEnded: () => void): () => void {
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  let callOff: (() => void) | undefined
  const isWanted = () => document.visibilityState === 'visible'
  const socket = createReconnectingSocket({
    connect: connectWebSocket(studioSocketPath),
    after,
    wanted: isWanted,
    final: [socketCloseCodes.session_ended],
    onState(state) {
      if (state !== 'open') become(false)
      if (state === 'given_up') callOff = after(restAfterAttempts, () => socket.revive())
      if (state !== 'ended') return
      void authStore.check()
      onEnded()
    },
    onAnswer: take,
  })
  const stop = new AbortController()
  const { signal } = stop
  // Of pages nobody looks at, each would hold one of the few sockets that somebody may have.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!isWanted()) socket.close()
      else socket.open()
    },
    { signal },
  )
  // A line that went silent with the network may never say that it is broken.
  addEventListener('offline', () => socket.close(), { signal })
  addEventListener('online', () => isWanted() && socket.open(), { signal })
  if (isWanted()) socket.open()
  return () => {
    stop.abort()
    callOff?.()
    socket.close()
  }
}

/** Stands once in the studio, where it is certain that its staff is there. @param onEnded never another. */
export function useStudioEventStream(onEnded: () => void): void {
  useEffect(() => listen(onEnded), [onEnded])
}

/**
 * Hears of everything that changes in the studio, by whomever, while the page is open.
 * @param hear is given what changed; null where that may be anything, as after the line was away: read again.
 * @returns whether it is told at once now. Where not, whoever shows something asks again by himself from time to time.
 */
export function useStudioEvents(hear: Hearer): boolean {
  const hearer = useRef(hear)
  useEffect(() => {
    hearer.current = hear
  })
  useEffect(() => {
    const mine: Hearer = (news) => hearer.current(news)
    hearers.add(mine)
    return () => void hearers.delete(mine)
  }, [])
  return useIsLive()
}

const isLiveNow = () => isLive
const notOnServer = () => false
function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether news comes at once; the rest of {@link useStudioNews}. */
export function useIsLive(): boolean {
  return useSyncExternalStore(watch, isLiveNow, notOnServer)
}
