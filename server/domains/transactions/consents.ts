import { Refusal } from '#server/kernel/refusals.ts'

const kinds = ['precautions_agreed', 'privacy_agreed'] as const

/**
 * D-52: nothing is bought without both consents.
 * @throws Refusal `invalid_request` naming each that is not given.
 */
export function needConsents(given: {
  [K in (typeof kinds)[number]]?: boolean | undefined
}): void {
  const missing = kinds.filter((kind) => given[kind] !== true)
  if (missing.length === 0) return
  throw new Refusal('invalid_request', {
    fields: missing.map((field) => ({ field, code: 'must_agree' })),
  })
}
