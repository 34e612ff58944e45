import type { Episode, AgeCode } from '#contract/contents/contents.ts'
import type { EpisodeAccess } from '#contract/contents/playback.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Db } from '#server/db/client.ts'
import { isReachableSql } from '#server/domains/contents/index.ts'
import { entitlementColumns, entitlementJoins } from '#server/domains/transactions/index.ts'
import { type PlaybackEligibility, completionSecond } from '#server/domains/watch-history/index.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import { sql } from 'kysely'

/** `is_adult`: whether the viewer's age was verified within a year. */
export type Viewer = { is_adult: boolean } | null

export type AccessDecision = { play: true } | { play: false; refusal: ProblemCode; offers: boolean }

type PlaybackSubject = Pick<Episode, 'age_rating' | 'video_state' | 'released_at'> & {
  /** The viewer's access, as the transactions domain computes it. */
  access: EpisodeAccess | 'ended'
}

/** Whether `viewer` may play `episode`, in the order of D-40: visible, age, entitlement, and then whether it can. */
export function decideAccess(episode: PlaybackSubject, viewer: Viewer, now: Date): AccessDecision {
  const refuse = (refusal: ProblemCode, offers = false): AccessDecision => ({
    play: false,
    refusal,
    offers,
  })
  // Checked before any offer, so that an unreleased episode is not sold.
  if (episode.released_at && Date.parse(episode.released_at) > now.getTime())
    return refuse('video_not_ready')
  // Checked before age and entitlement, because no action of the viewer would open an unpublished episode.
  if (episode.access === 'ended') return refuse('no_longer_shown')
  // D-23: age verification requires a signed-in member.
  if (episode.age_rating === '19' && !viewer?.is_adult)
    return refuse(viewer ? 'adult_verification_required' : 'authentication_required')
  if (episode.access === 'locked')
    return refuse(viewer ? 'purchase_required' : 'authentication_required', true)
  if (episode.video_state !== 'ready') return refuse('video_not_ready')
  return { play: true }
}

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
 * Decides for each pair of member and episode, as `readVideo` does, whether the member may play it, and reads the
 * runtime and completion second that progress is measured by. One statement for any number of pairs.
 */
export async function checkPlaybackEligibility(
  db: Db,
  queries: readonly { member_id: number; episode_id: number }[],
  now: Date,
): Promise<PlaybackEligibility[]> {
  const list = (values: readonly number[]) => `{${values.join()}}`
  const { rows } = await sql<Row>`
    select e.id, e.series_id, e.runtime, a.ending_start, s.age_rating, e.video_state, e.released_at,
      m.adult_verified_until, m.id is not null as is_member, ${entitlementColumns}
    from unnest(
      ${list(queries.map((one) => one.member_id))}::int[], ${list(queries.map((one) => one.episode_id))}::int[]
    ) with ordinality as q (member_id, episode_id, ordinal)
    left join members m on m.id = q.member_id
    left join (episodes e join series s on s.id = e.series_id)
      on e.id = q.episode_id and ${isReachableSql}
    left join media_assets a on a.id = e.asset_id
    ${entitlementJoins(sql`m.id`, now)}
    order by q.ordinal`.execute(db)
  return rows.map((row): PlaybackEligibility => {
    if (!row.is_member) return { refusal: 'authentication_required' }
    if (row.id === null) return { refusal: 'not_found' }
    const decision = decideAccess(row, { is_adult: isAgeVerified(row, now) }, now)
    if (!decision.play) return { refusal: decision.refusal }
    const { series_id, runtime, ending_start } = row
    return { series_id, runtime, done_at: completionSecond(runtime, ending_start) }
  })
}
