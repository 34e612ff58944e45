import type { ProblemCode } from '#contract/problems.ts'
import { callCopy } from '#web/copy/mypage.ts'
import { CallRefused } from './client.ts'

/** Whether the server refused with this code. */
export function isRefused(error: unknown, code: ProblemCode): error is CallRefused {
  return error instanceof CallRefused && error.problem.code === code
}

/** What to tell people of a call that failed: the server's own words, or that there was no answer. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return callCopy.no_answer
  return error.problem.errors[0]?.detail ?? error.problem.detail
}
