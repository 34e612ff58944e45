import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ConnectionListener,
  createReconnectingSocket,
  type SocketState,
} from './reconnecting-socket.ts'

let log: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  log = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

/** A socket with a fake connection and timer. */
function setUp(shouldReconnect = () => true) {
  const connections: { listener: ConnectionListener; sent: string[]; closed: boolean }[] = []
  const delays: number[] = []
  const states: SocketState[] = []
  const messages: string[] = []
  let scheduled: (() => void) | undefined
  const socket = createReconnectingSocket({
    connect(listener) {
      const connection = { listener, sent: [] as string[], closed: false }
      connections.push(connection)
      return { send: (text) => connection.sent.push(text), close: () => (connection.closed = true) }
    },
    schedule(ms, run) {
      delays.push(ms)
      scheduled = run
      return () => (scheduled = undefined)
    },
    shouldReconnect,
    onState: (state) => states.push(state),
    onMessage: (text) => messages.push(text),
    finalCloseCodes: [4401],
  })
  const advance = () => {
    const run = scheduled
    scheduled = undefined
    run?.()
    return run !== undefined
  }
  const last = () => connections.at(-1)!
  return { socket, connections, last, delays, states, messages, advance }
}

test('sends progress in whole seconds, only while it is open', () => {
  const { socket, last } = setUp()
  socket.open()
  socket.open()
  expect(socket.send({ episode_id: 3, progress: 10.9 })).toBe(false)
  last().listener.onOpen()
  expect(socket.send({ episode_id: 3, progress: 10.9 })).toBe(true)
  expect(last().sent).toEqual(['{"episode_id":3,"progress":10}'])
})

test('logs a message that is sent while it is not connected, and connects for it', () => {
  const { socket, connections, last } = setUp(() => false)
  expect(socket.send({ episode_id: 3, progress: 10 })).toBe(false)
  expect(log.mock.calls).toEqual([['WebSocket not connected']])
  expect([socket.state, connections.length]).toEqual(['connecting', 1])
  expect(socket.send({ episode_id: 3, progress: 15 })).toBe(false)
  expect([log.mock.calls.length, connections.length]).toEqual([2, 1])
  last().listener.onOpen()
  socket.send({ episode_id: 3, progress: 15 })
  expect(log.mock.calls.length).toBe(2)
})

test('does not connect for a message after the last attempt or while the next one waits', () => {
  const { socket, connections, last, advance } = setUp()
  socket.open()
  last().listener.onClose(1006)
  socket.send({ episode_id: 3, progress: 10 })
  expect([socket.state, connections.length]).toEqual(['waiting', 1])
  while (advance()) last().listener.onClose(1006)
  socket.send({ episode_id: 3, progress: 10 })
  expect([socket.state, connections.length]).toEqual(['attempts_exhausted', 6])
})

test('reconnects five times with growing delays, then stops', () => {
  const { socket, connections, last, delays, advance } = setUp()
  socket.open()
  last().listener.onClose(1006)
  while (advance()) last().listener.onClose(1006)
  expect(delays).toEqual([3_000, 6_000, 9_000, 12_000, 15_000])
  expect(connections).toHaveLength(6)
  expect(socket.state).toBe('attempts_exhausted')
  socket.open()
  expect(connections).toHaveLength(6)
})

test('resets the attempts after a message, not after the connection opened', () => {
  const { socket, last, delays, messages, advance } = setUp()
  socket.open()
  last().listener.onClose(1006)
  advance()
  last().listener.onOpen()
  last().listener.onClose(1012)
  expect(delays).toEqual([3_000, 6_000])
  advance()
  last().listener.onOpen()
  last().listener.onMessage('{"type":"saved"}')
  last().listener.onClose(1012)
  expect(delays).toEqual([3_000, 6_000, 3_000])
  expect(messages).toHaveLength(1)
})

test('reconnect starts over at once and ignores the old connection', () => {
  const { socket, connections, last, delays, advance } = setUp()
  socket.open()
  last().listener.onClose(1006)
  while (advance()) last().listener.onClose(1006)
  const old = last()
  socket.reconnect()
  expect(socket.state).toBe('connecting')
  old.listener.onClose(1006)
  old.listener.onOpen()
  expect(socket.state).toBe('connecting')
  last().listener.onOpen()
  socket.reconnect()
  expect(connections).toHaveLength(7)
  last().listener.onClose(1006)
  expect(delays.at(-1)).toBe(3_000)
})

test('does not reconnect if it should not, or after a final close code', () => {
  const paused = setUp(() => false)
  paused.socket.open()
  paused.last().listener.onOpen()
  paused.last().listener.onClose(1006)
  expect([paused.socket.state, paused.delays]).toEqual(['closed', []])

  const ended = setUp()
  ended.socket.open()
  ended.last().listener.onOpen()
  ended.last().listener.onClose(4401)
  ended.socket.open()
  expect([ended.socket.state, ended.delays, ended.connections.length]).toEqual([
    'session_ended',
    [],
    1,
  ])
})

test('close cancels the pending attempt', () => {
  const { socket, last, connections, advance } = setUp()
  socket.open()
  last().listener.onClose(1006)
  socket.close()
  expect(advance()).toBe(false)
  socket.open()
  last().listener.onOpen()
  socket.close()
  expect([connections.length, last().closed, socket.state]).toEqual([2, true, 'closed'])
})
