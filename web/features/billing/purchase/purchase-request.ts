import type { PurchaseOffers } from '#contract/problem.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import type { Episode } from '#contract/contents/contents.ts'

export type PurchaseRequest = {
  episode: Episode
  offers: PurchaseOffers
  /** Initial selection. */
  ownershipType: OwnershipTypeId
  /** Initial payment method; by default points if they suffice. */
  method?: PaymentMethod | undefined
}
