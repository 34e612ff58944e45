import { type RateLimit, consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { AccountsDependencies } from './dependencies.ts'

const hour = 3_600

/** What one person, phone, mailbox or network may ask of accounts. Each count is kept in the database for all processes. */
const allowances = {
  /** Codes to one mailbox or phone: nobody is flooded, and a guesser gets 25 guesses an hour. */
  codes_to_target: { times: 5, seconds: hour },
  codes_from_address: { times: 20, seconds: hour },
  signups_from_address: { times: 10, seconds: hour },
  /** Links to set a new password, for one account. */
  resets_of_account: { times: 3, seconds: hour },
  logins_from_address: { times: 30, seconds: 300 },
  /** Sessions without a member that are opened for a passkey challenge: as many as there may be sign-ins. */
  challenges_from_address: { times: 30, seconds: 300 },
  /** Names tried for one phone, and by one browser, when an address is looked for (D-14). */
  id_searches: { times: 5, seconds: hour },
  /** Opening a picture costs seconds of a core at worst. */
  pictures_of_member: { times: 20, seconds: hour },
} as const satisfies Record<string, RateLimit>

/** Which allowance is drawn on, and by whom: an address, a number, an id. It is kept as a keyed hash. */
export type RateLimitUse = readonly [keyof typeof allowances, string]

/**
 * Draws on allowances, all or none, in a transaction of its own. Always name them in the order they stand in
 * `allowances`, so that two calls never wait for each other.
 * @throws Refusal `rate_limited`, with the seconds to wait.
 */
export async function consumeRateLimits(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  { limits, sealing }: Pick<AccountsDependencies, 'limits' | 'sealing'>,
  draws: readonly RateLimitUse[],
) {
  if (!limits) return
  await transact(async (tx) => {
    for (const [name, whose] of draws) {
      const bucket = `${name}:${sealing.blindIndex('address', whose).toString('base64url')}`
      await consumeRateLimit(tx, bucket, allowances[name], now)
    }
  })
}
