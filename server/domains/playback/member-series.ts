import type { MemberSeries } from '#contract/playback/playback.ts'
import type { Db } from '#server/db/client.ts'
import { readMemberReviews } from '#server/domains/reviews/index.ts'
import { type MemberEpisodeRow, readMemberEpisodes } from './playback-queries.ts'

/**
 * As in the 이어보기 row: the episode watched last if it is not completed, else the first released one after it
 * that is not completed.
 */
function continueWatching(
  rows: readonly MemberEpisodeRow[],
  now: Date,
): MemberSeries['continue_watching'] {
  const last = rows.reduce((latest, { watched_at }, position) => {
    const before = rows[latest]?.watched_at ?? ''
    return watched_at !== null && watched_at > before ? position : latest
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
  viewer: Parameters<typeof readMemberEpisodes>[1],
  id: number,
  now: Date,
): Promise<MemberSeries | undefined> {
  const [rows, { own, helpful_review_ids }] = await Promise.all([
    readMemberEpisodes(db, viewer, id, now),
    readMemberReviews(db, viewer.member_id, id),
  ])
  const [first] = rows
  if (!first) return undefined
  const reviewOf = (kind: 'series' | 'episode', object_id: number) =>
    own.find((like) => like.content_type === kind && like.object_id === object_id) ?? null
  return {
    id,
    like_id: first.series_like_id,
    review: reviewOf('series', id),
    continue_watching: continueWatching(rows, now),
    helpful_review_ids,
    episodes: rows.flatMap(({ id: episode_id, access, progress, is_completed, like_id, ...held }) =>
      episode_id === null
        ? []
        : [
            {
              id: episode_id,
              access,
              rental:
                held.purchase_id === null || held.rental_expires_at === null
                  ? null
                  : {
                      expires_at: held.rental_expires_at,
                      is_started: held.is_rental_started,
                      playback_hours: held.playback_hours ?? 0,
                    },
              progress: progress ?? 0,
              is_completed: is_completed ?? false,
              like_id,
              review: reviewOf('episode', episode_id),
            },
          ],
    ),
  }
}
