import { relyingPartyName } from '../passkeys/passkeys.copy.ts'
import { HOTP, Secret, TOTP } from 'otpauth'
import { hash, randomBytes } from 'node:crypto'

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, 30 seconds. */
const period = 30
/** RFC 4226 asks for 128 bits and recommends 160. */
const secretBytes = 20

/** A secret of a new authenticator, in Base32 (RFC 4648). */
export const generateTotpSecret = () => new Secret({ size: secretBytes }).base32

/** The address an app's camera reads, `otpauth://totp/…` (Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: string, email: string): string {
  return new TOTP({ issuer: relyingPartyName, label: email, secret, period }).toString()
}

const stepAt = (now: Date) => TOTP.counter({ period, timestamp: now.getTime() })

/** What the app shows at `now`. */
export const totpCode = (secret: string, now: Date) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: stepAt(now) })

/**
 * The step whose code was typed: this one or its neighbours, for clocks that differ (RFC 6238, 5.2), if it is later
 * than the last one taken. @returns null for a wrong code, and for one that was taken already.
 */
export function matchTimeStep(
  secret: string,
  code: string,
  { last_step, now }: { last_step: number; now: Date },
): number | null {
  const counter = stepAt(now)
  const off = HOTP.validate({ token: code, secret: Secret.fromBase32(secret), counter, window: 1 })
  if (off === null) return null
  return counter + off > last_step ? counter + off : null
}

const recoveryCodes = 10
/** 80 bits in Base32: 16 letters and digits. */
export const generateRecoveryCodes = () =>
  Array.from({ length: recoveryCodes }, () => new Secret({ buffer: randomBytes(10).buffer }).base32)

/** As a recovery code is stored: of 80 random bits, which nobody guesses, a plain hash is enough. */
export const hashRecoveryCode = (code: string) => hash('sha256', code, 'buffer')

/** Easier to copy down: `ABCD-EFGH-…`. */
export const groupByFour = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
