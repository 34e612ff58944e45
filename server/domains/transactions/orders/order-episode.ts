import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { requireConsents } from './purchase-eligibility.ts'
import {
  findActivePurchase,
  type ActivePurchase,
  canBeReplaced,
} from '../entitlements/purchases.ts'
import { findPricedItem } from './purchase-eligibility.ts'
import { createCardOrder } from './create-card-order.ts'
import { requirePaymentGateway, paymentWindowFor } from './payment-window.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { Payer } from '../dependencies.ts'
import { loadOrderResponse } from './order-queries.ts'
import { lockWallet } from '../ledger/wallets.ts'

/**
 * Orders an episode that is paid by card (D-52): nothing is paid yet, and the price is the server's (P1).
 * @throws Refusal `not_found`, `not_for_sale`, `adult_verification_required`, `already_owned`, `order_under_way`
 */
export async function orderEpisode(
  parts: PaymentDependencies,
  { member, transact, now }: Payer,
  body: ParsedInput<typeof transactions.orderEpisode>['body'],
): Promise<EndpointResponse<typeof transactions.orderEpisode>> {
  requireConsents(body)
  const { order, wallet } = await transact(async (tx) => {
    const bargain = await findPricedItem(tx, member, body, now)
    requirePaymentGateway(parts)
    const wallet = await lockWallet(tx, member.id, now)
    requireNotOwned(await findActivePurchase(tx, wallet.id, body.episode_id), bargain, now)
    const { price: amount, ...item } = bargain
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

/** @throws Refusal `already_owned`; `order_under_way` while it is being paid back. */
export function requireNotOwned(
  living: ActivePurchase | null | undefined,
  { ownership_type_id }: { ownership_type_id: number },
  now: Date,
): void {
  if (!living || canBeReplaced(living, ownership_type_id, now)) return
  throwProblem(living.state === 'refunding' ? 'order_under_way' : 'already_owned')
}
