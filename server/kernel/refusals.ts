import type { RefundObstacle } from '#contract/money.ts'
import type {
  Decline,
  FieldCode,
  Missing,
  Offers,
  Preparing,
  ProblemCode,
  Stream,
} from '#contract/problems.ts'

/** What is wrong with a field, before it has words. `limit` is the bound that was crossed, or what is left. */
export type FieldFault = { field: string; code: FieldCode; limit?: number | undefined }

/** What a refusal may carry beside its code. */
export type RefusalMore = {
  fields?: readonly FieldFault[]
  offers?: Offers
  preparing?: Preparing
  missing?: Missing
  decline?: Decline
  /** Won. */
  amount?: number
  obstacle?: RefundObstacle
  streams?: Stream[]
  /** Seconds after which the same may succeed. */
  retry_after?: number
  /** Removes the session cookie: the refusal itself has ended the session, and that is committed. */
  clears_session?: boolean
  /** What failed on our side: for the log, never for who asked. */
  cause?: unknown
}

/** A use case's decision not to do what was asked. `http/problems.ts` alone gives it a status and words. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldFault[]
  readonly offers: Offers | undefined
  readonly preparing: Preparing | undefined
  readonly missing: Missing | undefined
  readonly decline: Decline | undefined
  readonly amount: number | undefined
  readonly obstacle: RefundObstacle | undefined
  readonly streams: Stream[] | undefined
  readonly retry_after: number | undefined
  readonly clears_session: boolean

  constructor(code: ProblemCode, more: RefusalMore = {}) {
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
export function refuse(code: ProblemCode, more: RefusalMore = {}): never {
  throw new Refusal(code, more)
}

/** Refuses one field of what was sent. */
export function refuseField(field: string, code: FieldCode, limit?: number): never {
  refuse('invalid_request', { fields: [{ field, code, limit }] })
}
