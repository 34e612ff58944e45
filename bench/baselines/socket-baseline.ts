// Throughput of `ws` alone: messages are parsed as JSON and dropped.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer } from 'ws'

const server = createServer()
const sockets = new WebSocketServer({ server, maxPayload: 1_024, perMessageDeflate: false })
function onMessage(data: RawData) {
  JSON.parse((data as Buffer).toString())
}
sockets.on('connection', (socket) => socket.on('message', onMessage))
server.listen(0, '127.0.0.1', 8_192, () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ bytes: process.memoryUsage().rss, cpu: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit(0))
