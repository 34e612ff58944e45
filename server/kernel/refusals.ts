import type { FieldCode, Offers, ProblemCode } from '#contract/problems.ts'

/** What is wrong with a field, before it has words. `limit` is the bound that was crossed. */
export type FieldFault = { field: string; code: FieldCode; limit?: number | undefined }

/** A use case's decision not to do what was asked. `http/problems.ts` alone gives it a status and words. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly fields: readonly FieldFault[]
  readonly offers: Offers | undefined

  constructor(code: ProblemCode, more: { fields?: readonly FieldFault[]; offers?: Offers } = {}) {
    super(code)
    this.code = code
    this.fields = more.fields ?? []
    this.offers = more.offers
  }
}

export function refuse(
  code: ProblemCode,
  more: { fields?: readonly FieldFault[]; offers?: Offers } = {},
): never {
  throw new Refusal(code, more)
}
