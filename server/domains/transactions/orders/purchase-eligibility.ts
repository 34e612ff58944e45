import type { AgeCode, Episode } from '#contract/contents/contents.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, ProblemError } from '#server/shared/problem-error.ts'
import { episodeTitle } from './orders.copy.ts'

type Offered = Pick<
  Episode,
  'is_free' | 'price' | 'video_state' | 'released_at' | 'is_upcoming'
> & {
  age_rating: AgeCode
  /** Price of 대여; null if the episode cannot be rented. */
  rental_price: number | null
}

export type SaleDecision =
  | { kind: 'sell'; price: number }
  | { kind: 'refuse'; refusal: 'not_for_sale' | 'video_not_ready' | 'adult_verification_required' }

/**
 * Decides whether an episode is sold to a member now, and for how much. What cannot be played is not sold
 * (decisions/0016-publication).
 */
export function decideSale(
  episode: Offered,
  ownership_type_id: number,
  buyer: { is_adult: boolean },
  now: Date,
): SaleDecision {
  const price =
    ownership_type_id === ownershipTypes.rental ? (episode.rental_price ?? 0) : episode.price
  if (episode.is_free || price === 0) return { kind: 'refuse', refusal: 'not_for_sale' }
  if (!isPlayable(episode, now)) return { kind: 'refuse', refusal: 'video_not_ready' }
  if (episode.age_rating === '19' && !buyer.is_adult)
    return { kind: 'refuse', refusal: 'adult_verification_required' }
  return { kind: 'sell', price }
}

/** Whether an episode plays now for a viewer with access to it. */
export const isPlayable = (
  {
    is_upcoming,
    video_state,
    released_at,
  }: Omit<Offered, 'is_free' | 'price' | 'rental_price' | 'age_rating'>,
  now: Date,
): boolean =>
  !is_upcoming &&
  video_state === 'ready' &&
  (released_at === null || Date.parse(released_at) <= now.getTime())

/** An item at the server's price: won by card, or the same number of points. */
export type PricedItem = {
  episode_id: number
  ownership_type_id: 2 | 3
  title: string
  price: number
}

/** @throws ProblemError `not_for_sale`, `video_not_ready`, `adult_verification_required` */
export function priceEpisode(
  episode: Episode,
  member: Member,
  { episode_id, ownership_type_id }: { episode_id: number; ownership_type_id: 2 | 3 },
  now: Date,
): PricedItem {
  const sale = decideSale(episode, ownership_type_id, { is_adult: isAgeVerified(member, now) }, now)
  if (sale.kind === 'refuse') return throwProblem(sale.refusal)
  const title = episodeTitle(episode, ownership_type_id)
  return { episode_id, ownership_type_id, title, price: sale.price }
}

/**
 * The terms of an order: those of new rentals, if the member has seen no others; null for 소장.
 * @throws ProblemError `rental_terms_changed`
 */
export function chooseRentalTerms(
  newest: number,
  {
    ownership_type_id,
    rental_terms_id: seen,
  }: {
    ownership_type_id: number
    rental_terms_id?: number | undefined
  },
): number | null {
  if (ownership_type_id !== ownershipTypes.rental) return null
  if (seen !== undefined && seen !== newest) throwProblem('rental_terms_changed')
  return newest
}

const consents = ['precautions_agreed', 'privacy_agreed'] as const

/**
 * Requires both consents of a purchase. An absent one was given by the form that is gated by it.
 * @throws ProblemError `invalid_request` with `consent_required` for each refused consent.
 */
export function requireConsents(body: {
  [K in (typeof consents)[number]]?: boolean | undefined
}): void {
  const refused = consents.filter((consent) => body[consent] === false)
  if (refused.length === 0) return
  throw new ProblemError('invalid_request', {
    fields: refused.map((field) => ({ field, code: 'consent_required' })),
  })
}
