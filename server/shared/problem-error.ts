import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { FieldCode, ProblemCode } from '#contract/core/problem-codes.ts'
import type {
  PaymentDecline,
  PointShortfall,
  PurchaseOffers,
  EncodingProgress,
  ActiveStream,
  ScheduledDeletion,
  Problem,
  Suspension,
} from '#contract/problem.ts'

/** A validation error of one field. `limit` is the exceeded bound, or the remaining number. */
export type FieldError = { field: string; code: FieldCode; limit?: number | undefined }

/** The message for viewers while the site is closed to them, and the expected end. */
export type Maintenance = { message: string; ends_at: string }

/** Extensions of a problem, beside its code. */
export type ProblemExtensions = {
  fields?: readonly FieldError[]
  purchase_options?: PurchaseOffers
  encoding?: EncodingProgress
  shortfall?: PointShortfall
  decline?: PaymentDecline
  /** Won. */
  amount?: number
  ineligibility_reason?: RefundIneligibilityReason
  streams?: ActiveStream[]
  scheduled_deletion?: ScheduledDeletion
  suspension?: Suspension
  merge_refusals?: Problem['merge_refusals']
  maintenance?: Maintenance
  roles?: readonly StaffRole[]
  /** Seconds after which a repetition may succeed. */
  retry_after?: number
  /** Removes the session cookie: the session has been ended and the end is committed. */
  clears_session?: boolean
  /** The internal error, for the log only. */
  cause?: unknown
}

/** A problem response of a use case. Status and texts are in `server/http/errors/problem-details*.ts`. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldError[]
  readonly purchase_options: PurchaseOffers | undefined
  readonly encoding: EncodingProgress | undefined
  readonly shortfall: PointShortfall | undefined
  readonly decline: PaymentDecline | undefined
  readonly amount: number | undefined
  readonly ineligibility_reason: RefundIneligibilityReason | undefined
  readonly streams: ActiveStream[] | undefined
  readonly scheduled_deletion: ScheduledDeletion | undefined
  readonly suspension: Suspension | undefined
  readonly merge_refusals: Problem['merge_refusals']
  readonly maintenance: Maintenance | undefined
  readonly roles: readonly StaffRole[] | undefined
  readonly retry_after: number | undefined
  readonly clears_session: boolean

  constructor(code: ProblemCode, more: ProblemExtensions = {}) {
    super(code, more.cause === undefined ? {} : { cause: more.cause })
    this.code = code
    this.fields = more.fields ?? []
    this.purchase_options = more.purchase_options
    this.encoding = more.encoding
    this.shortfall = more.shortfall
    this.decline = more.decline
    this.amount = more.amount
    this.ineligibility_reason = more.ineligibility_reason
    this.streams = more.streams
    this.scheduled_deletion = more.scheduled_deletion
    this.suspension = more.suspension
    this.merge_refusals = more.merge_refusals
    this.maintenance = more.maintenance
    this.roles = more.roles
    this.retry_after = more.retry_after
    this.clears_session = more.clears_session ?? false
  }
}

/** @throws ProblemError always. */
export function throwProblem(code: ProblemCode, more: ProblemExtensions = {}): never {
  throw new ProblemError(code, more)
}

/** @throws ProblemError `invalid_request` for one field. */
export function throwFieldError(field: string, code: FieldCode, limit?: number): never {
  throwProblem('invalid_request', { fields: [{ field, code, limit }] })
}
