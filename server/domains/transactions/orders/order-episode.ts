import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { requireConsents } from './purchase-eligibility.ts'
import { findActivePurchase, type ActivePurchase } from '../entitlements/purchase-queries.ts'
import { canBeReplaced } from '../entitlements/purchases.ts'
import { findPricedItem } from './purchase-eligibility.ts'
import { createCardOrder } from './create-card-order.ts'
import { requirePaymentGateway, paymentWindowFor } from './payment-window.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { Payer } from '../dependencies.ts'
import { loadOrderResponse } from './order-queries.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'

/**
 * Creates an unpaid order for an episode, to be paid by card (D-52). The price is the server's (P1).
 * @throws ProblemError `not_found`, `not_for_sale`, `adult_verification_required`, `already_owned`, `order_under_way`
 */
export async function orderEpisode(
  parts: PaymentDependencies,
  { member, transact, now }: Payer,
  body: ParsedInput<typeof transactions.orderEpisode>['body'],
): Promise<EndpointResponse<typeof transactions.orderEpisode>> {
  requireConsents(body)
  const { order, wallet } = await transact(async (tx) => {
    const pricedItem = await findPricedItem(tx, member, body, now)
    requirePaymentGateway(parts)
    const wallet = await lockWallet(tx, member.id, now)
    requireNotOwned(await findActivePurchase(tx, wallet.id, body.episode_id), pricedItem, now)
    const { price: amount, ...item } = pricedItem
    return {
      wallet,
      order: await createCardOrder(tx, wallet.id, { kind: 'episode', amount, ...item }, now),
    }
  })
  return {
    order: await loadOrderResponse(parts.db, order),
    window: paymentWindowFor(parts, order, wallet),
  }
}

/** @throws ProblemError `already_owned`; `order_under_way` while a refund of the purchase is pending. */
export function requireNotOwned(
  purchase: ActivePurchase | null | undefined,
  { ownership_type_id }: { ownership_type_id: number },
  now: Date,
): void {
  if (!purchase || canBeReplaced(purchase, ownership_type_id, now)) return
  throwProblem(purchase.state === 'refunding' ? 'order_under_way' : 'already_owned')
}
