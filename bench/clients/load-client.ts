// HTTP load client: keep-alive connections that each send the next request after a response.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { LoadTarget, LoadResult } from '../lib/load.ts'

const {
  urls,
  headers = {},
  connections,
  seconds,
} = workerData as LoadTarget & {
  connections: number
  seconds: number
}
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
const { hostname, port, host } = new URL(urls[0]!)
const requests = urls.map((url) => {
  const { pathname, search } = new URL(url)
  return `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`
})

let at = 0
let answers = 0
let bytes = 0
const startedAt = performance.now()
const sockets = Array.from({ length: connections }, open)

setTimeout(() => {
  const time = (performance.now() - startedAt) / 1_000
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage({ answers: answers / time, bytes: bytes / time } satisfies LoadResult)
}, seconds * 1_000)

/** Delimits responses by `content-length`, which all benchmarked responses have. */
function open() {
  const socket = connect(Number(port), hostname)
  let head: Buffer = Buffer.alloc(0)
  let remaining = 0
  const sendNext = () => socket.write(requests[at++ % requests.length]!)
  socket.setNoDelay(true)
  socket.on('connect', sendNext)
  socket.on('error', (error) => {
    throw error
  })
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (remaining > 0) {
      remaining -= chunk.length
    } else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const headText = head.toString('latin1', 0, end)
      const length = headText.match(/\r\ncontent-length: *(\d+)/i)?.[1]
      if (!/^HTTP\/1\.1 20\d /.test(headText) || length === undefined) throw new Error(headText)
      remaining = Number(length) - (head.length - end - 4)
      head = Buffer.alloc(0)
    }
    if (remaining > 0) return
    answers++
    sendNext()
  })
  return socket
}
