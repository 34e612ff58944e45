// A client thread that sends requests over 32 connections without pause until it is stopped.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Flood = { origin: string; paths: string[]; address: string }

const { origin, paths, address } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const statuses: Record<number, number> = {}
let at = 0
let ended = false

function sendRequest() {
  if (ended) return
  const outgoing = request(origin + paths[at++ % paths.length], {
    agent,
    headers: { 'x-forwarded-for': address, accept: 'text/html' },
  })
  outgoing.on('response', (response) => {
    const status = response.statusCode ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
    response.resume().on('end', sendRequest)
  })
  outgoing.on('error', sendRequest)
  outgoing.end()
}

for (let connection = 0; connection < 32; connection++) sendRequest()
parentPort?.once('message', () => {
  ended = true
  parentPort?.postMessage(statuses)
  agent.destroy()
})
