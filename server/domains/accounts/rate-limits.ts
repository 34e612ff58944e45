import { type RateLimit, consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { AccountsDependencies } from './dependencies.ts'

const hour = 3_600

/** Limits per account, phone, mailbox or network. All processes share the counts, which are in the database. */
const rateLimits = {
  /** Codes to one mailbox or phone. With five attempts for each code, this allows 25 guesses an hour. */
  codes_to_target: { times: 5, seconds: hour },
  codes_from_address: { times: 20, seconds: hour },
  signups_from_address: { times: 10, seconds: hour },
  /** Password reset links for one account. */
  resets_of_account: { times: 3, seconds: hour },
  logins_from_address: { times: 30, seconds: 300 },
  /** Guest sessions opened for a passkey challenge: the same limit as sign-ins. */
  challenges_from_address: { times: 30, seconds: 300 },
  /** E-mail recovery attempts for one phone number (D-14). */
  id_searches: { times: 5, seconds: hour },
  /** Decoding an image takes up to seconds of CPU time. */
  pictures_of_member: { times: 20, seconds: hour },
} as const satisfies Record<string, RateLimit>

/** Name of the limit and its subject: an address, a number or an id. The subject is stored as a keyed hash. */
export type RateLimitUse = readonly [keyof typeof rateLimits, string]

/**
 * Consumes several limits, all or none, in its own transaction. Pass them in the order of `rateLimits`, so that
 * concurrent calls lock the rows in the same order and cannot deadlock.
 * @throws ProblemError `rate_limited`, with the seconds to wait.
 */
export async function consumeRateLimits(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  { limits, encryption }: Pick<AccountsDependencies, 'limits' | 'encryption'>,
  uses: readonly RateLimitUse[],
) {
  if (!limits) return
  await transact(async (tx) => {
    for (const [name, subject] of uses) {
      const bucket = `${name}:${encryption.blindIndex('address', subject).toString('base64url')}`
      await consumeRateLimit(tx, bucket, rateLimits[name], now)
    }
  })
}
