/**
 * Bounds of accounts, apart from the schemas: screens count down and measure by them without taking a
 * validator along.
 */

/** D-11 */
export const codeLength = 6
export const maxCodeAttempts = 5
export const codeLifetimeSeconds = { email: 600, phone: 180, adult: 180 } as const
/** A new code may be asked for after this. */
export const codeResendDelaySeconds = 60
/** D-10: what a code proved may be used for this long. */
export const verificationLifetimeSeconds = 30 * 60
/** D-15 */
export const passwordResetLinkMinutes = 30
/** D-16: so long after signing in nobody is asked again who he is. */
export const reauthenticationWindowSeconds = 600
/** D-17 */
export const passwordLength = { min: 10, max: 128 } as const
/** So many passkeys a member. */
export const maxPasskeys = 10
export const usernameLength = { min: 1, max: 30 } as const
/** The consents of the specification, in its order; the first three are needed (section 5). */
export const consents = [
  'terms_of_service',
  'privacy_policy',
  'age_verification',
  'marketing_info',
] as const
export type Consent = (typeof consents)[number]
export const requiredConsents = [
  'terms_of_service',
  'privacy_policy',
  'age_verification',
] as const satisfies readonly Consent[]
/** The version of each text, noted with the consent to it. */
export const consentVersion = '2026-11-01'
