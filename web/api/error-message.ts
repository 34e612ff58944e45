import { ApiError } from './api-errors.ts'
import { fieldErrorMessage } from './field-messages.ko.ts'
import { formMessages } from './messages.ko.ts'

/** The message for a failed request: of its first field error, else of the problem, else of the network error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return formMessages.network_error
  const [fieldError] = error.problem.errors
  return fieldError
    ? fieldErrorMessage(fieldError.field, fieldError.code, fieldError.detail)
    : error.problem.detail
}
