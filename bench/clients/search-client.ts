// Load client for search: keep-alive connections that send the next query after a response. Runs in its own process and
// bypasses Node's HTTP client, which costs as much per request as the server.
import { connect } from 'node:net'

/** Received over the IPC channel. Queries are sent in order until they or `ms` are used up. */
export type SearchLoadOptions = {
  address: string
  queries: readonly string[]
  clients: number
  ms: number
}
/** Latencies in ms and their total duration. */
export type SearchLoadResult = { times: number[]; seconds: number }

process.once('message', (options: SearchLoadOptions) => {
  void ask(options).then((taken) => process.send?.(taken))
})
process.on('disconnect', () => process.exit(0))

async function ask({
  address,
  queries,
  clients,
  ms,
}: SearchLoadOptions): Promise<SearchLoadResult> {
  const { hostname, port, pathname, search, host } = new URL(address)
  const times: number[] = []
  const startedAt = performance.now()
  let at = 0
  const next = () => {
    if (at === queries.length || performance.now() - startedAt >= ms) return undefined
    const q = encodeURIComponent(queries[at++]!)
    return `GET ${pathname}${search}${q} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  }
  await Promise.all(
    Array.from({ length: clients }, () => client({ hostname, port: Number(port) }, next, times)),
  )
  return { times, seconds: (performance.now() - startedAt) / 1_000 }
}

/** Delimits responses by `content-length`, which all benchmarked responses have. */
function client(
  { hostname, port }: { hostname: string; port: number },
  next: () => string | undefined,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname)
    let head = ''
    let remaining = 0
    let sentAt = 0
    const ask = () => {
      const question = next()
      if (question === undefined) {
        socket.destroy()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(question)
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (remaining > 0) remaining -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
          return reject(new Error(head))
        remaining = Number(length) - (head.length - end - 4)
        head = ''
      }
      if (remaining > 0) return
      times.push(performance.now() - sentAt)
      ask()
    })
  })
}
