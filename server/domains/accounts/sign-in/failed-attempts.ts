import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { sql } from 'kysely'

/**
 * D-13: so many wrong passwords cost nothing; after them 1 s, doubling to 5 minutes. Nobody is locked out for good: whom
 * somebody else's guesses keep out comes in by a passkey, or by a password link, which forgives them.
 */
const free = 5
const longest = 300
/** Who left an account alone for so long begins anew. */
const forgottenAfter = 24 * 3_600

/** By a keyed hash of the address, so that one nobody has behaves like any other. `whose` is one, or what no address is. */
const bucketOf = ({ sealing }: Pick<AccountsDependencies, 'sealing'>, whose: string) =>
  `guesses:${sealing.blindIndex('email', whose).toString('base64url')}`

/**
 * Counts a guess at the password of the address `whose`, or at what else it stands for, as a failure, in a transaction of
 * its own, before it is looked at: whoever sends many at once gains none, because each takes its number from the same row.
 * `forgiveGuesses` takes the count back when the guess was right.
 * @throws Refusal `rate_limited` while guessing is blocked; the guess is neither counted nor looked at.
 */
export async function countAttempt(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  parts: Pick<AccountsDependencies, 'sealing'>,
  whose: string,
) {
  const bucket = bucketOf(parts, whose)
  const at = now.toISOString()
  const forgotten = new Date(now.getTime() - forgottenAfter * 1_000).toISOString()
  const wait = await transact(async (tx) => {
    const { rows } = await sql<{ hits: number }>`
      insert into throttles as t (bucket, began_at, hits) values (${bucket}, ${at}, 1)
      on conflict (bucket) do update set
        began_at = ${at},
        hits = case when t.began_at <= ${forgotten} then 1 else least(t.hits, 1000) + 1 end,
        blocked_until = case when t.began_at > ${forgotten} and t.hits + 1 >= ${free}
          then ${at}::timestamptz + make_interval(secs => least(${longest}, power(2, least(t.hits + 1 - ${free}, 20))))
        end
      where t.blocked_until is null or t.blocked_until <= ${at}
      returning hits`.execute(tx)
    if (rows[0]) return 0
    const row = await tx
      .selectFrom('throttles')
      .select('blocked_until')
      .where('bucket', '=', bucket)
      .executeTakeFirst()
    return Math.max(1, Date.parse(row?.blocked_until ?? at) - now.getTime())
  })
  if (wait > 0) throwProblem('rate_limited', { retry_after: Math.ceil(wait / 1_000) })
}

/** The guess was right, or the password is another now: guessing begins anew. */
export async function clearAttempts(
  tx: Tx,
  parts: Pick<AccountsDependencies, 'sealing'>,
  whose: string,
) {
  await tx.deleteFrom('throttles').where('bucket', '=', bucketOf(parts, whose)).execute()
}
