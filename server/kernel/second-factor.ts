import { secondFactorSeconds } from '#contract/second-factor.ts'
import type { Session } from './handler.ts'

/** Until when the session may work in the studio; null where it has proven no second factor, or too long ago. */
export function secondFactorUntil(
  session: Pick<Session, 'second_factor_at'> | null,
  now: Date,
): string | null {
  const until = Date.parse(session?.second_factor_at ?? '') + secondFactorSeconds * 1_000
  // Without an instant this is no number, and over.
  return until > now.getTime() ? new Date(until).toISOString() : null
}
