import type { PurchaseOffers } from '#contract/problem.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import type { Episode } from '#contract/contents/contents.ts'

export type PurchaseRequest = {
  episode: Episode
  offers: PurchaseOffers
  /** What is chosen at first; it may be changed. */
  way: OwnershipTypeId
  /** How it is paid at first; points where they are enough, unless told. */
  method?: PaymentMethod | undefined
}
