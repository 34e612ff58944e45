import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeAccess } from '#contract/playback/playback.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Db } from '#server/db/client.ts'
import { type PlaybackEligibility, completionSecond } from '#server/domains/watch-history/index.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { QueryExecutorProvider } from 'kysely'
import { readEligibility, readRightsRow, type RightsRow } from './playback-queries.ts'

/** `is_adult`: whether the viewer's age was verified within a year. */
export type Viewer = { is_adult: boolean } | null

export type AccessDecision =
  | { kind: 'play' }
  | { kind: 'refuse'; refusal: ProblemCode; offers: boolean }

type PlaybackSubject = Pick<Episode, 'age_rating' | 'video_state' | 'released_at'> & {
  is_upcoming?: boolean
  /** The viewer's access, as the transactions domain computes it. */
  access: EpisodeAccess | 'ended'
}

/** Whether `viewer` may play `episode`, in this order: visible, age, entitlement, and then whether it can. */
export function decideAccess(episode: PlaybackSubject, viewer: Viewer, now: Date): AccessDecision {
  const refuse = (refusal: ProblemCode, offers = false) =>
    ({ kind: 'refuse', refusal, offers }) as const
  // Checked before age and entitlement, because no action of the viewer would open the episode, and before any offer,
  // because what cannot be played is not sold (decisions/0016-publication).
  if (
    episode.is_upcoming ||
    (episode.released_at && Date.parse(episode.released_at) > now.getTime())
  )
    return refuse('video_not_ready')
  if (episode.access === 'ended') return refuse('no_longer_available')
  if (episode.video_state !== 'ready') return refuse('video_not_ready')
  // Age verification requires a signed-in member.
  if (episode.age_rating === '19' && !viewer?.is_adult)
    return refuse(viewer ? 'adult_verification_required' : 'authentication_required')
  if (episode.access === 'locked')
    return refuse(viewer ? 'purchase_required' : 'authentication_required', true)
  return { kind: 'play' }
}

/**
 * Decides for each pair of profile and episode, as `readVideo` does, whether the profile may play it, and reads the
 * runtime and completion second that progress is measured by. One statement for any number of pairs.
 */
export async function checkPlaybackEligibility(
  db: Db,
  queries: readonly { profile_id: number; episode_id: number }[],
  now: Date,
): Promise<PlaybackEligibility[]> {
  const rows = await readEligibility(db, queries, now)
  return rows.map((row): PlaybackEligibility => {
    if (row.member_id === null) return { refusal: 'authentication_required' }
    if (row.id === null) return { refusal: 'not_found' }
    const decision = decideAccess(row, { is_adult: isAgeVerified(row, now) }, now)
    if (decision.kind === 'refuse') return { refusal: decision.refusal }
    const { member_id, series_id, runtime, ending_start } = row
    return { member_id, series_id, runtime, completed_at: completionSecond(runtime, ending_start) }
  })
}

/** Reads the episode that shows an asset, and decides whether a session may play it; a null session is a guest's. */
export async function readRights(
  db: QueryExecutorProvider,
  query: { asset_id: number; session_id: number | null },
  now: Date,
): Promise<{ row: RightsRow | undefined; decision: AccessDecision }> {
  const row = await readRightsRow(db, query, now)
  if (!row?.is_within_limit)
    return { row, decision: { kind: 'refuse', refusal: 'not_found', offers: false } }
  const viewer = row.member_id === null ? null : { is_adult: isAgeVerified(row, now) }
  return { row, decision: decideAccess(row, viewer, now) }
}
