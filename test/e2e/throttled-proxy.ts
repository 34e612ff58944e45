import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Throughput over all connections together, and time there and back in ms. */
type Line = { bytes_per_second: number; latency_ms: number }
/** A first visit by a phone: 1.6 Mbps. */
const phoneLine: Line = { bytes_per_second: 200_000, latency_ms: 150 }

/**
 * A slow line to a server on this machine. The browser's own throttling was seen to hold every answer for good,
 * so the slowness is made here.
 * @returns the origin to visit instead, and `close()`.
 */
export async function startThrottledProxy(
  origin: string,
  { bytes_per_second, latency_ms }: Line = phoneLine,
) {
  const port = Number(new URL(origin).port)
  const sockets = new Set<Socket>()
  let free = 0

  /** Passes on what comes, in its order: after the latency, and no sooner than the line is free. */
  const carry = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      const now = performance.now()
      free = Math.max(now, free) + (chunk.length / bytes_per_second) * 1000
      setTimeout(() => to.writable && to.write(chunk), free - now + latency_ms / 2)
    })
    from.on('end', () =>
      setTimeout(() => to.end(), Math.max(0, free - performance.now()) + latency_ms),
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
