import { expect, test } from 'vitest'
import {
  type ConnectionListener,
  createReconnectingSocket,
  socketMessages,
  type SocketState,
} from './reconnecting-socket.ts'

/** A network of one socket whose fate the test decides, and a clock that it turns. */
function setUp(wanted = () => true) {
  const lines: { hearer: ConnectionListener; sent: string[]; closed: boolean }[] = []
  const delays: number[] = []
  const states: SocketState[] = []
  const answers: string[] = []
  let due: (() => void) | undefined
  const socket = createReconnectingSocket({
    connect(hearer) {
      const line = { hearer, sent: [] as string[], closed: false }
      lines.push(line)
      return { send: (text) => line.sent.push(text), close: () => (line.closed = true) }
    },
    schedule(ms, run) {
      delays.push(ms)
      due = run
      return () => (due = undefined)
    },
    shouldReconnect: wanted,
    onState: (state) => states.push(state),
    onMessage: (text) => answers.push(text),
    finalCloseCodes: [4401],
  })
  const wait = () => {
    const run = due
    due = undefined
    run?.()
    return run !== undefined
  }
  const line = () => lines.at(-1)!
  return { socket, lines, line, delays, states, answers, wait }
}

test('progress goes out in whole seconds, and not at all before it is open', () => {
  const { socket, line } = setUp()
  expect(socket.send({ episode_id: 3, progress: 10.9 })).toBe(false)
  expect(socket.message).toBe('WebSocket not connected')
  socket.open()
  socket.open()
  expect(socket.send({ episode_id: 3, progress: 10.9 })).toBe(false)
  line().hearer.onOpen()
  expect(socket.message).toBeNull()
  expect(socket.send({ episode_id: 3, progress: 10.9 })).toBe(true)
  expect(line().sent).toEqual(['{"episode_id":3,"progress":10}'])
})

test('five attempts, each 3 s later than the one before, then it is given up', () => {
  const { socket, lines, line, delays, wait } = setUp()
  socket.open()
  line().hearer.onClose(1006)
  while (wait()) line().hearer.onClose(1006)
  expect(delays).toEqual([3_000, 6_000, 9_000, 12_000, 15_000])
  expect(lines).toHaveLength(6)
  expect(socket.state).toBe('attempts_exhausted')
  expect(socket.message).toBe('Max reconnection attempts reached')
  expect(socket.message).toBe(socketMessages.attempts_exhausted)
  socket.open()
  expect(lines).toHaveLength(6)
})

test('a socket that answered begins with the first attempt again, one that only opened does not', () => {
  const { socket, line, delays, answers, wait } = setUp()
  socket.open()
  line().hearer.onClose(1006)
  wait()
  line().hearer.onOpen()
  line().hearer.onClose(1012)
  expect(delays).toEqual([3_000, 6_000])
  wait()
  line().hearer.onOpen()
  line().hearer.onMessage('{"type":"saved"}')
  line().hearer.onClose(1012)
  expect(delays).toEqual([3_000, 6_000, 3_000])
  expect(answers).toHaveLength(1)
})

test('the network is back: from the first attempt, at once, and the old one is not heard any more', () => {
  const { socket, lines, line, delays, wait } = setUp()
  socket.open()
  line().hearer.onClose(1006)
  while (wait()) line().hearer.onClose(1006)
  const old = line()
  socket.reconnect()
  expect(socket.state).toBe('connecting')
  old.hearer.onClose(1006)
  old.hearer.onOpen()
  expect(socket.state).toBe('connecting')
  line().hearer.onOpen()
  socket.reconnect()
  expect(lines).toHaveLength(7)
  line().hearer.onClose(1006)
  expect(delays.at(-1)).toBe(3_000)
})

test('while nothing plays it is not wanted back; who is signed out does not ask again', () => {
  const paused = setUp(() => false)
  paused.socket.open()
  paused.line().hearer.onOpen()
  paused.line().hearer.onClose(1006)
  expect([paused.socket.state, paused.delays]).toEqual(['closed', []])

  const ended = setUp()
  ended.socket.open()
  ended.line().hearer.onOpen()
  ended.line().hearer.onClose(4401)
  ended.socket.open()
  expect([ended.socket.state, ended.delays, ended.lines.length]).toEqual(['session_ended', [], 1])
})

test('closing calls off the attempt that waits', () => {
  const { socket, line, lines, wait } = setUp()
  socket.open()
  line().hearer.onClose(1006)
  socket.close()
  expect(wait()).toBe(false)
  socket.open()
  line().hearer.onOpen()
  socket.close()
  expect([lines.length, line().closed, socket.state]).toEqual([2, true, 'closed'])
})
