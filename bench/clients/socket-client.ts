// Thousands of sockets that cost their client little: frames are made once and written many at a time.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../report.ts'

/** Told over the channel. `cookies` has one for each socket. */
export type SocketClientOptions = {
  port: number
  path: string
  cookies: readonly string[]
  episode_id: number
}
/** `flood`: as much as is taken in. `save`: one message a socket, the next when it was saved. */
export type SocketWorkload = { kind: 'flood' | 'save'; seconds: number }
export type SocketResult = { messages: number; seconds: number; p50: number; p99: number }

/** Messages in one write; after each the far side is asked (ping) whether it is done with them. */
const atOnce = 20

type Line = { socket: Socket; progress: number; sent: number; left: Buffer | undefined }

const lines: Line[] = []
let order: SocketWorkload | undefined
let messages = 0
let ends = 0
let waits: number[] = []

/** A masked frame; the mask is zero, so that the content stands as it is. */
function frame(opcode: number, content: string): Buffer {
  const body = Buffer.from(content)
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0]), body])
}

let episode = 0
function write(line: Line) {
  if (!order || performance.now() > ends) return
  line.sent = performance.now()
  const frames: Buffer[] = []
  const count = order.kind === 'flood' ? atOnce : 1
  for (let at = 0; at < count; at++) {
    line.progress = (line.progress + 1) % 3_000
    frames.push(frame(1, `{"episode_id":${episode},"progress":${line.progress}}`))
  }
  if (order.kind === 'flood') frames.push(frame(9, ''))
  line.socket.write(Buffer.concat(frames))
}

/** Frames of a server are short and unmasked here: opcode, length below 126, content. */
function hear(line: Line, chunk: Buffer) {
  let rest = line.left ? Buffer.concat([line.left, chunk]) : chunk
  while (rest.length >= 2) {
    const long = (rest[1] ?? 0) === 126
    if (long && rest.length < 4) break
    const start = long ? 4 : 2
    const length = long ? rest.readUInt16BE(2) : (rest[1] ?? 0)
    if (rest.length < start + length) break
    const opcode = (rest[0] ?? 0) & 15
    const isSaved = opcode === 1 && rest.toString('latin1', start, start + 15) === '{"type":"saved"'
    if (
      opcode === 1 &&
      !isSaved &&
      rest.toString('latin1', start, start + 15) === '{"type":"error"'
    )
      throw new Error(rest.toString('utf8', start, start + length))
    const awaited = order?.kind === 'flood' ? opcode === 10 : isSaved
    if (awaited) {
      messages += order?.kind === 'flood' ? atOnce : 1
      waits.push(performance.now() - line.sent)
      write(line)
    }
    rest = rest.subarray(start + length)
  }
  line.left = rest.length > 0 ? Buffer.from(rest) : undefined
}

function open({ port, path, cookies }: SocketClientOptions, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const line: Line = { socket, progress: 0, sent: 0, left: undefined }
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
      lines.push(line)
      socket.on('data', (chunk: Buffer) => hear(line, chunk))
      resolve()
    })
  })
}

async function obey(given: SocketWorkload): Promise<SocketResult> {
  order = given
  messages = 0
  waits = []
  const began = performance.now()
  ends = began + given.seconds * 1_000
  for (const line of lines) write(line)
  await pause(given.seconds * 1_000)
  const seconds = (performance.now() - began) / 1_000
  const said = { messages, seconds, p50: median(waits), p99: percentile(waits, 0.99) }
  // What is under way still comes in, and does not count.
  await pause(3_000)
  return said
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

process.on('message', (told: SocketClientOptions | SocketWorkload) => {
  void (async () => {
    if ('cookies' in told) {
      episode = told.episode_id
      for (let at = 0; at < told.cookies.length; at += 50)
        await Promise.all(told.cookies.slice(at, at + 50).map((_, index) => open(told, at + index)))
      process.send?.(lines.length)
    } else process.send?.(await obey(told))
  })()
})
process.on('disconnect', () => process.exit(0))
process.send?.('here')
