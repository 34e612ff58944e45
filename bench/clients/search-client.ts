// Who asks the search that is measured: kept connections, each of which asks again as soon as it is answered. In a process
// of its own and past Node's own client, which takes as long to ask as the server to answer.
import { connect } from 'node:net'

/** Told over the channel. Queries are asked in turn, until they or `ms` are over. */
export type SearchLoadOptions = {
  address: string
  queries: readonly string[]
  clients: number
  ms: number
}
/** How long each answer took, in ms, and all of them together. */
export type SearchLoadResult = { times: number[]; seconds: number }

process.once('message', (given: SearchLoadOptions) => {
  void ask(given).then((taken) => process.send?.(taken))
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
  const began = performance.now()
  let at = 0
  const next = () => {
    if (at === queries.length || performance.now() - began >= ms) return undefined
    const q = encodeURIComponent(queries[at++]!)
    return `GET ${pathname}${search}${q} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  }
  await Promise.all(
    Array.from({ length: clients }, () => client({ hostname, port: Number(port) }, next, times)),
  )
  return { times, seconds: (performance.now() - began) / 1_000 }
}

/** Answers are told apart by `content-length`, which everything asked here has. */
function client(
  { hostname, port }: { hostname: string; port: number },
  next: () => string | undefined,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname)
    let head = ''
    let left = 0
    let asked = 0
    const ask = () => {
      const question = next()
      if (question === undefined) {
        socket.destroy()
        return resolve()
      }
      asked = performance.now()
      socket.write(question)
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (left > 0) left -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
          return reject(new Error(head))
        left = Number(length) - (head.length - end - 4)
        head = ''
      }
      if (left > 0) return
      times.push(performance.now() - asked)
      ask()
    })
  })
}
