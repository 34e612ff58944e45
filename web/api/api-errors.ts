import type { Problem } from '#contract/problem.ts'

/** A problem response of the server. */
export class ApiError extends Error {
  readonly problem: Problem
  /** The `Retry-After` header in seconds. */
  readonly retry_after_s: number | null

  constructor(problem: Problem, retry_after_s: number | null = null) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
    this.retry_after_s = retry_after_s
  }
}

type ApiErrorListener = (problem: Problem, epoch: string) => void
const listeners = new Set<ApiErrorListener>()

/** Calls `listener` with every problem and the `sessionEpoch()` in which its request began. @returns unsubscribes. */
export function onApiError(listener: ApiErrorListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls the listeners. @param epoch `sessionEpoch()` when the request began. */
export function reportProblem(problem: Problem, epoch: string): void {
  for (const listener of listeners) listener(problem, epoch)
}
