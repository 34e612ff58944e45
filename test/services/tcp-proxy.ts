import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Leads new connections to another port, as a DNS name or a TCP balancer does. Open ones stay where they are. */
  leadTo(port: number): void
  /** Delivers nothing more and closes nothing, as a cut cable. `leadTo` ends it for new connections. */
  cut(): void
  close(): Promise<void>
}

/** Starts a TCP proxy on loopback. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  let targetPort: number | undefined = target
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    if (targetPort === undefined) return
    const upstream = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (targetPort = port),
    cut() {
      targetPort = undefined
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
