import { codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { useEffect, useState } from 'react'

/** A code that is on its way, in the time of this machine: what its clock shows when the code ends. */
export type TimedCode = {
  expires_at: number
  resend_at: number
  can_extend: boolean
  /** How far the server's clock is ahead of this machine's. */
  ahead: number
}

/**
 * The server's answer to sending a code, told in the time of this machine. A clock that goes wrong shows the right
 * countdown: the answer was given `resendSeconds` before another code may be asked for, which is now.
 */
export function codeSentNow(sent: VerificationCodeStatus, here = Date.now()): TimedCode {
  return timed(sent, Date.parse(sent.resend_at) - codeResendDelaySeconds * 1_000 - here)
}

/** The answer to lengthening the time of `before`: the instant it was sent at has passed, the clocks are as they were. */
export function codeExtended(sent: VerificationCodeStatus, before: TimedCode): TimedCode {
  return timed(sent, before.ahead)
}

function timed(sent: VerificationCodeStatus, ahead: number): TimedCode {
  return {
    expires_at: Date.parse(sent.expires_at) - ahead,
    resend_at: Date.parse(sent.resend_at) - ahead,
    can_extend: sent.can_extend,
    ahead,
  }
}

/** Whole seconds until `at`, never less than 0. */
export const secondsUntil = (at: number, here: number): number =>
  Math.max(0, Math.ceil((at - here) / 1_000))

/** `9:59` as `09:59`. */
export function clockFace(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Seconds left until `at` on this machine's clock. Read from the clock each time: a tab that slept is right again. */
export function useSecondsUntil(at: number): number {
  const [here, setHere] = useState(Date.now)
  const left = secondsUntil(at, here)
  useEffect(() => {
    const now = Date.now()
    // Told once: what has passed stays so, and each telling draws again.
    if (now >= at) return here >= at ? undefined : setHere(now)
    // Just after the second turns, so that no second is shown twice.
    const timer = setTimeout(() => setHere(Date.now()), ((at - now) % 1_000) + 5)
    return () => clearTimeout(timer)
  }, [at, here])
  return left
}
