import * as z from 'zod/mini'
import { CurrentPassword } from './account-fields.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'

/** Seconds for which a verified second factor gives access to the studio. */
export const secondFactorLifetimeSeconds = 12 * 3_600

export const SecondFactor = z.object({
  has_authenticator: z.boolean(),
  has_passkey: z.boolean(),
  recovery_codes_left: z.int(),
  /** Null if the session has no verified second factor or the verification has expired. */
  proven_until: z.nullable(timestamp),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The secret in Base32, and the `otpauth:` URI for the QR code. */
export const TotpEnrollment = z.object({ secret: z.string(), uri: z.string() })
export type TotpEnrollment = z.infer<typeof TotpEnrollment>

/** A TOTP code of six digits, or a recovery code. Spaces and dashes are ignored. */
const TypedCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^(?:\d{6}|[A-Z2-7]{16})$/)),
)

/** A WebAuthn JSON object; the WebAuthn library validates it. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** The second factor of staff: TOTP (RFC 6238) or a passkey. Members who are not staff get `forbidden`. */
export const second_factor = {
  read: endpoint({
    method: 'GET',
    path: '/api/accounts/second-factor/',
    summary: 'Returns the second factors of the staff member and whether this session is verified',
    access: 'member',
    response: SecondFactor,
    problems: ['forbidden'],
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/',
    summary:
      'Verifies the second factor with a TOTP code, or with a recovery code, which is used up',
    access: 'member',
    body: z.strictObject({ code: TypedCode }),
    response: SecondFactor,
    problems: ['forbidden'],
  }),
  createPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/passkey/options/',
    summary: 'Returns the WebAuthn options to verify the second factor with a passkey',
    access: 'member',
    response: WebAuthnJson,
    problems: ['forbidden'],
  }),
  verifyPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/passkey/',
    summary: 'Verifies the second factor with a passkey',
    access: 'member',
    body: z.strictObject({ response: WebAuthnJson }),
    response: SecondFactor,
    problems: ['forbidden', 'passkey_rejected'],
  }),
  beginTotpEnrollment: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/authenticator/',
    summary:
      'Begins to enrol an authenticator app; an existing one stays valid until the new one is confirmed',
    access: 'member',
    // Required unless the member signed in within `reauthenticationWindowSeconds`.
    body: z.strictObject({ current_password: z.optional(CurrentPassword) }),
    response: TotpEnrollment,
    problems: [
      'forbidden',
      'reauthentication_required',
      'invalid_credentials',
      'second_factor_required',
    ],
  }),
  confirmTotpEnrollment: endpoint({
    method: 'POST',
    path: '/api/accounts/second-factor/authenticator/confirm/',
    summary: 'Confirms the authenticator app with its first code; returns the recovery codes, once',
    access: 'member',
    body: z.strictObject({ code: TypedCode }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    problems: ['forbidden', 'conflict', 'second_factor_required'],
  }),
}
