/** The way to the index of names from the thread that serves: it asks, and tells what was edited. */
import { secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { Worker } from 'node:worker_threads'
import type { IndexQuery, WorkerResponse, WorkerRequest } from './index-worker.ts'

export type SearchIndexClient = {
  /** Begins to build the index, unless it is there. The first question does too. */
  start(): void
  /** What carries these tags was edited, or may have been: `catalogue`, `series`, `series:12`. */
  invalidate(tags: readonly string[]): void
  /** Seconds for which the oldest edit that was told waits to be in the index; 0 where none does. */
  lagSeconds(): number
  /**
   * @returns the answer as JSON.
   * @throws Refusal `service_unavailable` while the index is not there, after a moment of waiting; at once where too many
   * wait already.
   */
  query(asked: IndexQuery): Promise<Buffer>
  stop(): Promise<void>
}

/** How long a question waits for an index that is being built, in ms: longer than a small catalogue takes. */
const patience = 5_000
const restartAfter = 1_000
/** Questions that wait at once: no more than are answered in a fraction of a second. Who comes then is told to come again. */
export const maxQueuedQueries = 500

type Pending = {
  asked: IndexQuery
  resolve(answer: Buffer): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

const notNow = () => new ProblemError('service_unavailable', { retry_after: 2 })

/** @param onFresh is called when edits that were told have reached the index. */
export function createSearchIndexClient(parts: {
  url: string
  replica_url?: string | undefined
  log: Logger
  onFresh: () => void
}): SearchIndexClient {
  const { log } = parts
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  /** Until it is, questions wait here: those that nobody waits for any more are never asked. */
  let loaded = false
  let stopped = false
  let last = 0
  let toldAt: number | undefined

  const say = (message: WorkerRequest) => worker?.postMessage(message)

  function settle(number: number): Pending | undefined {
    const one = pending.get(number)
    if (one) clearTimeout(one.timer)
    pending.delete(number)
    return one
  }

  function hear(message: WorkerResponse) {
    if (message.kind === 'answer') settle(message.number)?.resolve(Buffer.from(message.body.buffer))
    else if (message.kind === 'failed')
      settle(message.number)?.reject(message.away ? notNow() : new Error(message.error))
    else if (message.kind === 'fresh') {
      toldAt = undefined
      parts.onFresh()
    } else if (message.kind === 'trouble') log.warn({ error: message.error }, 'search index')
    else {
      if (!loaded) for (const [number, { asked }] of pending) say({ kind: 'ask', number, asked })
      loaded = true
      log.info({ ...message }, 'search index')
    }
  }

  function start() {
    if (worker || stopped) return
    const mine = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: { url: parts.url, replica_url: parts.replica_url },
      execArgv: [],
    })
    worker = mine
    mine.on('message', hear)
    mine.on('error', (error) => log.error({ error: String(error) }, 'search index'))
    // Whatever ended it, the next one begins from the database.
    mine.on('exit', () => {
      if (worker === mine) worker = undefined
      loaded = false
      if (stopped) return
      for (const number of pending.keys()) settle(number)?.reject(notNow())
      setTimeout(start, restartAfter).unref()
    })
  }

  async function end(mine: Worker) {
    // One that is still building hears of it late, and reads alone: nothing is lost by cutting it short.
    if (!loaded) return void (await mine.terminate())
    const ended = new Promise((resolve) => mine.once('exit', resolve))
    say({ kind: 'stop' })
    const late = setTimeout(() => void mine.terminate(), patience)
    await ended
    clearTimeout(late)
  }

  return {
    start,
    invalidate(tags) {
      const all = tags.includes('series')
      const ids = tags.flatMap((tag) => (tag.startsWith('series:') ? [Number(tag.slice(7))] : []))
      const names = tags.includes('catalogue')
      if (!all && !names && ids.length === 0) return
      if (names) toldAt ??= performance.now()
      say({ kind: 'told', ids, all, names })
    },
    lagSeconds: () => (toldAt === undefined ? 0 : secondsSince(toldAt)),
    query(asked) {
      start()
      if (pending.size >= maxQueuedQueries) return Promise.reject(notNow())
      const number = ++last
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(number)?.reject(notNow()), patience)
        pending.set(number, { asked, resolve, reject, timer })
        if (loaded) say({ kind: 'ask', number, asked })
      })
    },
    async stop() {
      stopped = true
      if (worker) await end(worker)
      for (const number of pending.keys()) settle(number)?.reject(notNow())
    },
  }
}
