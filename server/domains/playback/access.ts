import type { Episode } from '#contract/contents.ts'
import type { EpisodeAccess } from '#contract/playback.ts'
import type { ProblemCode } from '#contract/problems.ts'

/** `is_adult`: whether he has proven his age within the year. */
export type Viewer = { is_adult: boolean } | null

export type Verdict = { play: true } | { play: false; refusal: ProblemCode; offers: boolean }

type Question = Pick<Episode, 'age_rating' | 'video_state' | 'released_at'> & {
  /** How it is open to him, as the domain of transactions says. */
  access: EpisodeAccess | 'ended'
}

/** Whether `viewer` may play `episode`, in the order of D-40: visible, age, entitlement, and then whether it can. */
export function decideAccess(episode: Question, viewer: Viewer, now: Date): Verdict {
  const no = (refusal: ProblemCode, offers = false): Verdict => ({ play: false, refusal, offers })
  // Before anything is offered for sale: nobody pays for what cannot be played yet.
  if (episode.released_at && Date.parse(episode.released_at) > now.getTime())
    return no('video_not_ready')
  // Said before anything is asked of him: nothing he could do would open it.
  if (episode.access === 'ended') return no('no_longer_shown')
  // D-23: nobody can be shown to be of age before he has signed in.
  if (episode.age_rating === '19' && !viewer?.is_adult)
    return no(viewer ? 'adult_verification_required' : 'authentication_required')
  if (episode.access === 'locked')
    return no(viewer ? 'purchase_required' : 'authentication_required', true)
  if (episode.video_state !== 'ready') return no('video_not_ready')
  return { play: true }
}
