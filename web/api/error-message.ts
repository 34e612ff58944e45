import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { fieldErrorMessage, formMessages } from './messages.ko.ts'
import { ApiError } from './client.ts'

/** Whether the server refused with this code. */
export function isApiError(error: unknown, code: ProblemCode): error is ApiError {
  return error instanceof ApiError && error.problem.code === code
}

/** What to tell people of a call that failed: what is wrong with its first field, else the server's words, else that there was no answer. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return formMessages.network_error
  const [fault] = error.problem.errors
  return fault ? fieldErrorMessage(fault.field, fault.code, fault.detail) : error.problem.detail
}
