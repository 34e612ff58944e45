import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** As the issue measures a first visit: 1.6 Mbps and 150 ms there and back, over all connections together. */
const bytesPerSecond = 200_000
const latency = 150

/**
 * A slow line to a server on this machine. The browser's own throttling was seen to hold every answer for good,
 * so the slowness is made here.
 * @returns the origin to visit instead, and `close()`.
 */
export async function startThrottledProxy(origin: string) {
  const port = Number(new URL(origin).port)
  const sockets = new Set<Socket>()
  let free = 0

  /** Passes on what comes, in its order: after the latency, and no sooner than the line is free. */
  const carry = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      const now = performance.now()
      free = Math.max(now, free) + (chunk.length / bytesPerSecond) * 1000
      setTimeout(() => to.writable && to.write(chunk), free - now + latency / 2)
    })
    from.on('end', () =>
      setTimeout(() => to.end(), Math.max(0, free - performance.now()) + latency),
    )
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    sockets.add(from)
  }

  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      line.close()
    },
  }
}
