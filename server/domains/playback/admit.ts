import type { AgeCode, Episode } from '#contract/contents.ts'
import type { EpisodeAccess } from '#contract/playback.ts'
import type { Db } from '#server/db/client.ts'
import { reachable } from '#server/domains/contents/index.ts'
import { entitlement, entitlementFrom } from '#server/domains/transactions/index.ts'
import { type Admission, doneAt } from '#server/domains/watching/index.ts'
import { isAdult } from '#server/kernel/adult.ts'
import { sql } from 'kysely'
import { decideAccess } from './access.ts'

type Row = {
  id: number | null
  series_id: number
  runtime: number
  ending_start: number | null
  access: EpisodeAccess | 'ended'
  age_rating: AgeCode
  video_state: Episode['video_state']
  released_at: string | null
  adult_verified_until: string | null
  is_member: boolean
}

/**
 * For each member and episode whether he may play it, as `readVideo` would decide, and what his progress in it is
 * measured by: in one statement, however many are asked for.
 */
export async function admit(
  db: Db,
  questions: readonly { member_id: number; episode_id: number }[],
  now: Date,
): Promise<Admission[]> {
  const list = (values: readonly number[]) => `{${values.join()}}`
  const { rows } = await sql<Row>`
    select e.id, e.series_id, e.runtime, a.ending_start, s.age_rating, e.video_state, e.released_at,
      m.adult_verified_until, m.id is not null as is_member, ${entitlement}
    from unnest(
      ${list(questions.map((one) => one.member_id))}::int[], ${list(questions.map((one) => one.episode_id))}::int[]
    ) with ordinality as q (member_id, episode_id, place)
    left join members m on m.id = q.member_id
    left join (episodes e join series s on s.id = e.series_id)
      on e.id = q.episode_id and ${reachable}
    left join media_assets a on a.id = e.asset_id
    ${entitlementFrom(sql`m.id`, now)}
    order by q.place`.execute(db)
  return rows.map((row): Admission => {
    if (!row.is_member) return { refusal: 'authentication_required' }
    if (row.id === null) return { refusal: 'not_found' }
    const verdict = decideAccess(row, { is_adult: isAdult(row, now) }, now)
    if (!verdict.play) return { refusal: verdict.refusal }
    const { series_id, runtime, ending_start } = row
    return { series_id, runtime, done_at: doneAt(runtime, ending_start) }
  })
}
