import type { WatchProgress } from '#contract/contents/watch-history.ts'

/** The specification, section 9: at most 5 attempts, 3 s times the attempt, never more than 30 s. */
const mostAttempts = 5
const delayOf = (attempt: number) => Math.min(3_000 * attempt, 30_000)

/** Its two messages, word for word. They are states that one can ask for; nothing is thrown or logged. */
export const socketMessages = {
  attempts_exhausted: 'Max reconnection attempts reached',
  not_connected: 'WebSocket not connected',
} as const

type SocketMessage = (typeof socketMessages)[keyof typeof socketMessages]

/**
 * `waiting` is between two attempts, `given_up` after the last. `ended`: the server said that nobody is signed in
 * any more, so that asking again would be in vain.
 */
export type SocketState =
  | 'closed'
  | 'connecting'
  | 'open'
  | 'waiting'
  | 'attempts_exhausted'
  | 'session_ended'

/** What the browser's `WebSocket` is used for. `code` is the one it was closed with. */
type Connection = { send(text: string): void; close(): void }
export type ConnectionListener = {
  onOpen(): void
  onMessage(text: string): void
  onClose(code: number): void
}
type ConnectFn = (hearer: ConnectionListener) => Connection

/** Runs something in `ms`; what it returns calls that off. */
export type Schedule = (ms: number, run: () => void) => () => void

export type ReconnectingSocket = {
  readonly state: SocketState
  /** Why nothing goes over it now, in the specification's words; null while it is open. */
  readonly message: SocketMessage | null
  /** Opens it, unless it is open, being opened, or given up. */
  open(): void
  /** Begins with the first attempt again: the network is back. */
  reconnect(): void
  /** Whether it went out. */
  send(given: WatchProgress): boolean
  close(): void
}

type Needs = {
  connect: ConnectFn
  schedule: Schedule
  /** Whether a broken connection is wanted back: only while something plays. */
  shouldReconnect: () => boolean
  onState: (state: SocketState) => void
  onMessage: (text: string) => void
  /** Codes with which the server closes for good. */
  finalCloseCodes: readonly number[]
}

/** The client of `/ws/watch-history/`: a state machine on a connection and a clock that are given to it. */
export function createReconnectingSocket(needs: Needs): ReconnectingSocket {
  let state: SocketState = 'closed'
  let attempts = 0
  let connection: Connection | undefined
  let callOff: (() => void) | undefined

  function become(next: SocketState) {
    if (state === next) return
    state = next
    needs.onState(next)
  }

  function connect() {
    callOff = undefined
    become('connecting')
    let mine: Connection | undefined
    // What an abandoned connection still says is nobody's business.
    const isMine = () => mine !== undefined && connection === mine
    mine = needs.connect({
      onOpen() {
        if (isMine()) become('open')
      },
      onMessage(text) {
        if (!isMine()) return
        // Only one that answers has worked: a server that opens and drops would be asked for ever.
        attempts = 0
        needs.onMessage(text)
      },
      onClose(code) {
        if (!isMine()) return
        connection = undefined
        if (needs.finalCloseCodes.includes(code)) become('session_ended')
        else if (needs.shouldReconnect()) again()
        else become('closed')
      },
    })
    connection = mine
  }

  function again() {
    if (attempts >= mostAttempts) return become('attempts_exhausted')
    attempts += 1
    callOff = needs.schedule(delayOf(attempts), connect)
    become('waiting')
  }

  function drop() {
    callOff?.()
    callOff = undefined
    const dropped = connection
    connection = undefined
    dropped?.close()
  }

  return {
    get state() {
      return state
    },
    get message() {
      if (state === 'open') return null
      return state === 'attempts_exhausted'
        ? socketMessages.attempts_exhausted
        : socketMessages.not_connected
    },
    open() {
      if (state === 'closed') connect()
    },
    reconnect() {
      if (state !== 'waiting' && state !== 'attempts_exhausted') return
      drop()
      attempts = 0
      connect()
    },
    send(given) {
      if (state !== 'open' || !connection) return false
      const { episode_id, progress } = given
      connection.send(JSON.stringify({ episode_id, progress: Math.floor(progress) }))
      return true
    },
    close() {
      drop()
      become('closed')
    },
  }
}

/** The browser's own, to this site; secure where the page is. */
export function connectWebSocket(path: string): ConnectFn {
  return (hearer) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
    socket.addEventListener('open', () => hearer.onOpen())
    socket.addEventListener('message', ({ data }) => hearer.onMessage(String(data)))
    socket.addEventListener('close', ({ code }) => hearer.onClose(code))
    return { send: (text) => socket.send(text), close: () => socket.close() }
  }
}
