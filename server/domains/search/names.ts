/** The way to the index of names from the thread that serves: it asks, and tells that something was edited. */
import { secondsSince } from '#server/kernel/counters.ts'
import type { Log } from '#server/kernel/log.ts'
import { Refusal } from '#server/kernel/refusals.ts'
import { Worker } from 'node:worker_threads'
import type { FromThread, ToThread } from './index-thread.ts'
import type { Found, Question } from './name-index.ts'

export type Names = {
  /** Begins to build the index, unless it is there. The first question does too. */
  start(): void
  /** Something in the catalogue was edited, or may have been. */
  told(): void
  /** Seconds for which the oldest edit that was told waits to be in the index; 0 where none does. */
  behind(): number
  /** @throws Refusal `service_unavailable` while the index is not there, after a moment of waiting. */
  ask(question: Question): Promise<Found>
  stop(): Promise<void>
}

/** How long a question waits for an index that is being built, in ms: longer than a small catalogue takes. */
const patience = 5_000
const restartAfter = 1_000

type Pending = { resolve(found: Found): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** @param onFresh is called when edits that were told have reached the index. */
export function createNames(parts: { url: string; log: Log; onFresh: () => void }): Names {
  const { log } = parts
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let stopped = false
  let last = 0
  let toldAt: number | undefined

  const say = (message: ToThread) => worker?.postMessage(message)

  function settle(number: number): Pending | undefined {
    const one = pending.get(number)
    if (one) clearTimeout(one.timer)
    pending.delete(number)
    return one
  }

  function hear(message: FromThread) {
    if (message.kind === 'answer') settle(message.number)?.resolve(message.found)
    else if (message.kind === 'failed') settle(message.number)?.reject(new Error(message.error))
    else if (message.kind === 'fresh') {
      toldAt = undefined
      parts.onFresh()
    } else if (message.kind === 'trouble') log.warn({ error: message.error }, 'search index')
    else log.info({ ...message }, 'search index')
  }

  function start() {
    if (worker || stopped) return
    const mine = new Worker(new URL('./index-thread.ts', import.meta.url), {
      workerData: { url: parts.url },
      execArgv: [],
    })
    worker = mine
    mine.on('message', hear)
    mine.on('error', (error) => log.error({ error: String(error) }, 'search index'))
    // Whatever ended it, the next one begins from the database.
    mine.on('exit', () => {
      if (worker === mine) worker = undefined
      if (stopped) return
      for (const number of pending.keys())
        settle(number)?.reject(new Refusal('service_unavailable', { retry_after: 2 }))
      setTimeout(start, restartAfter).unref()
    })
  }

  return {
    start,
    told() {
      toldAt ??= performance.now()
      say({ kind: 'told' })
    },
    behind: () => (toldAt === undefined ? 0 : secondsSince(toldAt)),
    ask(question) {
      start()
      const number = ++last
      return new Promise<Found>((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(number)
          reject(new Refusal('service_unavailable', { retry_after: 2 }))
        }, patience)
        pending.set(number, { resolve, reject, timer })
        say({ kind: 'ask', number, question })
      })
    },
    async stop() {
      stopped = true
      const mine = worker
      if (!mine) return
      const ended = new Promise((resolve) => mine.once('exit', resolve))
      say({ kind: 'stop' })
      const late = setTimeout(() => void mine.terminate(), patience)
      await ended
      clearTimeout(late)
      for (const number of pending.keys())
        settle(number)?.reject(new Refusal('service_unavailable', { retry_after: 2 }))
    },
  }
}
