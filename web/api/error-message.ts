import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { fieldErrorMessage, formMessages } from './messages.ko.ts'
import { ApiError } from './client.ts'

/** Whether an error is a problem with this code. */
export function isApiError(error: unknown, code: ProblemCode): error is ApiError {
  return error instanceof ApiError && error.problem.code === code
}

/** The message for a failed request: of its first field error, else of the problem, else of the network error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return formMessages.network_error
  const [fieldError] = error.problem.errors
  return fieldError
    ? fieldErrorMessage(fieldError.field, fieldError.code, fieldError.detail)
    : error.problem.detail
}
