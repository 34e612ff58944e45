import type { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'
import type { FieldCode, ProblemCode } from '#contract/core/problem-codes.ts'
import type {
  PaymentDecline,
  PointShortfall,
  PurchaseOffers,
  EncodingProgress,
  ActiveStream,
} from '#contract/problem.ts'

/** What is wrong with a field, before it has words. `limit` is the bound that was crossed, or what is left. */
export type FieldError = { field: string; code: FieldCode; limit?: number | undefined }

/** What a refusal may carry beside its code. */
export type ProblemExtensions = {
  fields?: readonly FieldError[]
  offers?: PurchaseOffers
  preparing?: EncodingProgress
  missing?: PointShortfall
  decline?: PaymentDecline
  /** Won. */
  amount?: number
  obstacle?: RefundIneligibilityReason
  streams?: ActiveStream[]
  /** Seconds after which the same may succeed. */
  retry_after?: number
  /** Removes the session cookie: the refusal itself has ended the session, and that is committed. */
  clears_session?: boolean
  /** What failed on our side: for the log, never for who asked. */
  cause?: unknown
}

/** A use case's decision not to do what was asked. `http/problems.ts` alone gives it a status and words. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldError[]
  readonly offers: PurchaseOffers | undefined
  readonly preparing: EncodingProgress | undefined
  readonly missing: PointShortfall | undefined
  readonly decline: PaymentDecline | undefined
  readonly amount: number | undefined
  readonly obstacle: RefundIneligibilityReason | undefined
  readonly streams: ActiveStream[] | undefined
  readonly retry_after: number | undefined
  readonly clears_session: boolean

  constructor(code: ProblemCode, more: ProblemExtensions = {}) {
    super(code, more.cause === undefined ? {} : { cause: more.cause })
    this.code = code
    this.fields = more.fields ?? []
    this.offers = more.offers
    this.preparing = more.preparing
    this.missing = more.missing
    this.decline = more.decline
    this.amount = more.amount
    this.obstacle = more.obstacle
    this.streams = more.streams
    this.retry_after = more.retry_after
    this.clears_session = more.clears_session ?? false
  }
}

/** @throws Refusal, always: the one way that a use case says no. */
export function throwProblem(code: ProblemCode, more: ProblemExtensions = {}): never {
  throw new ProblemError(code, more)
}

/** Refuses one field of what was sent. */
export function throwFieldError(field: string, code: FieldCode, limit?: number): never {
  throwProblem('invalid_request', { fields: [{ field, code, limit }] })
}
