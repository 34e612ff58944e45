import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findActivePurchase, type ActivePurchase } from '../entitlements/purchase-queries.ts'
import { canBeReplaced } from '../entitlements/purchases.ts'
import { readRentalTerms } from '../entitlements/rental-terms-queries.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import {
  requirePaymentGateway,
  paymentWindowFor,
  isPaymentWindowUsable,
  paymentWindowExpiry,
} from './payment-window.ts'
import {
  loadOrderResponse,
  readOrderableEpisode,
  failUnpaidOrder,
  findOrderInFlight,
  insertCardOrder,
  type OrderItem,
} from './order-queries.ts'
import { chooseRentalTerms, priceEpisode, requireConsents } from './purchase-eligibility.ts'
import type { Tx } from '#server/db/client.ts'
import { failureCodes } from './orders.copy.ts'
import { isPending, type OrderRow } from './orders.ts'

/**
 * Creates an unpaid order for an episode, to be paid by card (decisions/0038-card-payments). The price is the server's.
 * @throws ProblemError `not_found`, `not_for_sale`, `video_not_ready`, `adult_verification_required`, `already_owned`, `order_in_progress`,
 *   `rental_terms_changed`
 */
export async function orderEpisode(
  deps: PaymentDependencies,
  { member, profile_id, transact, now }: Payer,
  body: ParsedInput<typeof transactions.orderEpisode>['body'],
): Promise<EndpointResponse<typeof transactions.orderEpisode>> {
  requireConsents(body)
  const { order, wallet } = await transact(async (tx) => {
    const episode = (await readOrderableEpisode(tx, body.episode_id)) ?? throwProblem('not_found')
    const { price: amount, ...item } = priceEpisode(episode, member, body, now)
    requirePaymentGateway(deps)
    const wallet = await lockWallet(tx, member.id, now)
    requireNotOwned(await findActivePurchase(tx, wallet.id, body.episode_id), item, now)
    const { id: newest } = await readRentalTerms(tx)
    const rental_terms_id = chooseRentalTerms(newest, body)
    const newOrder = { kind: 'episode' as const, amount, profile_id, rental_terms_id, ...item }
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

type CardOrderItem = Exclude<OrderItem, { kind: 'subscription' }> & {
  title: string
  amount: number
}

/**
 * Returns the card order for an item. An identical order in flight is reused, so that two tabs or a double click share
 * one; a different one is failed and replaced. The caller holds the lock of the wallet.
 * @throws ProblemError `order_in_progress` while a payment for the item is pending.
 */
export async function createCardOrder(tx: Tx, wallet_id: number, item: CardOrderItem, now: Date) {
  const existing = await findOrderInFlight(tx, wallet_id, item)
  if (existing && isPending(existing)) throwProblem('order_in_progress')
  if (existing && isSameOrder(existing, item) && isPaymentWindowUsable(existing, now))
    return existing
  if (existing) await failUnpaidOrder(tx, existing.id, failureCodes.replaced)
  const payment_expires_at = paymentWindowExpiry(now)
  return insertCardOrder(tx, { ...item, wallet_id, consented_at: now, payment_expires_at }, now)
}

const isSameOrder = (existing: OrderRow, item: CardOrderItem) =>
  existing.amount === item.amount &&
  (item.kind === 'episode'
    ? existing.ownership_type_id === item.ownership_type_id &&
      existing.rental_terms_id === item.rental_terms_id
    : existing.point_bonus === item.point_bonus && existing.title === item.title)
