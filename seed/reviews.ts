import { insertMember } from '#server/domains/accounts/index.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { reviewTexts } from './review-texts.ts'
import { works } from './works/index.ts'

const seedName = 'demo reviews'
const reviewers = ['강나연', '고은찬', '남궁솔', '도하윤', '류세진', '문가람', '배시우', '신다온']
/** Reviews are dated within this many days before seeding. */
const days = 60
/** One work in this many has no review. */
const unreviewedEvery = 9

/**
 * Seeds reviews of the demo works once, by demo members, because averages and counts come only from reviews (D-60). The
 * reviewers have discarded random passwords, so that no sign-in is possible (D-91).
 * @returns whether they were inserted now.
 */
export async function plantReviews(
  transact: Transact,
  parts: { encryption: Encryption; hash: (password: string) => Promise<string> },
  now: Date,
): Promise<boolean> {
  const password_hash = await parts.hash(randomBytes(24).toString('base64url'))
  return transact(async (tx) => {
    const once = await tx
      .insertInto('seed_runs')
      .values({ name: seedName })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!once.numInsertedOrUpdatedRows) return false
    const member_ids: number[] = []
    for (const [place, username] of reviewers.entries()) {
      const columns = {
        email: `reviewer${place + 1}@hanpyeon.test`,
        phonenumber: `010000001${String(place).padStart(2, '0')}`,
        ...{ username, password_hash, is_staff: false, is_demo: true },
      }
      const member = await insertMember(tx, parts.encryption, columns, now)
      if (member) member_ids.push(member.id)
    }
    await insertReviews(tx, member_ids, now)
    return true
  })
}

async function insertReviews(tx: Tx, member_ids: readonly number[], now: Date): Promise<void> {
  const byPopularity = works.toSorted((a, b) => b.popularity - a.popularity)
  const rows = byPopularity.flatMap((work, rank) => {
    if (rank % unreviewedEvery === unreviewedEvery - 1) return []
    // From all reviewers for the most popular work down to two.
    const count = Math.max(2, Math.round(member_ids.length * (1 - rank / works.length)))
    return Array.from({ length: Math.min(count, member_ids.length) }, (_, nth) => {
      // With 23 texts, a prime number, no work has the same text twice.
      const text = reviewTexts[(work.id * 7 + nth * 5) % reviewTexts.length]
      return {
        key: `demo:${work.id}`,
        member_id: member_ids[(work.id + nth) % member_ids.length],
        rating: text?.half_stars,
        context: text?.context,
        days_ago: 1 + ((work.id * 13 + nth * 17) % days),
      }
    })
  })
  await sql`
    insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
    select r.member_id, s.id, r.rating, r.context, false, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (key text, member_id int, rating int, context text, days_ago int)
    join series s on s.import_key = r.key
    cross join lateral (select greatest(${now}::timestamptz - r.days_ago * interval '1 day',
      s.released_on + interval '1 day') as at) as written
    where at < ${now}::timestamptz`.execute(tx)
}
