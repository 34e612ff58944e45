import type { LatencySamples, RequestPlan, RequestSpec } from '../clients/request-client.ts'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Sends requests for `seconds` from a thread of their own. @returns their latencies. */
export function sendRequests(
  questions: readonly RequestSpec[],
  seconds: number,
): Promise<LatencySamples> {
  const worker = new Worker(join(import.meta.dirname, '../clients/request-client.ts'), {
    workerData: { questions, seconds } satisfies RequestPlan,
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** The value that a share of `values` does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
