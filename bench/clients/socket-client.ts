// Opens thousands of sockets at low client cost: frames are built once and written in batches.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../report.ts'

/** Received over the IPC channel. `cookies` has one entry per socket. */
export type SocketClientOptions = {
  port: number
  path: string
  cookies: readonly string[]
  episode_id: number
}
/** `flood`: as many messages as are accepted. `save`: one message per socket, the next after it is saved. */
export type SocketWorkload = { kind: 'flood' | 'save'; seconds: number }
export type SocketResult = { messages: number; seconds: number; p50: number; p99: number }

/** Messages per write; a ping after each batch shows when they have been processed. */
const batchSize = 20

type Connection = { socket: Socket; progress: number; sent: number; left: Buffer | undefined }

const lines: Connection[] = []
let currentWorkload: SocketWorkload | undefined
let messages = 0
let ends = 0
let waits: number[] = []

/** A masked frame with a zero mask, so that the payload is unchanged. */
function frame(opcode: number, content: string): Buffer {
  const body = Buffer.from(content)
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0]), body])
}

let episode = 0
function write(connection: Connection) {
  if (!currentWorkload || performance.now() > ends) return
  connection.sent = performance.now()
  const frames: Buffer[] = []
  const count = currentWorkload.kind === 'flood' ? batchSize : 1
  for (let at = 0; at < count; at++) {
    connection.progress = (connection.progress + 1) % 3_000
    frames.push(frame(1, `{"episode_id":${episode},"progress":${connection.progress}}`))
  }
  if (currentWorkload.kind === 'flood') frames.push(frame(9, ''))
  connection.socket.write(Buffer.concat(frames))
}

/** Server frames here are short and unmasked: opcode, length below 126, payload. */
function onData(connection: Connection, chunk: Buffer) {
  let buffer = connection.left ? Buffer.concat([connection.left, chunk]) : chunk
  while (buffer.length >= 2) {
    const long = (buffer[1] ?? 0) === 126
    if (long && buffer.length < 4) break
    const start = long ? 4 : 2
    const length = long ? buffer.readUInt16BE(2) : (buffer[1] ?? 0)
    if (buffer.length < start + length) break
    const opcode = (buffer[0] ?? 0) & 15
    const isSaved =
      opcode === 1 && buffer.toString('latin1', start, start + 15) === '{"type":"saved"'
    if (
      opcode === 1 &&
      !isSaved &&
      buffer.toString('latin1', start, start + 15) === '{"type":"error"'
    )
      throw new Error(buffer.toString('utf8', start, start + length))
    const awaited = currentWorkload?.kind === 'flood' ? opcode === 10 : isSaved
    if (awaited) {
      messages += currentWorkload?.kind === 'flood' ? batchSize : 1
      waits.push(performance.now() - connection.sent)
      write(connection)
    }
    buffer = buffer.subarray(start + length)
  }
  connection.left = buffer.length > 0 ? Buffer.from(buffer) : undefined
}

function open({ port, path, cookies }: SocketClientOptions, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const connection: Connection = { socket, progress: 0, sent: 0, left: undefined }
    socket.setNoDelay(true)
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `origin: http://127.0.0.1:${port}`,
        ...['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        ...[`cookie: ${cookies[at]}`, '', ''],
      ].join('\r\n'),
    )
    socket.on('error', reject)
    socket.once('data', (head: Buffer) => {
      if (!head.toString('latin1').startsWith('HTTP/1.1 101'))
        return reject(new Error(String(head)))
      lines.push(connection)
      socket.on('data', (chunk: Buffer) => onData(connection, chunk))
      resolve()
    })
  })
}

async function runWorkload(workload: SocketWorkload): Promise<SocketResult> {
  currentWorkload = workload
  messages = 0
  waits = []
  const startedAt = performance.now()
  ends = startedAt + workload.seconds * 1_000
  for (const connection of lines) write(connection)
  await pause(workload.seconds * 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  const result = { messages, seconds, p50: median(waits), p99: percentile(waits, 0.99) }
  // Responses to messages in flight are received but not counted.
  await pause(3_000)
  return result
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

process.on('message', (message: SocketClientOptions | SocketWorkload) => {
  void (async () => {
    if ('cookies' in message) {
      episode = message.episode_id
      for (let at = 0; at < message.cookies.length; at += 50)
        await Promise.all(
          message.cookies.slice(at, at + 50).map((_, index) => open(message, at + index)),
        )
      process.send?.(lines.length)
    } else process.send?.(await runWorkload(message))
  })()
})
process.on('disconnect', () => process.exit(0))
process.send?.('here')
