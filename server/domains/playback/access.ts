import type { Episode } from '#contract/contents.ts'
import type { ProblemCode } from '#contract/problems.ts'

export type Viewer = { id: number } | null

export type Verdict = { play: true } | { play: false; refusal: ProblemCode; offers: boolean }

/** Whether `viewer` may play `episode` (D-40), in the order that reveals least. */
export function decideAccess(
  episode: Pick<Episode, 'is_free' | 'age_rating' | 'video_state' | 'released_at'>,
  viewer: Viewer,
  now: Date,
): Verdict {
  const no = (refusal: ProblemCode, offers = false): Verdict => ({ play: false, refusal, offers })
  // D-23: nobody can be shown to be of age before he has signed in.
  if (episode.age_rating === '19' && !viewer) return no('authentication_required')
  if (episode.age_rating === '19') return no('adult_verification_required')
  if (!episode.is_free) return no(viewer ? 'purchase_required' : 'authentication_required', true)
  if (episode.released_at && Date.parse(episode.released_at) > now.getTime())
    return no('video_not_ready')
  if (episode.video_state !== 'ready') return no('video_not_ready')
  return { play: true }
}
