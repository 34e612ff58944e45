import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import type { ComponentType } from 'react'

/** What sells the episode that does not play, from the feature that knows how. */
export type Sale = {
  /** Every way there is, with its price. */
  Ways: ComponentType<{
    offers: PurchaseOffers
    here: string
    onPick: (way: OwnershipTypeId) => void
  }>
  /** Opens what one buys with. @returns whether it is his now */
  buy: (offers: PurchaseOffers, way: OwnershipTypeId, method?: PaymentMethod) => Promise<boolean>
  /** Asks a visitor in. @returns whether he came */
  signIn: () => Promise<boolean>
}

/** What somebody set out to buy. */
export type Wish = { way: OwnershipTypeId; method?: PaymentMethod | undefined }
