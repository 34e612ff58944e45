import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Problem } from '#contract/problem.ts'
import { isDatabaseUnavailable } from '#server/db/client.ts'
import { StorageUnavailableError } from '#server/adapters/storage/index.ts'
import { SandboxUnavailable } from '#server/adapters/sandbox/index.ts'
import { type FieldError, ProblemError } from '#server/shared/problem-error.ts'
import { fieldErrorCopy } from './field-errors.copy.ts'
import { problemCopy, staffRolesDetail } from './problem-details.copy.ts'
import type * as z from 'zod/mini'

/** HTTP status of each problem code. */
export const problemStatus: Record<ProblemCode, number> = {
  invalid_request: 400,
  malformed_body: 400,
  invalid_credentials: 400,
  invalid_link: 400,
  passkey_rejected: 400,
  authorization_pending: 409,
  slow_down: 409,
  expired_token: 409,
  access_denied: 403,
  authentication_required: 401,
  purchase_required: 402,
  insufficient_points: 402,
  payment_declined: 402,
  forbidden: 403,
  cross_origin_request: 403,
  reauthentication_required: 403,
  second_factor_required: 403,
  under_age: 403,
  watching_required: 403,
  no_longer_available: 403,
  not_refundable: 403,
  adult_verification_required: 403,
  deletion_scheduled: 403,
  account_suspended: 403,
  merge_refused: 409,
  child_profile: 403,
  pin_required: 403,
  not_found: 404,
  account_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  last_second_factor: 409,
  staff_role_required: 403,
  own_role: 403,
  staff_account: 403,
  daily_grant_limit: 403,
  last_owner: 409,
  own_account: 403,
  second_person_required: 403,
  verification_required: 409,
  phone_verification_off: 403,
  already_owned: 409,
  profile_required: 409,
  profile_limit_reached: 409,
  list_limit_reached: 409,
  not_for_sale: 409,
  not_selling: 409,
  order_in_progress: 409,
  payment_mismatch: 409,
  same_plan: 409,
  amount_changed: 409,
  plan_changed: 409,
  plan_retired: 409,
  package_changed: 409,
  rental_terms_changed: 409,
  phone_in_use: 409,
  email_in_use: 409,
  identity_unverified: 409,
  identity_in_use: 409,
  video_not_ready: 409,
  too_many_streams: 409,
  stream_required: 409,
  playback_position_required: 409,
  already_answered: 409,
  edit_conflict: 409,
  uri_too_long: 414,
  body_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  file_type_rejected: 415,
  file_unreadable: 422,
  rate_limited: 429,
  resend_too_soon: 429,
  internal_error: 500,
  service_unavailable: 503,
  maintenance: 503,
  storage_unavailable: 503,
  upload_too_large: 413,
  upload_empty: 400,
  upload_expired: 410,
  insufficient_storage: 507,
  asset_processing: 409,
  asset_in_use: 409,
  source_missing: 409,
}

/** Builds the problem document of an error (RFC 9457). */
export function toProblem(error: ProblemError, requestId: string): Problem {
  const copy = problemCopy[error.code]
  return {
    type: `urn:hanpyeon:problem:${error.code}`,
    title: copy.title,
    status: problemStatus[error.code],
    code: error.code,
    detail:
      error.maintenance?.message ?? (error.roles ? staffRolesDetail(error.roles) : copy.detail),
    errors: error.fields.map((fieldError) => ({
      field: fieldError.field,
      code: fieldError.code,
      detail: fieldErrorCopy[fieldError.code](fieldError.limit),
    })),
    request_id: requestId,
    ...(error.purchase_options ? { purchase_options: error.purchase_options } : {}),
    ...(error.encoding ? { encoding: error.encoding } : {}),
    ...(error.shortfall ? { shortfall: error.shortfall } : {}),
    ...(error.decline ? { decline: error.decline } : {}),
    ...(error.amount === undefined ? {} : { amount: error.amount }),
    ...(error.ineligibility_reason ? { ineligibility_reason: error.ineligibility_reason } : {}),
    ...(error.streams ? { streams: error.streams } : {}),
    ...(error.scheduled_deletion ? { scheduled_deletion: error.scheduled_deletion } : {}),
    ...(error.merge_refusals ? { merge_refusals: error.merge_refusals } : {}),
    ...(error.suspension ? { suspension: error.suspension } : {}),
    ...(error.maintenance ? { maintenance: { ends_at: error.maintenance.ends_at } } : {}),
    ...(error.roles ? { roles: [...error.roles] } : {}),
  }
}

/** Maps any error to a problem: itself, 503 for an outage, 4xx for Fastify's input errors, otherwise 500. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof StorageUnavailableError || isDatabaseUnavailable(error))
    return new ProblemError('service_unavailable')
  if (error instanceof SandboxUnavailable)
    return new ProblemError('service_unavailable', { retry_after: 2, cause: error })
  switch ((error as { code?: string } | null)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProblemError('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ProblemError('unsupported_media_type')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ProblemError('malformed_body')
    case 'FST_ERR_BAD_URL':
      return new ProblemError('invalid_request')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ProblemError('not_found')
    default:
      return new ProblemError('internal_error')
  }
}

type Issues = z.core.$ZodIssue[]

/** Converts schema issues about `input` to field errors. */
export function toFieldErrors(issues: Issues, input: unknown): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const field = issue.path.join('.')
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({
          field: [...issue.path, key].join('.'),
          code: 'unknown_field',
        }))
      case 'invalid_type':
      case 'invalid_value':
        if (valueAt(input, issue.path) === undefined) return [{ field, code: 'required' }]
        return [{ field, code: issue.code === 'invalid_type' ? 'invalid_type' : 'invalid_choice' }]
      case 'too_small':
        return [
          {
            field,
            code: issue.origin === 'string' ? 'too_short' : 'too_small',
            limit: Number(issue.minimum),
          },
        ]
      case 'too_big':
        return [
          {
            field,
            code: issue.origin === 'string' ? 'too_long' : 'too_big',
            limit: Number(issue.maximum),
          },
        ]
      case 'invalid_union':
        if (valueAt(input, issue.path) === undefined) return [{ field, code: 'required' }]
        return [{ field, code: 'invalid_type' }]
      default:
        return [{ field, code: 'invalid_format' }]
    }
  })
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const step of path)
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step]
  return value
}
