import { HOTP, Secret, TOTP } from 'otpauth'
import { hash, randomBytes } from 'node:crypto'

/** Seconds. The defaults of RFC 6238 apply (SHA-1, six digits, 30 seconds), because apps ignore other settings. */
const period = 30
/** RFC 4226, section 4, requires 128 bits and recommends 160. */
const secretBytes = 20

/** Generates a secret, in Base32 (RFC 4648). */
export const generateTotpSecret = () => new Secret({ size: secretBytes }).base32

/** The URI of the QR code, `otpauth://totp/…` (Key Uri Format of Google Authenticator). `issuer` is the name of the service. */
export function otpauthUri(secret: string, email: string, issuer: string): string {
  return new TOTP({ issuer, label: email, secret, period }).toString()
}

const stepAt = (now: Date) => TOTP.counter({ period, timestamp: now.getTime() })

/** The code of the time step of `now`. */
export const totpCode = (secret: string, now: Date) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: stepAt(now) })

/**
 * Matches a code against the current time step and its neighbours, to allow for clock drift (RFC 6238, section 5.2). Only
 * steps later than `last_time_step` match, so that each code is accepted once.
 * @returns the matched time step, or null for a wrong or used code.
 */
export function matchTimeStep(
  secret: string,
  code: string,
  { last_time_step, now }: { last_time_step: number; now: Date },
): number | null {
  const counter = stepAt(now)
  const delta = HOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    counter,
    window: 1,
  })
  if (delta === null) return null
  return counter + delta > last_time_step ? counter + delta : null
}

const recoveryCodeCount = 10
/** Generates codes of 80 random bits: 16 characters of Base32. */
export const generateRecoveryCodes = () =>
  Array.from(
    { length: recoveryCodeCount },
    () => new Secret({ buffer: randomBytes(10).buffer }).base32,
  )

/** Hash of a recovery code for storage. A fast hash suffices for 80 random bits. */
export const hashRecoveryCode = (code: string) => hash('sha256', code, 'buffer')

/** Formats a code for reading: `ABCD-EFGH-…`. */
export const groupByFour = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
