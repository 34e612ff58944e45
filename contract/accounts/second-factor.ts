import * as z from 'zod/mini'
import { CurrentPassword } from './account-fields.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'

/** So long a second factor that was proven opens the studio, in seconds. */
export const secondFactorLifetimeSeconds = 12 * 3_600

export const SecondFactor = z.object({
  has_authenticator: z.boolean(),
  has_passkey: z.boolean(),
  recovery_codes_left: z.int(),
  /** Until when this session may work in the studio; null where it has proven nothing, or too long ago. */
  proven_until: z.nullable(timestamp),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What an authenticator app is set up with: the secret in Base32, and the address its camera reads. */
export const TotpEnrollment = z.object({ secret: z.string(), uri: z.string() })
export type TotpEnrollment = z.infer<typeof TotpEnrollment>

/** Six digits of an app, or one of the recovery codes; spaces and dashes are how people write them. */
const TypedCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^(?:\d{6}|[A-Z2-7]{16})$/)),
)

/** WebAuthn's own JSON forms, which its library checks. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** The second factor of staff (D-80): an authenticator app (RFC 6238) or a passkey. To members it is forbidden. */
export const second_factor = {
  read: endpoint({
    method: 'GET',
    path: '/api/accounts/second-factor/',
    summary: 'What the staff member can prove a second factor with, and whether this session has',
    access: 'member',
    answer: SecondFactor,
    problems: ['forbidden'],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/',
    summary:
      'Proves it by a code of the authenticator app, or by a recovery code, which is used up',
    access: 'member',
    body: z.strictObject({ code: TypedCode }),
    answer: SecondFactor,
    problems: ['forbidden'],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/passkey/options/',
    summary: 'What the browser needs to prove it by a passkey',
    access: 'member',
    answer: WebAuthnJson,
    problems: ['forbidden'],
  }),
  provePasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/passkey/',
    summary: 'Proves it by a passkey of the member',
    access: 'member',
    body: z.strictObject({ response: WebAuthnJson }),
    answer: SecondFactor,
    problems: ['forbidden', 'passkey_rejected'],
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/authenticator/',
    summary:
      'Begins to set an authenticator app up; one that is there stays until the new one is confirmed',
    access: 'member',
    // D-16: unless he signed in less than ten minutes ago.
    body: z.strictObject({ current_password: z.optional(CurrentPassword) }),
    answer: TotpEnrollment,
    problems: [
      'forbidden',
      'reauthentication_required',
      'invalid_credentials',
      'second_factor_required',
    ],
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/authenticator/confirm/',
    summary: 'Confirms the app by its first code; answers the recovery codes, once',
    access: 'member',
    body: z.strictObject({ code: TypedCode }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    problems: ['forbidden', 'conflict', 'second_factor_required'],
  }),
}
