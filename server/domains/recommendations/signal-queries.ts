import type { Database, Db, Tx } from '#server/db/client.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import { isShownSeriesSql, isWithinLimit, seriesScope } from '#server/domains/contents/index.ts'
import type { ViewerCount } from './training/age-groups.ts'
import { type RawBuilder, sql } from 'kysely'

/** The taste of a profile for one work, combined from all its actions. */
export type WorkSignal = {
  series_id: number
  /** Time of the latest signal, in ms. */
  at: number
  /** From about −1 for a refused or disliked work to 2.5 for one that was finished, liked and well reviewed. */
  strength: number
  is_completed: boolean
}

/** A work of at least this strength was liked: it is a positive of the training and the reason of a row. */
export const likedStrength = 0.5

/** The maximum number of rows read per source and profile; older ones do not affect personal rows. */
const recentRows = 200

/**
 * The rows of each source with `strength`, as float8, because arithmetic of numeric is slower. An episode that was left within its
 * first minutes at least a day ago counts as dropped; one in progress counts little.
 * @param of limits the rows of a source by the column that holds the profile
 * @param recent orders and limits the rows of a source by a column
 */
const signalSources = (
  of: (column: string) => RawBuilder<unknown>,
  recent: (column: string) => RawBuilder<unknown>,
  now: RawBuilder<unknown>,
) => sql`
  (select h.profile_id as profile_id, h.series_id, h.watched_at as at, true as is_watched, h.is_completed,
     case when h.is_completed then 1.0::float8 else (
       select case when h.progress >= e.runtime * 0.5::float8 then 0.6::float8
         when h.progress < e.runtime * 0.15::float8 and h.watched_at < ${now} - interval '1 day' then -0.3::float8
         else 0.2::float8 end
       from episodes e where e.id = h.episode_id) end as strength
   from watch_histories h where ${of('h.profile_id')} ${recent('h.watched_at')})
  union all
  (select l.profile_id, l.series_id, l.created_at, false, false, 1.0::float8 from likes l
   where ${of('l.profile_id')} ${recent('l.id')})
  union all
  (select r.profile_id, r.series_id, r.updated_at, false, false, (r.rating - 5.5::float8) / 4.5::float8 from reviews r
   where ${of('r.profile_id')})
  union all
  (select o.profile_id, e.series_id, p.purchased_at, false, false, 0.3::float8
   from orders o join purchases p on p.order_id = o.id join episodes e on e.id = p.episode_id
   where ${of('o.profile_id')} and p.state = 'active' ${recent('p.purchased_at')})
  union all
  (select f.profile_id, f.series_id, f.created_at, false, false, -3.0::float8 from refused_works f where ${of('f.profile_id')})
  union all
  (select t.profile_id, picked.series_id, t.created_at, false, false, 0.8::float8
   from taste_picks t, unnest(t.series_ids) as picked (series_id) where ${of('t.profile_id')})`

/** Watching counts once for a work, however many of its episodes were watched; the other sources add up. */
const strengthSql = sql`
  coalesce(max(s.strength) filter (where s.is_watched), 0)
    + coalesce(sum(distinct s.strength) filter (where not s.is_watched), 0)`

type ProfileSignals = {
  /** The latest first. */
  signals: WorkSignal[]
  /** Whether it was asked for works that it likes. */
  has_picked: boolean
}

/**
 * Creates the reader of a profile's signals: index scans whatever the length of its history. Concurrent reads share a statement, which
 * is compiled once and prepared by each connection.
 */
export function createSignalReader({ db, pool }: Pick<Database, 'db' | 'pool'>) {
  let text: string | undefined
  return createBatcher<{ profile_id: number; now: Date }, ProfileSignals>(
    async (requests) => {
      text ??= `/* profile_signals */ ${profileSignals([], new Date(0)).compile(db).sql}`
      // The parameters of `profileSignals`. The requests of a batch arrive within milliseconds, so one instant serves all.
      const values = [requests.map(({ profile_id }) => profile_id), requests[0]!.now.toISOString()]
      const { rows } = await pool.query<SignalsRow>(text, values)
      return rows.map(({ has_picked, signals }) => ({
        answer: { has_picked, signals: toSignals(signals) },
      }))
    },
    { concurrency: 2, max_batch_size: maxBatchSize },
  )
}

const toSignals = ([series_ids, times, strengths, completions]: SignalsRow['signals']) =>
  (series_ids ?? []).map((series_id, index): WorkSignal => ({
    series_id,
    at: times![index]!,
    strength: strengths![index]!,
    is_completed: completions![index]!,
  }))

/** Works, times, strengths and completions in the same order, which is faster than an array for each work; null for a profile without signals. */
type SignalsRow = {
  signals: [number[] | null, number[] | null, number[] | null, boolean[] | null]
  has_picked: boolean
}

/**
 * Profiles whose signals one statement reads. The list has a fixed length, so that PostgreSQL keeps one plan: for `unnest(ids)` it
 * planned again each time, which took longer than the scans.
 */
const maxBatchSize = 8
const places = Array.from({ length: maxBatchSize }, (_, index) => {
  const place = sql.lit(index + 1)
  return sql`(${place}, now.ids[${place}])`
})

/** The signals of at most `maxBatchSize` profiles in the order of `ids`. */
const profileSignals = (ids: readonly number[], now: Date) => sql<SignalsRow>`
  select exists (select from taste_picks t where t.profile_id = profile.id) as has_picked, (
    select json_build_array(array_agg(series_id), array_agg(at), array_agg(strength), array_agg(is_completed)) from (
      select s.series_id, date_part('epoch', max(s.at)) * 1000 as at, ${strengthSql} as strength,
        bool_or(s.is_completed) as is_completed
      from (${signalSources(
        (column) => sql`${sql.ref(column)} = profile.id`,
        (column) => sql`order by ${sql.ref(column)} desc limit ${sql.lit(recentRows)}`,
        sql`now.at`,
      )}) as s group by s.series_id order by at desc, s.series_id
    ) as works
  ) as signals
  from (select ${ids}::int[] as ids, ${now.toISOString()}::timestamptz as at) as now
    cross join lateral (values ${sql.join(places)}) as profile (place, id)
  where profile.id is not null order by profile.place`

/** The works that each of some profiles liked, the latest `most` of them. */
export async function readLikedWorks(
  db: Db,
  { after, limit, most }: { after: number; limit: number; most: number },
  now: Date,
): Promise<{ last: number | undefined; profiles: number[][] }> {
  const { rows: found } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from profiles where id > ${after} order by id limit ${limit}) as batch`.execute(db)
  const last = found[0]?.last ?? undefined
  if (last === undefined) return { last, profiles: [] }
  const of = (column: string) =>
    sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`
  const { rows } = await sql<{ works: number[] }>`
    select (array_agg(series_id order by at desc))[:${most}] as works from (
      select s.profile_id, s.series_id, max(s.at) as at
      from (${signalSources(of, () => sql``, sql`${now.toISOString()}::timestamptz`)}) as s
      group by s.profile_id, s.series_id having ${strengthSql} >= ${sql.lit(likedStrength)}
    ) as liked group by profile_id`.execute(db)
  return { last, profiles: rows.map(({ works }) => works) }
}

/**
 * Counts the profiles with `after` < id <= `last` and an age limit below 19 that have watched since a time: all of a limit
 * (`series_id` null), and those of each work.
 */
export async function readAgeGroupViewers(
  db: Db,
  { after, last, since }: { after: number; last: number; since: Date },
): Promise<ViewerCount[]> {
  const { rows } = await sql<ViewerCount>`
    with watched as (
      select distinct p.age_limit, p.id, h.series_id from profiles p join watch_histories h on h.profile_id = p.id
      where p.id > ${after} and p.id <= ${last} and p.age_limit <> '19' and h.watched_at > ${since.toISOString()}::timestamptz)
    select age_limit, series_id, count(distinct id) as viewers
    from watched group by grouping sets ((age_limit), (age_limit, series_id))`.execute(db)
  return rows
}

/** Refuses a work and deletes its likes. @returns whether the series is shown to the profile. */
export async function insertRefusal(
  tx: Tx,
  { profile, series_id, now }: { profile: SessionProfile; series_id: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with work as (
      select s.id from series s
      where s.id = ${series_id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, profile.age_limit)}
    ), refusal as (
      insert into refused_works (profile_id, series_id, created_at)
      select ${profile.id}, id, ${now.toISOString()}::timestamptz from work on conflict do nothing
    ), unliked as (
      delete from likes where profile_id = ${profile.id} and series_id in (select id from work)
    )
    select id from work`.execute(tx)
  return rows.length > 0
}

/** @returns whether the work was refused. */
export async function deleteRefusal(
  tx: Tx,
  { profile_id, series_id }: { profile_id: number; series_id: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('refused_works')
    .where('profile_id', '=', profile_id)
    .where('series_id', '=', series_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores the picks of a profile; those of an earlier answer are replaced. Works that are not shown to it are left out. */
export async function upsertTastePicks(
  tx: Tx,
  {
    profile,
    series_ids,
    now,
  }: { profile: SessionProfile; series_ids: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    insert into taste_picks (profile_id, series_ids, created_at)
    values (${profile.id}, array(select s.id from series s
      where s.id = any (${series_ids}::int[]) and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, profile.age_limit)} order by s.id),
      ${now.toISOString()}::timestamptz)
    on conflict (profile_id) do update set series_ids = excluded.series_ids, created_at = excluded.created_at`.execute(
    tx,
  )
}
