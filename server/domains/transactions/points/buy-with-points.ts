import { pointPackages } from '#contract/transactions/payment-constants.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import type { Database, Tx } from '#server/db/client.ts'
import { createBatcher, type BatchOutcome } from '#server/db/request-batcher.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { endRental, rentalExpiry } from '../entitlements/purchases.ts'
import { type PricedItem, priceEpisode } from '../orders/purchase-eligibility.ts'
import { postEntriesSql } from '../ledger/ledger.ts'
import { requireNotOwned } from '../orders/order-episode.ts'
import { failureCodes } from '../orders/orders.copy.ts'
import { isPending, newOrderId, type OrderRow, toOrderResponse } from '../orders/orders.ts'
import { planSpending, type SpendPlan } from './point-lots.ts'
import { failUnpaidOrder, readCheckoutStates, type CheckoutState } from '../orders/order-queries.ts'
import { lockAvailableWallets, lockWallet } from '../ledger/wallets.ts'
import { sql } from 'kysely'

/** A request to buy an episode with points. `now`: time of the request. */
export type PointPurchase = {
  member: Member
  episode_id: number
  ownership_type_id: 2 | 3
  /** Price shown to the member, as a negative number of points. */
  changed_point: number
  now: Date
}

export type BuyWithPoints = (purchase: PointPurchase) => Promise<Order>

/** Each batch holds a database connection; the limit leaves the others to other requests. */
const limits = { at_once: 2, most: 32, keyOf: ({ member }: PointPurchase) => member.id }

/**
 * Creates the use case that buys an episode with points (D-53): order, entry, lots and purchase are one transaction.
 * Concurrent requests share it in batches, each with its own outcome; a batch has at most one request of a member.
 * @throws ProblemError `points_missing` with the shortfall and the smallest package that covers it, and the problems of
 * `orderEpisode`
 */
export function createBuyWithPoints({ transact }: Pick<Database, 'transact'>): BuyWithPoints {
  return createBatcher((requests) => transact((tx) => processBatch(tx, requests)), limits)
}

type AcceptedPurchase = {
  wallet_id: number
  pricedItem: PricedItem
  spending: SpendPlan & { can: true }
  checkout: CheckoutState
  now: Date
}

async function processBatch(
  tx: Tx,
  requests: readonly PointPurchase[],
): Promise<BatchOutcome<Order>[]> {
  const wallets = await lockWallets(tx, requests)
  const checkoutStates = await readCheckoutStates(
    tx,
    requests.flatMap(({ member, episode_id }) => {
      const wallet_id = wallets.get(member.id)
      return wallet_id === undefined ? [] : [{ wallet_id, episode_id }]
    }),
  )
  const decisions = requests.map(
    (request): { sold: AcceptedPurchase } | { error: unknown } | 'alone' => {
      const wallet_id = wallets.get(request.member.id)
      if (wallet_id === undefined) return 'alone'
      try {
        return { sold: preparePurchase(wallet_id, checkoutStates.get(wallet_id), request) }
      } catch (error) {
        // In a batch of one, rethrow so that the transaction also rolls back the wallet created above.
        if (requests.length === 1) throw error
        return { error }
      }
    },
  )
  const sold = decisions.flatMap((one) =>
    typeof one === 'object' && 'sold' in one ? one.sold : [],
  )
  for (const { checkout } of sold) await replaceExisting(tx, checkout)
  const orders = sold.length > 0 ? await insertPurchases(tx, sold) : []
  return decisions.map((one) => {
    if (one === 'alone' || 'error' in one) return one
    const order = orders.find(({ wallet_id }) => wallet_id === one.sold.wallet_id)
    if (!order) throw new Error('The inserted order was not returned')
    return { answer: toOrderResponse(order, one.sold.checkout.episode) }
  })
}

/**
 * Locks the wallets that are free and returns their ids by member. A batch of one waits for its wallet, and creates it if
 * it does not exist.
 */
async function lockWallets(
  tx: Tx,
  requests: readonly PointPurchase[],
): Promise<Map<number, number>> {
  const [first, ...others] = requests
  if (!first) return new Map()
  if (others.length > 0)
    return lockAvailableWallets(
      tx,
      requests.map(({ member }) => member.id),
    )
  return new Map([[first.member.id, (await lockWallet(tx, first.member.id, first.now)).id]])
}

/** @throws ProblemError if the episode is not sold to the member. */
function preparePurchase(
  wallet_id: number,
  checkout: CheckoutState | undefined,
  request: PointPurchase,
): AcceptedPurchase {
  const { member, changed_point, now } = request
  if (!checkout) return throwProblem('not_found')
  const pricedItem = priceEpisode(checkout.episode, member, request, now)
  if (changed_point !== -pricedItem.price) throwFieldError('changed_point', 'not_in_list')
  requireNotOwned(checkout.living, request, now)
  if (checkout.in_flight && isPending(checkout.in_flight)) throwProblem('order_under_way')
  const spending = planSpending(checkout.lots ?? [], pricedItem.price, now)
  if (!spending.can)
    return throwProblem('points_missing', { missing: pointShortfall(spending.missing) })
  return { wallet_id, pricedItem, spending, checkout, now }
}

/** Returns the missing points and the smallest package that covers them, or the largest if none does (D-53). */
export function pointShortfall(points: number) {
  const fitting = pointPackages.find(({ amount }) => amount >= points) ?? pointPackages.at(-1)
  return { points, package: fitting?.amount ?? points }
}

async function replaceExisting(tx: Tx, { in_flight, living }: CheckoutState) {
  if (in_flight) await failUnpaidOrder(tx, in_flight.id, failureCodes.replaced)
  if (living) await endRental(tx, living.id)
}

/** Inserts orders, purchases and entries in one statement, to save round trips while wallets are locked. */
async function insertPurchases(tx: Tx, sold: readonly AcceptedPurchase[]): Promise<OrderRow[]> {
  const spend = { debit: 'wallet', credit: 'spent' } as const
  const lines = sold.map(({ wallet_id, pricedItem, spending, now }) => {
    const { price, ...item } = pricedItem
    const { event_point, paid_point, point_lot_movements } = spending
    const order_id = newOrderId()
    const expires_at = rentalExpiry(pricedItem.ownership_type_id, now)
    const order = { wallet_id, order_id, amount: price, event_point, paid_point, now, expires_at }
    const moves = [
      ...(event_point > 0 ? [{ unit: 'event', amount: event_point, ...spend } as const] : []),
      ...(paid_point > 0 ? [{ unit: 'paid', amount: paid_point, ...spend } as const] : []),
    ]
    const { title } = pricedItem
    const entry = {
      wallet_id,
      title,
      point_lot_movements,
      moves,
      kind: 'purchase',
      at: now,
    } as const
    return { order: { ...order, ...item }, entry: { cause: order_id, ...entry } }
  })
  const { rows } = await sql<OrderRow>`
    /* buy_with_points */
    with sold as (
      select * from json_to_recordset(${JSON.stringify(lines.map(({ order }) => order))}::json) as o (
        wallet_id int, order_id text, title text, amount int, episode_id int, ownership_type_id int,
        event_point int, paid_point int, now timestamptz, expires_at timestamptz)
    ), ordered as (
      insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id, ownership_type_id,
        event_point, paid_point, created_at, consented_at, paid_at)
      select order_id, wallet_id, 'episode', 'paid', 'point', title, amount, episode_id, ownership_type_id,
        event_point, paid_point, now, now, now
      from sold
      returning *
    ), bought as (
      insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at, expires_at)
      select o.wallet_id, o.episode_id, o.ownership_type_id, o.id, o.created_at, sold.expires_at
      from ordered o join sold using (order_id)
    ), ${postEntriesSql(
      'order',
      lines.map(({ entry }) => entry),
      sql`select order_id as cause, id as source_id, id as order_id from ordered`,
    )}
    select * from ordered`.execute(tx)
  return rows
}
