import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { fieldFaultWords, formCopy } from './messages.ko.ts'
import { CallRefused } from './client.ts'

/** Whether the server refused with this code. */
export function isRefused(error: unknown, code: ProblemCode): error is CallRefused {
  return error instanceof CallRefused && error.problem.code === code
}

/** What to tell people of a call that failed: what is wrong with its first field, else the server's words, else that there was no answer. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return formCopy.no_answer
  const [fault] = error.problem.errors
  return fault ? fieldFaultWords(fault.field, fault.code, fault.detail) : error.problem.detail
}
