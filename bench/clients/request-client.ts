// Asks calls of several kinds side by side, and notes how long each took and what it answered.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type RequestSpec = {
  name: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  /** Asked in turn, where there are any. */
  bodies?: readonly string[]
} & (
  | { /** So many ask again as soon as they are answered. */ connections: number }
  | { /** So many in a second, whether or not those before are answered. */ offered: number }
  | { /** One, after a rest of so many milliseconds each time. */ rest: number }
)
export type RequestPlan = { questions: readonly RequestSpec[]; seconds: number }
/** By name of the question: milliseconds of each answer by its status. */
export type LatencySamples = Record<string, Record<number, number[]>>

const { questions, seconds } = workerData as RequestPlan
const answers: LatencySamples = {}
const began = performance.now()
const left = () => seconds * 1_000 - (performance.now() - began)

await Promise.all(questions.map(ask))
parentPort?.postMessage(answers)

async function ask(question: RequestSpec) {
  // One for each kind, so that none waits for another's connections here. More than the server lets wait; beyond, the
  // machine's own queue of connections would refuse.
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  let at = 0
  const once = () => time(question, agent, question.bodies?.[at++ % question.bodies.length])
  if ('connections' in question) {
    await Promise.all(
      Array.from({ length: question.connections }, async () => {
        while (left() > 0) await once()
      }),
    )
  } else if ('rest' in question) {
    while (left() > 0) {
      await once()
      await pause(question.rest)
    }
  } else {
    const asked: Promise<void>[] = []
    while (left() > 0) {
      const due = ((performance.now() - began) / 1_000) * question.offered
      while (asked.length < due) asked.push(once())
      await pause(2)
    }
    await Promise.all(asked)
  }
  agent.destroy()
}

function time(
  { name, method, url, headers = {} }: RequestSpec,
  agent: Agent,
  body: string | undefined,
) {
  const asked = performance.now()
  return new Promise<void>((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers } }, (response) => {
      response.resume()
      response.on('end', () => {
        const byStatus = (answers[name] ??= {})
        ;(byStatus[response.statusCode ?? 0] ??= []).push(performance.now() - asked)
        resolve()
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
