import type { Tx } from '#server/db/client.ts'
import { isPublicEpisode } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'

export type OpenedSeries = {
  series_id: number
  title: string
  /** The first of the new episodes. */
  episode_id: number
  season_id: number
  number: number
  count: number
}

/** Removes up to `limit` opened episodes from their queue. @returns their number, and the series that a profile may follow. */
export async function takeOpenedEpisodes(
  tx: Tx,
  limit: number,
): Promise<{ taken: number; series: OpenedSeries[] }> {
  const { rows } = await sql<{ taken: number; series: OpenedSeries[] }>`
    with taken as (
      delete from opened_episodes where episode_id in (
        select episode_id from opened_episodes order by episode_id limit ${limit} for update skip locked)
      returning episode_id
    ), opened as (
      select distinct on (e.series_id) e.series_id, s.title, e.id as episode_id, e.season_id, e.number,
        count(*) over (partition by e.series_id)::int as count
      from taken join episodes e on e.id = taken.episode_id
      join seasons se on se.id = e.season_id join series s on s.id = e.series_id
      where ${isPublicEpisode('e')} and not s.is_hidden and s.is_series
        and (exists (select from likes l where l.series_id = s.id) or exists (
          select from episodes o join watch_histories h on h.episode_id = o.id where o.series_id = s.id))
      order by e.series_id, se.number, e.number
    )
    select (select count(*)::int from taken) as taken,
      (select coalesce(json_agg(opened), '[]') from opened) as series`.execute(tx)
  return rows[0] ?? { taken: 0, series: [] }
}

/** Viewers of any of this many episodes before the new one follow the series. */
const recentEpisodes = 20

/** SQL for the last episodes before an episode of a series. */
const previousEpisodes = (episode_id: number) => sql`(
  select o.id from episodes e join seasons se on se.id = e.season_id
  join episodes o on o.series_id = e.series_id join seasons os on os.id = o.season_id
  where e.id = ${episode_id} and (os.number, o.number) < (se.number, e.number)
  order by os.number desc, o.number desc limit ${recentEpisodes})`

/** Returns the first profile above `after` that likes the series or has watched it; null without one. */
export async function findNextFollower(
  tx: Tx,
  { series_id, episode_id, after }: { series_id: number; episode_id: number; after: number },
): Promise<number | null> {
  const { rows } = await sql<{ next: number | null }>`
    select least(
      (select min(l.profile_id) from likes l where l.series_id = ${series_id} and l.profile_id > ${after}),
      (select min(first.profile_id) from ${previousEpisodes(episode_id)} as previous cross join lateral (
        select h.profile_id from watch_histories h where h.episode_id = previous.id and h.profile_id > ${after}
        order by h.profile_id limit 1) as first)) as next`.execute(tx)
  return rows[0]?.next ?? null
}

/**
 * Selects the profiles in a range of ids that like the series or have watched it, and may see it. Leaves out profiles whose
 * alert for the release of the work is pending or was sent within a day.
 */
export const followersIn = (
  { series_id, episode_id }: { series_id: number; episode_id: number },
  { first, last, now }: { first: number; last: number; now: Date },
) => sql`
  select p.member_id, p.id from (
    select l.profile_id from likes l where l.series_id = ${series_id} and l.profile_id between ${first} and ${last}
    union
    select h.profile_id from watch_histories h
    where h.episode_id in ${previousEpisodes(episode_id)} and h.profile_id between ${first} and ${last}
  ) as follower
  join profiles p on p.id = follower.profile_id join series s on s.id = ${series_id}
  where s.age_rating = any (ratings_within(p.age_limit)) and not exists (
    select from release_alerts r where r.profile_id = p.id and r.series_id = s.id
      and (r.notified_at is null or r.notified_at > ${now}::timestamptz - interval '1 day'))`
