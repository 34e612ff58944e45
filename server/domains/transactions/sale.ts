import type { AgeCode, Episode } from '#contract/contents.ts'
import { ownershipTypes } from '#contract/money.ts'
import { won, type Won } from '#server/kernel/money.ts'

type Offered = Pick<Episode, 'is_free' | 'price' | 'video_state' | 'released_at'> & {
  age_rating: AgeCode
  /** What 대여 costs; null where it is not let (D-51). */
  rental_price: number | null
}

export type Sale =
  | { sold: true; price: Won }
  | { sold: false; refusal: 'not_for_sale' | 'adult_verification_required' }

/** Whether an episode is sold to a member now, and for how much. Nobody pays for what he could not play then. */
export function decideSale(
  episode: Offered,
  ownership_type_id: number,
  buyer: { is_adult: boolean },
  now: Date,
): Sale {
  const { released_at, video_state } = episode
  const price =
    ownership_type_id === ownershipTypes.rental ? (episode.rental_price ?? 0) : episode.price
  if (episode.is_free || price === 0) return { sold: false, refusal: 'not_for_sale' }
  if (released_at && Date.parse(released_at) > now.getTime())
    return { sold: false, refusal: 'not_for_sale' }
  if (video_state !== 'ready') return { sold: false, refusal: 'not_for_sale' }
  if (episode.age_rating === '19' && !buyer.is_adult)
    return { sold: false, refusal: 'adult_verification_required' }
  return { sold: true, price: won(price) }
}
