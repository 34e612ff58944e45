import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-schemas.ts'

type CheapestOffer = { ownership_type: OwnershipTypeId; price: number }

/**
 * The cheaper of renting and owning an episode, which a screen with room for one offer shows: the one that its badge
 * names. Null if it is sold by plans alone. A `price` of 0 or null is no offer.
 */
export function cheapestOffer({
  price,
  rental_price,
}: {
  price: number | null
  rental_price: number | null
}): CheapestOffer | null {
  const owned = price ? { ownership_type: ownershipTypes.owned, price } : null
  if (rental_price === null || (owned && owned.price <= rental_price)) return owned
  return { ownership_type: ownershipTypes.rental, price: rental_price }
}
