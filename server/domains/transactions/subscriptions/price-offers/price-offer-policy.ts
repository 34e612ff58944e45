import type { WithoutConsent } from '#contract/transactions/subscriptions.ts'

/** An offer of other terms with its answer, and the consequence without one. Instants in ISO 8601. */
export type OfferState = {
  effective_at: string
  new_price: number
  needs_consent: boolean
  agreed_at: string | null
  without_consent: WithoutConsent
}

/** The outcome of a due offer: the new terms apply, the former ones stay, or the subscription ends. */
export type OfferDecision = 'applied' | 'kept' | 'ended'

/** Decides a due offer. Silence is no consent (decisions/0042-subscriptions). */
export function decideOffer({
  needs_consent,
  agreed_at,
  without_consent,
}: Pick<OfferState, 'needs_consent' | 'agreed_at' | 'without_consent'>): OfferDecision {
  if (!needs_consent || agreed_at !== null) return 'applied'
  return without_consent === 'keep' ? 'kept' : 'ended'
}

/**
 * Returns the price of the charge at `at`, given the agreed one and the offer that the member has, as answered so far; null if
 * the subscription ends then.
 */
export function nextPrice(price: number, offer: OfferState | null, at: string): number | null {
  if (!offer || Date.parse(offer.effective_at) > Date.parse(at)) return price
  const decision = decideOffer(offer)
  return decision === 'ended' ? null : decision === 'applied' ? offer.new_price : price
}
