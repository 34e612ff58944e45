import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'
import { User } from './accounts.ts'

/**
 * The way in which the service verifies that a member is an adult: in the window of a provider, by a code to the phone with
 * the date of birth, or not at all.
 */
const AgeVerificationMethod = z.enum(['window', 'code', 'none'])

export const AgeVerification = z.object({
  method: AgeVerificationMethod,
  /** Null unless the member is verified now. */
  verified_until: z.nullable(timestamp),
  /** The verified name, masked; null without a verified identity. */
  name: z.nullable(z.string()),
})

/** Parameters of `PortOne.requestIdentityVerification`. */
export const IdentityWindow = z.object({
  id: z.string(),
  script_url: z.string(),
  store_id: z.string(),
  channel_key: z.string(),
})
export type IdentityWindow = z.infer<typeof IdentityWindow>

/** Identity verification in the window of a provider. */
export const identity = {
  readAgeVerification: endpoint({
    method: 'GET',
    path: '/api/accounts/identity/',
    summary: 'Returns how the age is verified, and until when it is',
    ...accountAccess,
    response: AgeVerification,
  }),
  beginIdentityVerification: endpoint({
    method: 'POST',
    path: '/api/accounts/identity/',
    summary: 'Begins an identity verification; returns the parameters of its window',
    ...accountAccess,
    response: IdentityWindow,
    status: 201,
  }),
  confirmIdentityVerification: endpoint({
    method: 'PATCH',
    path: '/api/accounts/identity/{id}/',
    summary:
      'Reads the result of an identity verification from the provider; valid for a year. Repeating the call has no further effect',
    ...accountAccess,
    params: z.strictObject({ id: z.uuid() }),
    /** `replaces`: another account that has the same person loses the verification. */
    body: z.strictObject({ replaces: z._default(z.boolean(), false) }),
    response: User,
    expects_refusals: true,
    problems: ['under_age', 'identity_unverified', 'identity_in_use'],
  }),
}
