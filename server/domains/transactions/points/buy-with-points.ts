import type { Order } from '#contract/transactions/transactions.ts'
import type { Database, Tx } from '#server/db/client.ts'
import { createBatcher, type BatchOutcome } from '#server/db/request-batcher.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { endRental, recordReplacement } from '../entitlements/purchase-queries.ts'
import { chooseRentalTerms, priceEpisode } from '../orders/purchase-eligibility.ts'
import { requireNotOwned } from '../orders/order-episode.ts'
import { failureCodes } from '../orders/orders.copy.ts'
import { failUnpaidOrder, readCheckoutStates, type CheckoutState } from '../orders/order-queries.ts'
import { isPending, newOrderId, toOrderResponse } from '../orders/orders.ts'
import { planSpending, pointTransfers } from './point-lots.ts'
import { insertPointPurchases, type NewPointPurchase } from './point-queries.ts'
import { lockAvailableWallets, lockWallet } from '../ledger/wallet-queries.ts'

/** A request to buy an episode with points. `now`: time of the request. */
export type PointPurchase = {
  member: Member
  /** The profile that buys; null if none is selected. */
  profile_id: number | null
  episode_id: number
  ownership_type_id: 2 | 3
  /** Price shown to the member, as a negative number of points. */
  changed_point: number
  /** The terms of a rental that the member has seen, if any. */
  rental_terms_id?: number | undefined
  now: Date
}

export type BuyWithPoints = (purchase: PointPurchase) => Promise<Order>

/** Each batch holds a database connection; the limit leaves the others to other requests. */
const limits = {
  concurrency: 2,
  max_batch_size: 32,
  keyOf: ({ member }: PointPurchase) => member.id,
}

/**
 * Creates the use case that buys an episode with points (decisions/0039-points): order, entry, lots and purchase are one
 * transaction. Concurrent requests share it in batches, each with its own outcome; a batch has at most one request of a
 * member.
 * @throws ProblemError `insufficient_points` with the shortfall and the smallest package that covers it, and the problems of
 * `orderEpisode`
 */
export function createBuyWithPoints({ transact }: Pick<Database, 'transact'>): BuyWithPoints {
  return createBatcher((requests) => transact((tx) => processBatch(tx, requests)), limits)
}

async function processBatch(
  tx: Tx,
  requests: readonly PointPurchase[],
): Promise<BatchOutcome<Order>[]> {
  const wallets = await lockWallets(tx, requests)
  const lockedItems = requests.flatMap(({ member, episode_id }) => {
    const wallet_id = wallets.get(member.id)
    return wallet_id === undefined ? [] : [{ wallet_id, episode_id }]
  })
  const checkoutStates = await readCheckoutStates(tx, lockedItems)
  const decisions = requests.map((request) => {
    const wallet_id = wallets.get(request.member.id)
    if (wallet_id === undefined) return 'retry_alone'
    try {
      return acceptPurchase(wallet_id, checkoutStates.get(wallet_id), request)
    } catch (error) {
      // In a batch of one, rethrow so that the transaction also rolls back the wallet created above.
      if (requests.length === 1) throw error
      return { error }
    }
  })
  const accepted = decisions.filter(
    (decision) => decision !== 'retry_alone' && 'purchase' in decision,
  )
  for (const { in_flight, active } of accepted) {
    if (in_flight) await failUnpaidOrder(tx, in_flight.id, failureCodes.replaced)
    if (active) await endRental(tx, active.id)
  }
  const purchases = accepted.map(({ purchase }) => purchase)
  const orders = purchases.length > 0 ? await insertPointPurchases(tx, purchases) : []
  for (const { active, purchase } of accepted) {
    const order = orders.find(({ order_id }) => order_id === purchase.order.order_id)
    if (active && order) await recordReplacement(tx, active.id, order.id, purchase.order.now)
  }
  return decisions.map((decision) => {
    if (decision === 'retry_alone' || 'error' in decision) return decision
    const order = orders.find(({ order_id }) => order_id === decision.purchase.order.order_id)
    if (!order) throw new Error('The inserted order was not returned')
    return { answer: toOrderResponse(order, decision.episode) }
  })
}

/**
 * Locks the wallets that are free and returns their ids by member. A batch of one waits for its wallet, and creates it if
 * it does not exist.
 */
async function lockWallets(tx: Tx, requests: readonly PointPurchase[]) {
  const members = requests.map(({ member }) => member.id)
  const [first] = requests
  if (!first || requests.length > 1) return lockAvailableWallets(tx, members)
  return new Map([[first.member.id, (await lockWallet(tx, first.member.id, first.now)).id]])
}

/** @throws ProblemError if the episode is not sold to the member. */
function acceptPurchase(
  wallet_id: number,
  checkout: CheckoutState | undefined,
  request: PointPurchase,
): CheckoutState & { purchase: NewPointPurchase } {
  const { member, profile_id, changed_point, now } = request
  if (!checkout) return throwProblem('not_found')
  const { price: amount, ...item } = priceEpisode(checkout.episode, member, request, now)
  if (changed_point !== -amount) throwFieldError('changed_point', 'invalid_choice')
  requireNotOwned(checkout.active, request, now)
  if (checkout.in_flight && isPending(checkout.in_flight)) throwProblem('order_in_progress')
  const spending = planSpending(checkout.lots ?? [], amount, now)
  if (spending.kind === 'refuse')
    return throwProblem('insufficient_points', {
      shortfall: pointShortfall(spending.missing, checkout.packages ?? []),
    })
  const { point_lot_movements, ...points } = spending
  const order_id = newOrderId()
  const rental_terms_id = chooseRentalTerms(checkout.rental_terms_id, request)
  const moves = pointTransfers(points, { debit: 'wallet', credit: 'spent' })
  const entry = { kind: 'purchase', wallet_id, title: item.title, point_lot_movements } as const
  const purchase = {
    order: { wallet_id, order_id, profile_id, amount, ...points, now, rental_terms_id, ...item },
    entry: { cause: order_id, ...entry, moves, at: now },
  }
  return { ...checkout, purchase }
}

/** Returns the missing points and the smallest package that covers them, or the largest if none does. */
export function pointShortfall(points: number, packages: readonly number[]) {
  const fitting = packages.find((amount) => amount >= points) ?? packages.at(-1)
  return { points, package: fitting ?? points }
}
