import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { demoMembers } from './demo-credentials.ts'
import { sql } from 'kysely'

const seedName = 'demo half-watched'

/**
 * Seeds a half-watched episode for the demo viewer (D-91), the first of a playable series, so that 이어보기 is not empty.
 * Runs once; later progress of the viewer is kept.
 * @returns whether it was inserted now.
 */
export async function seedWatchHistory({
  transact,
  clock,
}: Pick<Database, 'transact'> & { clock: Clock }): Promise<boolean> {
  const [{ email }] = demoMembers
  const now = clock.now().toISOString()
  return transact(async (tx) => {
    const { rows } = await sql`
      with halved as (
        select m.id as member_id, e.id as episode_id, e.series_id, e.runtime * 2 / 5 as progress
        from members m
        join episodes e on e.is_free and e.video_state = 'ready' and not e.is_hidden and e.runtime >= 60
        join series s on s.id = e.series_id and s.is_series and not s.is_hidden and s.age_rating <> '19'
        where m.email = ${email} and m.is_demo
          and not exists (select from watch_histories h where h.member_id = m.id)
        order by e.id limit 1
      ), once as (
        insert into seed_runs (name) select ${seedName} from halved on conflict do nothing returning name
      )
      insert into watch_histories
        (member_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
      select member_id, episode_id, series_id, progress, false, ${now}::timestamptz, ${now}::timestamptz,
        (${now}::timestamptz at time zone 'Asia/Seoul')::date, 0
      from halved, once
      returning id`.execute(tx)
    return rows.length > 0
  })
}
