/** Account limits, kept apart from the schemas so that pages can import them without the validator. */

/** Seconds between codes, and lifetimes and attempts of a code. */
export const codeLength = 6
export const maxCodeAttempts = 5
export const codeLifetimeSeconds = { email: 600, phone: 180, adult: 180 } as const
/** Seconds until a new code may be requested. */
export const codeResendDelaySeconds = 60
/** Seconds for which a verified e-mail address or phone may be used. */
export const verificationLifetimeSeconds = 30 * 60
/** Also the window in which requests for links are limited. */
export const passwordResetLinkMinutes = 60
/** Seconds after sign-in during which no reauthentication is required. */
export const reauthenticationWindowSeconds = 600
/** Signing in by a code (RFC 8628): letters without vowels, so that a code is no word, and none looks like another. */
export const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8
export const deviceCodeMinutes = 10
export const devicePollSeconds = 5
/** Days in which the member can undo the deletion of the account. */
export const deletionDelayDays = 7
/** Minutes after a sign-in during which it undoes the deletion. */
export const cancellationMinutes = 10
/** Hours in which the new address confirms a change of the e-mail address. */
export const emailChangeHours = 24
/** Reasons that prevent a merge of two accounts. */
export const mergeRefusals = [
  'not_found',
  'staff',
  'paused',
  'profiles',
  'in_progress',
  'both_paid',
] as const
/** Reasons of a suspension as the member reads them, in general terms. */
export const suspensionCategories = [
  'terms_violation',
  'payment_dispute',
  'account_security',
] as const
export type SuspensionCategory = (typeof suspensionCategories)[number]
/** Lengths of a password. */
export const passwordLength = { min: 10, max: 128 } as const
/** Per member. */
export const maxPasskeys = 10
export const usernameLength = { min: 1, max: 30 } as const
/** The consents of the specification, in its order; the first three are required (section 5). */
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
export type RequiredConsent = (typeof requiredConsents)[number]
