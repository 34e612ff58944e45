import type { EpisodeAccess, SeriesOfMember } from '#contract/playback.ts'
import type { Db } from '#server/db/client.ts'
import { readOwnReviews } from '#server/domains/reviews/index.ts'
import { entitlement, entitlementFrom } from '#server/domains/transactions/index.ts'
import { sql } from 'kysely'

type Row = {
  id: number | null
  access: EpisodeAccess
  progress: number | null
  is_completed: boolean | null
  like_id: number | null
  series_like_id: number | null
}

/** `GET /api/contents/series/{id}/me/`: two statements, side by side, however many episodes there are. */
export async function readSeriesOfMember(
  db: Db,
  member_id: number,
  id: number,
  now: Date,
): Promise<SeriesOfMember | undefined> {
  const [{ rows }, { own, helpful_review_ids }] = await Promise.all([
    sql<Row>`
      select e.id, ${entitlement}, h.progress, h.is_completed, l.id as like_id,
        (select sl.id from likes sl where sl.member_id = ${member_id} and sl.series_id = s.id
          and sl.episode_id is null) as series_like_id
      from series s
      left join (episodes e join seasons se on se.id = e.season_id) on e.series_id = s.id and not e.is_hidden
      left join histories h on h.member_id = ${member_id} and h.episode_id = e.id
      left join likes l on l.member_id = ${member_id} and l.series_id = s.id and l.episode_id = e.id
      ${entitlementFrom(sql`${member_id}::int`, now)}
      where s.id = ${id} and not s.is_hidden
      order by se.number, e.number`.execute(db),
    readOwnReviews(db, member_id, id),
  ])
  const [first] = rows
  if (!first) return undefined
  const reviewOf = (kind: 'series' | 'episode', object_id: number) =>
    own.find((one) => one.content_type === kind && one.object_id === object_id) ?? null
  return {
    id,
    like_id: first.series_like_id,
    review: reviewOf('series', id),
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
