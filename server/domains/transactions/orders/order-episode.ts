import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findActivePurchase, type ActivePurchase } from '../entitlements/purchase-queries.ts'
import { canBeReplaced } from '../entitlements/purchases.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import { createCardOrder } from './create-card-order.ts'
import { loadOrderResponse, readOrderableEpisode } from './order-queries.ts'
import { requirePaymentGateway, paymentWindowFor } from './payment-window.ts'
import { priceEpisode, requireConsents } from './purchase-eligibility.ts'

/**
 * Creates an unpaid order for an episode, to be paid by card (D-52). The price is the server's (P1).
 * @throws ProblemError `not_found`, `not_for_sale`, `video_not_ready`, `adult_verification_required`, `already_owned`, `order_in_progress`
 */
export async function orderEpisode(
  deps: PaymentDependencies,
  { member, transact, now }: Payer,
  body: ParsedInput<typeof transactions.orderEpisode>['body'],
): Promise<EndpointResponse<typeof transactions.orderEpisode>> {
  requireConsents(body)
  const { order, wallet } = await transact(async (tx) => {
    const episode = (await readOrderableEpisode(tx, body.episode_id)) ?? throwProblem('not_found')
    const { price: amount, ...item } = priceEpisode(episode, member, body, now)
    requirePaymentGateway(deps)
    const wallet = await lockWallet(tx, member.id, now)
    requireNotOwned(await findActivePurchase(tx, wallet.id, body.episode_id), item, now)
    const newOrder = { kind: 'episode' as const, amount, ...item }
    return { wallet, order: await createCardOrder(tx, wallet.id, newOrder, now) }
  })
  return {
    order: await loadOrderResponse(deps.db, order),
    payment_window: paymentWindowFor(deps, order, wallet),
  }
}

/** @throws ProblemError `already_owned`; `order_in_progress` while a refund of the purchase is pending. */
export function requireNotOwned(
  purchase: ActivePurchase | null | undefined,
  { ownership_type_id }: { ownership_type_id: number },
  now: Date,
): void {
  if (!purchase || canBeReplaced(purchase, ownership_type_id, now)) return
  throwProblem(purchase.state === 'refunding' ? 'order_in_progress' : 'already_owned')
}
