import type { WatchProgress } from '#contract/watch-history/watch-history.ts'

/** Specification, section 9: at most 5 attempts, after 3 s times the attempt, at most 30 s. */
const maxAttempts = 5
const retryDelay_ms = (attempt: number) => Math.min(3_000 * attempt, 30_000)

/** The messages of the specification, section 9, for the log. */
export const socketMessages = {
  attempts_exhausted: 'Max reconnection attempts reached',
  not_connected: 'WebSocket not connected',
} as const

/** `waiting` is between two attempts. `session_ended`: the server closed the socket with one of `finalCloseCodes`. */
export type SocketState =
  | 'closed'
  | 'connecting'
  | 'open'
  | 'waiting'
  | 'attempts_exhausted'
  | 'session_ended'

type Connection = { send(text: string): void; close(): void }
export type ConnectionListener = {
  onOpen(): void
  onMessage(text: string): void
  onClose(code: number): void
}
type ConnectFn = (listener: ConnectionListener) => Connection

/** Runs a callback in `ms`. @returns cancels it. */
export type Schedule = (ms: number, run: () => void) => () => void

export type ReconnectingSocket = {
  readonly state: SocketState
  /** Connects if the socket is closed. */
  open(): void
  /** Starts over with the first attempt, such as when the network is back. */
  reconnect(): void
  /** Sends progress, or logs that the socket is not connected and connects it if it is closed. @returns whether it was sent. */
  send(progress: WatchProgress): boolean
  close(): void
}

type Options = {
  connect: ConnectFn
  schedule: Schedule
  /** Whether to reconnect after the connection broke. */
  shouldReconnect: () => boolean
  onState: (state: SocketState) => void
  onMessage: (text: string) => void
  /** Close codes after which it does not reconnect. */
  finalCloseCodes: readonly number[]
}

/** Creates the client of `/ws/watch-history/`. Connection and timer are parameters for tests. */
export function createReconnectingSocket(options: Options): ReconnectingSocket {
  let state: SocketState = 'closed'
  let attempts = 0
  let connection: Connection | undefined
  let cancelAttempt: (() => void) | undefined

  function setState(next: SocketState) {
    if (state === next) return
    state = next
    options.onState(next)
  }

  function connect() {
    cancelAttempt = undefined
    setState('connecting')
    let current: Connection | undefined
    // Events of an abandoned connection are ignored.
    const isCurrent = () => current !== undefined && connection === current
    current = options.connect({
      onOpen() {
        if (isCurrent()) setState('open')
      },
      onMessage(text) {
        if (!isCurrent()) return
        // Reset on a message, not on open: a server that accepts and drops connections would be retried forever.
        attempts = 0
        options.onMessage(text)
      },
      onClose(code) {
        if (!isCurrent()) return
        connection = undefined
        if (options.finalCloseCodes.includes(code)) setState('session_ended')
        else if (options.shouldReconnect()) retry()
        else setState('closed')
      },
    })
    connection = current
  }

  function retry() {
    if (attempts >= maxAttempts) return setState('attempts_exhausted')
    attempts += 1
    cancelAttempt = options.schedule(retryDelay_ms(attempts), connect)
    setState('waiting')
  }

  function disconnect() {
    cancelAttempt?.()
    cancelAttempt = undefined
    const previous = connection
    connection = undefined
    previous?.close()
  }

  return {
    get state() {
      return state
    },
    open() {
      if (state === 'closed') connect()
    },
    reconnect() {
      if (state !== 'waiting' && state !== 'attempts_exhausted') return
      disconnect()
      attempts = 0
      connect()
    },
    send({ episode_id, progress }) {
      if (state !== 'open' || !connection) {
        // oxlint-disable-next-line no-console -- the log of the specification, section 8
        console.warn(socketMessages.not_connected)
        if (state === 'closed') connect()
        return false
      }
      connection.send(JSON.stringify({ episode_id, progress: Math.floor(progress) }))
      return true
    },
    close() {
      disconnect()
      setState('closed')
    },
  }
}

/** Connects by the browser's `WebSocket` to this origin. */
export function connectWebSocket(path: string): ConnectFn {
  return (listener) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
    socket.addEventListener('open', () => listener.onOpen())
    socket.addEventListener('message', ({ data }) => listener.onMessage(String(data)))
    socket.addEventListener('close', ({ code }) => listener.onClose(code))
    return { send: (text) => socket.send(text), close: () => socket.close() }
  }
}
