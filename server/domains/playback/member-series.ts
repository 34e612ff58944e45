import type { EpisodeAccess, MemberSeries } from '#contract/contents/playback.ts'
import type { Db } from '#server/db/client.ts'
import { readMemberReviews } from '#server/domains/reviews/index.ts'
import { entitlementColumns, entitlementJoins } from '#server/domains/transactions/index.ts'
import { sql } from 'kysely'

type Row = {
  id: number | null
  access: EpisodeAccess
  season_number: number
  number: number
  runtime: number
  released_at: string | null
  watched_at: string | null
  progress: number | null
  is_completed: boolean | null
  like_id: number | null
  series_like_id: number | null
}

/**
 * D-45, as in the 이어보기 row: the episode watched last if it is not completed, else the first released one after it
 * that is not completed.
 */
function continueWatching(rows: readonly Row[], now: Date): MemberSeries['go_on'] {
  const last = rows.reduce((latest, { watched_at }, one) => {
    const before = rows[latest]?.watched_at ?? ''
    return watched_at !== null && watched_at > before ? one : latest
  }, -1)
  if (last < 0) return null
  const next = rows
    .slice(last)
    .find(
      ({ is_completed, released_at }) =>
        !is_completed && (released_at === null || Date.parse(released_at) <= now.getTime()),
    )
  if (!next || next.id === null) return null
  const { id, season_number, number, runtime } = next
  return { id, season_number, number, progress: next.progress ?? 0, runtime }
}

/** `GET /api/contents/series/{id}/me/`, in two concurrent statements for any number of episodes. */
export async function readMemberSeries(
  db: Db,
  member_id: number,
  id: number,
  now: Date,
): Promise<MemberSeries | undefined> {
  const [{ rows }, { own, helpful_review_ids }] = await Promise.all([
    sql<Row>`
      select e.id, se.number as season_number, e.number, e.runtime, e.released_at, ${entitlementColumns},
        h.progress, h.is_completed, h.watched_at, l.id as like_id,
        (select sl.id from likes sl where sl.member_id = ${member_id} and sl.series_id = s.id
          and sl.episode_id is null) as series_like_id
      from series s
      left join (episodes e join seasons se on se.id = e.season_id) on e.series_id = s.id and not e.is_hidden
      left join watch_histories h on h.member_id = ${member_id} and h.episode_id = e.id
      left join likes l on l.member_id = ${member_id} and l.series_id = s.id and l.episode_id = e.id
      ${entitlementJoins(sql`${member_id}::int`, now)}
      where s.id = ${id} and not s.is_hidden
      order by se.number, e.number`.execute(db),
    readMemberReviews(db, member_id, id),
  ])
  const [first] = rows
  if (!first) return undefined
  const reviewOf = (kind: 'series' | 'episode', object_id: number) =>
    own.find((one) => one.content_type === kind && one.object_id === object_id) ?? null
  return {
    id,
    like_id: first.series_like_id,
    review: reviewOf('series', id),
    go_on: continueWatching(rows, now),
    helpful_review_ids,
    episodes: rows.flatMap(({ id: episode_id, access, progress, is_completed, like_id }) =>
      episode_id === null
        ? []
        : [
            {
              id: episode_id,
              access,
              progress: progress ?? 0,
              is_completed: is_completed ?? false,
              like_id,
              review: reviewOf('episode', episode_id),
            },
          ],
    ),
  }
}
