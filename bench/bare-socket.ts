// What `ws` itself takes in when nothing is done with it: messages are parsed as JSON and dropped.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer } from 'ws'

const server = createServer()
const sockets = new WebSocketServer({ server, maxPayload: 1_024, perMessageDeflate: false })
function hear(data: RawData) {
  JSON.parse((data as Buffer).toString())
}
sockets.on('connection', (socket) => socket.on('message', hear))
server.listen(0, '127.0.0.1', 8_192, () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.(process.memoryUsage().rss))
process.on('disconnect', () => process.exit(0))
