import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Problem } from '#contract/problem.ts'
import { createStore } from 'zustand'

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

/** Whether an error is a problem with this code. */
export function isApiError(error: unknown, code: ProblemCode): error is ApiError {
  return error instanceof ApiError && error.problem.code === code
}

const lastError = createStore<{ problem: Problem; epoch: string } | null>(() => null)

/** Calls `listener` with every problem and the `sessionEpoch()` in which its request began. @returns unsubscribes. */
export const onApiError = (listener: (problem: Problem, epoch: string) => void): (() => void) =>
  lastError.subscribe((error) => error && listener(error.problem, error.epoch))

/** Calls the listeners. @param epoch `sessionEpoch()` when the request began. */
export const reportProblem = (problem: Problem, epoch: string): void =>
  lastError.setState({ problem, epoch })
