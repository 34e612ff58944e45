/** The client of the title index, which runs in a worker thread: sends queries and notifications of edits. */
import { secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { Worker } from 'node:worker_threads'
import type { IndexQuery, WorkerResponse, WorkerRequest } from './index-worker.ts'

export type SearchIndexClient = {
  /** Starts the worker, which builds the index, unless it runs. The first query starts it, too. */
  start(): void
  /** Notifies edits by their cache tags: `catalogue`, `series`, `series:12`. */
  invalidate(tags: readonly string[]): void
  /** Seconds since the oldest notified edit that the index does not include yet; 0 if there is none. */
  lagSeconds(): number
  /**
   * @returns the response as JSON.
   * @throws `service_unavailable` if the index is not ready within `max_wait_ms`; at once if too many queries are queued.
   */
  query(query: IndexQuery): Promise<Buffer>
  stop(): Promise<void>
}

/** Default maximum wait for the index, longer than building that of a small catalogue takes. */
const maxWaitMs = 5_000
const restartDelayMs = 1_000
/** Maximum number of pending queries, which take a fraction of a second. Further queries are refused with 503. */
export const maxQueuedQueries = 500

type Pending = {
  query: IndexQuery
  resolve(answer: Buffer): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

const unavailable = () => new ProblemError('service_unavailable', { retry_after: 2 })

/** @param deps `onFresh` is called when the index includes the notified edits, `onTextsLoaded` when it has the texts of all works. */
export function createSearchIndexClient(deps: {
  url: string
  replica_url?: string | undefined
  log: Logger
  onFresh: () => void
  onTextsLoaded?: () => void
  /** Maximum wait for the index, in ms. Default: 5,000. */
  max_wait_ms?: number | undefined
}): SearchIndexClient {
  const { log } = deps
  const waitMs = deps.max_wait_ms ?? maxWaitMs
  const pending = createPendingQueries(waitMs)
  let worker: Worker | undefined
  /** Queries are sent after the index is loaded, so that timed-out ones are never sent. */
  let loaded = false
  let stopped = false
  let oldestEditAt: number | undefined

  const send = (message: WorkerRequest) => worker?.postMessage(message)

  function handleMessage(message: WorkerResponse) {
    if (message.kind === 'answers')
      for (const { number, body } of message.answers)
        pending.settle(number)?.resolve(Buffer.from(body.buffer))
    else if (message.kind === 'failed')
      pending
        .settle(message.number)
        ?.reject(message.unavailable ? unavailable() : new Error(message.error))
    else if (message.kind === 'fresh') {
      oldestEditAt = undefined
      deps.onFresh()
    } else if (message.kind === 'texts_loaded') deps.onTextsLoaded?.()
    else if (message.kind === 'error') log.warn({ error: message.error }, 'search index')
    else {
      if (!loaded)
        for (const [number, query] of pending.queries()) send({ kind: 'query', number, query })
      loaded = true
      log.info({ ...message }, 'search index')
    }
  }

  function start() {
    if (worker || stopped) return
    const instance = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: { url: deps.url, replica_url: deps.replica_url },
      execArgv: [],
    })
    worker = instance
    instance.on('message', handleMessage)
    instance.on('error', (error) => log.error({ error: String(error) }, 'search index'))
    // A new worker loads the index from the database, whatever ended the previous one.
    instance.on('exit', () => {
      if (worker === instance) worker = undefined
      loaded = false
      if (stopped) return
      pending.rejectAll()
      setTimeout(start, restartDelayMs).unref()
    })
  }

  return {
    start,
    invalidate(tags) {
      const all = tags.includes('series')
      const ids = tags.flatMap((tag) => (tag.startsWith('series:') ? [Number(tag.slice(7))] : []))
      const names = tags.includes('catalogue') || tags.includes('search_synonyms')
      if (!all && !names && ids.length === 0) return
      if (names) oldestEditAt ??= performance.now()
      send({ kind: 'invalidate', ids, all, names })
    },
    lagSeconds: () => (oldestEditAt === undefined ? 0 : secondsSince(oldestEditAt)),
    query(query) {
      start()
      return pending.add(query, (number) => {
        if (loaded) send({ kind: 'query', number, query })
      })
    },
    async stop() {
      stopped = true
      // A worker that is still loading handles messages late and only reads, so it can be terminated.
      if (worker) await (loaded ? stopWorker(worker) : worker.terminate())
      pending.rejectAll()
    },
  }
}

/** Queries without a response, by number. */
function createPendingQueries(waitMs: number) {
  const pending = new Map<number, Pending>()
  let lastNumber = 0

  /** Removes a query. @returns it, to be resolved or rejected */
  function settle(number: number): Pending | undefined {
    const request = pending.get(number)
    if (request) clearTimeout(request.timer)
    pending.delete(number)
    return request
  }

  return {
    settle,
    /** Refuses the query if too many wait, and rejects it after a timeout. */
    add(query: IndexQuery, onAdded: (number: number) => void): Promise<Buffer> {
      if (pending.size >= maxQueuedQueries) return Promise.reject(unavailable())
      const number = ++lastNumber
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(number)?.reject(unavailable()), waitMs)
        pending.set(number, { query, resolve, reject, timer })
        onAdded(number)
      })
    },
    queries: () => [...pending].map(([number, { query }]) => [number, query] as const),
    rejectAll() {
      for (const number of pending.keys()) settle(number)?.reject(unavailable())
    },
  }
}

/** Stops a worker that has loaded the index. */
async function stopWorker(instance: Worker) {
  const ended = new Promise((resolve) => instance.once('exit', resolve))
  instance.postMessage({ kind: 'stop' } satisfies WorkerRequest)
  const killTimer = setTimeout(() => void instance.terminate(), maxWaitMs)
  await ended
  clearTimeout(killTimer)
}
