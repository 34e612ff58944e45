// The client of our own: kept connections that each ask again as soon as they are answered.
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
const questions = urls.map((url) => {
  const { pathname, search } = new URL(url)
  return `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`
})

let at = 0
let answers = 0
let bytes = 0
const began = performance.now()
const sockets = Array.from({ length: connections }, open)

setTimeout(() => {
  const time = (performance.now() - began) / 1_000
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage({ answers: answers / time, bytes: bytes / time } satisfies LoadResult)
}, seconds * 1_000)

/** Answers are told apart by `content-length`, which everything asked here has. */
function open() {
  const socket = connect(Number(port), hostname)
  let head: Buffer = Buffer.alloc(0)
  let left = 0
  const ask = () => socket.write(questions[at++ % questions.length]!)
  socket.setNoDelay(true)
  socket.on('connect', ask)
  socket.on('error', (error) => {
    throw error
  })
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (left > 0) {
      left -= chunk.length
    } else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const said = head.toString('latin1', 0, end)
      const length = said.match(/\r\ncontent-length: *(\d+)/i)?.[1]
      if (!/^HTTP\/1\.1 20\d /.test(said) || length === undefined) throw new Error(said)
      left = Number(length) - (head.length - end - 4)
      head = Buffer.alloc(0)
    }
    if (left > 0) return
    answers++
    ask()
  })
  return socket
}
