import { isDatabaseUnavailable } from './client.ts'

/** Lock timeout (55P03): the transaction of the batch was rolled back. */
const isLockTimeout = (error: unknown) => (error as { code?: string } | null)?.code === '55P03'

/** Outcome of one request of a batch; `retry_alone` retries the request individually. */
export type BatchOutcome<Answer> = { answer: Answer } | { error: unknown } | 'retry_alone'

/**
 * Time a request waits for the batches before it, in ms, as for a connection of the pool: when the database hangs, the
 * request fails before it has to wait for a batch of its own as well.
 */
const maxWaitMs = 3_000

type ProcessBatch<Request, Answer> = (
  requests: readonly Request[],
) => Promise<readonly BatchOutcome<Answer>[]>

type Pending<Request, Answer> = {
  request: Request
  timer?: NodeJS.Timeout
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Combines concurrent requests into batches: a request runs at once if a batch can start, otherwise with the next batch.
 * Under load, one transaction and one WAL flush serve many requests.
 *
 * The requests of a failed batch are retried individually, so that a request cannot fail another one. They are not
 * retried if the database is unavailable, because the result of the batch is then unknown.
 * @param processBatch returns an outcome per request, in order; in a batch of one, `retry_alone` is not allowed
 * @param limits.concurrency concurrent batches
 * @param limits.max_batch_size requests per batch
 * @param limits.keyOf requests with the same key never run concurrently
 */
export function createBatcher<Request, Answer>(
  processBatch: ProcessBatch<Request, Answer>,
  {
    concurrency,
    max_batch_size,
    keyOf,
  }: { concurrency: number; max_batch_size: number; keyOf?: (request: Request) => unknown },
): (request: Request) => Promise<Answer> {
  let waiting: Pending<Request, Answer>[] = []
  const runningKeys = new Set<unknown>()
  let runningBatches = 0
  let isScheduled = false

  /** Starts batches after the current turn of the event loop, so that its requests share a batch. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (runningBatches < concurrency) {
        const batch = takeBatch()
        if (batch.length === 0) return
        runningBatches++
        void run(batch).finally(() => {
          runningBatches--
          schedule()
        })
      }
    })
  }

  function takeBatch() {
    const batch: Pending<Request, Answer>[] = []
    const remaining: Pending<Request, Answer>[] = []
    for (const pending of waiting) {
      if (batch.length === max_batch_size || (keyOf && runningKeys.has(keyOf(pending.request))))
        remaining.push(pending)
      else {
        if (keyOf) runningKeys.add(keyOf(pending.request))
        clearTimeout(pending.timer)
        batch.push(pending)
      }
    }
    waiting = remaining
    return batch
  }

  async function run(batch: readonly Pending<Request, Answer>[]) {
    const outcomes = await attemptBatch(processBatch, batch)
    for (const [index, pending] of batch.entries()) {
      const outcome = outcomes[index] ?? 'retry_alone'
      // Not awaited, so that a slow request does not delay the next batch.
      if (outcome === 'retry_alone')
        void attemptBatch(processBatch, [pending]).then(([retried]) => end(pending, retried))
      else end(pending, outcome)
    }
  }

  function end(pending: Pending<Request, Answer>, outcome: BatchOutcome<Answer> | undefined) {
    if (keyOf) runningKeys.delete(keyOf(pending.request))
    if (outcome === undefined || outcome === 'retry_alone')
      pending.reject(new Error('A batch of one needs an outcome'))
    else if ('error' in outcome) pending.reject(outcome.error)
    else pending.resolve(outcome.answer)
    if (waiting.length > 0) schedule()
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const pending: Pending<Request, Answer> = { request, resolve, reject }
      waiting.push(pending)
      schedule()
      if (runningBatches === 0) return
      pending.timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== pending)
        reject(new Error('timeout exceeded when trying to connect: batches do not end'))
      }, maxWaitMs)
    })
}

/** Runs a batch. The requests of one that failed are to be retried individually unless its result is unknown. */
async function attemptBatch<Request, Answer>(
  processBatch: ProcessBatch<Request, Answer>,
  batch: readonly Pending<Request, Answer>[],
): Promise<readonly BatchOutcome<Answer>[]> {
  try {
    return await processBatch(batch.map(({ request }) => request))
  } catch (error) {
    const isUnknown = isDatabaseUnavailable(error) && !isLockTimeout(error)
    return batch.map(() => (isUnknown || batch.length === 1 ? { error } : 'retry_alone'))
  }
}
