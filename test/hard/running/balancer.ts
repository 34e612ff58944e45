/**
 * A load balancer like nginx or haproxy: it polls `/readyz` of each server, distributes requests over those that
 * are ready, keeps connections open, and retries on another server if the request cannot have taken effect: the
 * connection was refused, or the request only reads and no response began.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export type Balancer = {
  origin: string
  /** Requests that were retried on a second server. */
  readonly tried_again: number
  /** Sets the address of a server: a replaced one has another port. */
  use(ports: readonly number[]): void
  /** Resolves once `/readyz` of this server has been seen to answer 200, or not to. */
  until(port: number, ready: boolean): Promise<void>
  close(): Promise<void>
}

type Upstream = { port: number; ready: boolean; agent: Agent }

/** Poll interval and timeout of `/readyz`, in ms. */
const pollIntervalMs = 200
const lookPatience = 2_000
const repeatable = new Set(['GET', 'HEAD'])

export async function openBalancer(): Promise<Balancer> {
  let upstreams: Upstream[] = []
  let turn = 0
  let triedAgain = 0
  const sockets = new Set<Duplex>()

  async function probe(upstream: Upstream) {
    upstream.ready = await fetch(`http://127.0.0.1:${upstream.port}/readyz`, {
      signal: AbortSignal.timeout(lookPatience),
      headers: { connection: 'close' },
    }).then(
      (response) => response.ok,
      () => false,
    )
  }
  const timer = setInterval(() => upstreams.forEach((each) => void probe(each)), pollIntervalMs)

  function choose(but?: Upstream): Upstream | undefined {
    const others = upstreams.filter((each) => each !== but)
    const ready = others.filter((each) => each.ready)
    // If no server is known to be ready, tries any.
    const among = ready.length > 0 ? ready : others
    return among[turn++ % among.length]
  }

  function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    to = choose(),
    again = false,
  ) {
    if (!to) return void outgoing.writeHead(502).end()
    const upward = request(
      {
        host: '127.0.0.1',
        port: to.port,
        agent: to.agent,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' },
      },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      },
    )
    upward.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return outgoing.destroy()
      const undone = error.code === 'ECONNREFUSED' || repeatable.has(incoming.method ?? '')
      const other = undone && !again ? choose(to) : undefined
      if (!other) return outgoing.writeHead(502).end()
      if (error.code === 'ECONNREFUSED') to.ready = false
      triedAgain++
      return forward(incoming, outgoing, body, other, true)
    })
    upward.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => forward(incoming, outgoing, Buffer.concat(parts)))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    connect(incoming, socket)
  })
  function connect(incoming: IncomingMessage, socket: Duplex, but?: Upstream) {
    const to = choose(but)
    if (!to) return socket.destroy()
    const upward = request({
      host: '127.0.0.1',
      port: to.port,
      agent: false,
      path: incoming.url,
      headers: incoming.headers,
    })
    upward.on('upgrade', (answer, other) => {
      other.on('error', () => socket.destroy())
      const lines = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.pipe(other).pipe(socket)
    })
    upward.on('response', (answer) => {
      socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\nconnection: close\r\n\r\n`)
    })
    upward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && !but) connect(incoming, socket, to)
      else socket.destroy()
    })
    upward.end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get tried_again() {
      return triedAgain
    },
    use(ports) {
      upstreams = ports.map(
        (port) =>
          upstreams.find((each) => each.port === port) ?? {
            port,
            ready: false,
            agent: new Agent({ keepAlive: true, maxSockets: 100 }),
          },
      )
    },
    async until(port, ready) {
      for (;;) {
        const upstream = upstreams.find((each) => each.port === port)
        if (!upstream) throw new Error(`Nothing goes to port ${port}.`)
        await probe(upstream)
        if (upstream.ready === ready) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      for (const { agent } of upstreams) agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
