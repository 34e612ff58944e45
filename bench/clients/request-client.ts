// Sends several kinds of requests in parallel and records the latency of each by status.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type RequestSpec = {
  name: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  /** Used round-robin, if any. */
  bodies?: readonly string[]
  /** Cookies of the sessions that send it, used round-robin, if any. */
  cookies?: readonly string[]
} & (
  | { /** Connections that each send the next request after a response. */ connections: number }
  | { /** Requests per second, independent of responses. */ offered: number }
  | { /** Sequential requests with a pause in ms between them. */ rest: number }
)
export type RequestPlan = { questions: readonly RequestSpec[]; seconds: number }
/** By request name: latencies in ms per status. */
export type LatencySamples = Record<string, Record<number, number[]>>

const { questions, seconds } = workerData as RequestPlan
const answers: LatencySamples = {}
const startedAt = performance.now()
const remainingMs = () => seconds * 1_000 - (performance.now() - startedAt)

await Promise.all(questions.map(sendRequests))
parentPort?.postMessage(answers)

async function sendRequests(question: RequestSpec) {
  // One agent per kind, so that no kind waits for the connections of another. The limit exceeds the queue of the server but
  // stays below the listen backlog, beyond which connections would be refused.
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  let at = 0
  const once = () => time(question, agent, at++)
  if ('connections' in question) {
    await Promise.all(
      Array.from({ length: question.connections }, async () => {
        while (remainingMs() > 0) await once()
      }),
    )
  } else if ('rest' in question) {
    while (remainingMs() > 0) {
      await once()
      await pause(question.rest)
    }
  } else {
    const pending: Promise<void>[] = []
    while (remainingMs() > 0) {
      const due = ((performance.now() - startedAt) / 1_000) * question.offered
      while (pending.length < due) pending.push(once())
      await pause(2)
    }
    await Promise.all(pending)
  }
  agent.destroy()
}

function time(
  { name, method, url, headers = {}, bodies, cookies }: RequestSpec,
  agent: Agent,
  index: number,
) {
  const cookie = cookies?.[index % cookies.length]
  const body = bodies?.[index % bodies.length]
  const sentAt = performance.now()
  return new Promise<void>((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...(cookie && { cookie }) } },
      (response) => {
        response.resume()
        response.on('end', () => {
          const byStatus = (answers[name] ??= {})
          ;(byStatus[response.statusCode ?? 0] ??= []).push(performance.now() - sentAt)
          resolve()
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
