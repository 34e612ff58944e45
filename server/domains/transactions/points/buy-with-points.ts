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
import { failUnpaidOrder, isPending, newOrderId, type OrderRow } from '../orders/orders.ts'
import { planSpending, type SpendPlan } from './point-lots.ts'
import { toOrderResponse, readCheckoutStates, type CheckoutState } from '../orders/order-queries.ts'
import { lockAvailableWallets, lockWallet } from '../ledger/wallets.ts'
import { sql } from 'kysely'

/** What a member wants to have for his points, and when he pressed. */
export type PointPurchase = {
  member: Member
  episode_id: number
  ownership_type_id: 2 | 3
  /** What the page said it costs, below 0. */
  changed_point: number
  now: Date
}

export type BuyWithPoints = (wish: PointPurchase) => Promise<Order>

/** Each round holds a connection of the process; the others are for everybody else. */
const limits = { at_once: 2, most: 32, keyOf: ({ member }: PointPurchase) => member.id }

/**
 * Buys an episode with points, at once (D-53): order, entry, lots and purchase are one transaction. Those who buy at the
 * same time share it, and each is refused or served by his own; a member is in one at a time.
 * @throws Refusal `points_missing` with how many and the package that fills the gap, and what `orderEpisode` throws
 */
export function createBuyWithPoints({ transact }: Pick<Database, 'transact'>): BuyWithPoints {
  return createBatcher((wishes) => transact((tx) => serve(tx, wishes)), limits)
}

type Sold = {
  wallet_id: number
  bargain: PricedItem
  spending: SpendPlan & { can: true }
  till: CheckoutState
  now: Date
}

async function serve(tx: Tx, wishes: readonly PointPurchase[]): Promise<BatchOutcome<Order>[]> {
  const wallets = await lockWallets(tx, wishes)
  const tills = await readCheckoutStates(
    tx,
    wishes.flatMap(({ member, episode_id }) => {
      const wallet_id = wallets.get(member.id)
      return wallet_id === undefined ? [] : [{ wallet_id, episode_id }]
    }),
  )
  const decided = wishes.map((wish): { sold: Sold } | { error: unknown } | 'alone' => {
    const wallet_id = wallets.get(wish.member.id)
    if (wallet_id === undefined) return 'alone'
    try {
      return { sold: sell(wallet_id, tills.get(wallet_id), wish) }
    } catch (error) {
      // Who is alone takes along what was made for him.
      if (wishes.length === 1) throw error
      return { error }
    }
  })
  const sold = decided.flatMap((one) => (typeof one === 'object' && 'sold' in one ? one.sold : []))
  for (const { till } of sold) await makeWay(tx, till)
  const orders = sold.length > 0 ? await book(tx, sold) : []
  return decided.map((one) => {
    if (one === 'alone' || 'error' in one) return one
    const order = orders.find(({ wallet_id }) => wallet_id === one.sold.wallet_id)
    if (!order) throw new Error('An order that was put in comes back')
    return { answer: toOrderResponse(order, one.sold.till.episode) }
  })
}

/** The wallets of those who need not wait for theirs. Who is alone waits, and has one made. */
async function lockWallets(tx: Tx, wishes: readonly PointPurchase[]): Promise<Map<number, number>> {
  const [first, ...others] = wishes
  if (!first) return new Map()
  if (others.length > 0)
    return lockAvailableWallets(
      tx,
      wishes.map(({ member }) => member.id),
    )
  return new Map([[first.member.id, (await lockWallet(tx, first.member.id, first.now)).id]])
}

/** @throws Refusal where it is not sold to him. */
function sell(wallet_id: number, till: CheckoutState | undefined, wish: PointPurchase): Sold {
  const { member, changed_point, now } = wish
  if (!till) return throwProblem('not_found')
  const bargain = priceEpisode(till.episode, member, wish, now)
  if (changed_point !== -bargain.price) throwFieldError('changed_point', 'not_in_list')
  requireNotOwned(till.living, wish, now)
  if (till.in_flight && isPending(till.in_flight)) throwProblem('order_under_way')
  const spending = planSpending(till.lots ?? [], bargain.price, now)
  if (!spending.can)
    return throwProblem('points_missing', { missing: pointShortfall(spending.missing) })
  return { wallet_id, bargain, spending, till, now }
}

/** How many points are missing, and the smallest package that fills the gap: the largest where none does (D-53). */
export function pointShortfall(points: number) {
  const fitting = pointPackages.find(({ amount }) => amount >= points) ?? pointPackages.at(-1)
  return { points, package: fitting?.amount ?? points }
}

async function makeWay(tx: Tx, { in_flight, living }: CheckoutState) {
  if (in_flight) await failUnpaidOrder(tx, in_flight.id, failureCodes.replaced)
  if (living) await endRental(tx, living.id)
}

/** Orders, purchases and entries in one statement: members wait for each further one. */
async function book(tx: Tx, sold: readonly Sold[]): Promise<OrderRow[]> {
  const spend = { debit: 'wallet', credit: 'spent' } as const
  const lines = sold.map(({ wallet_id, bargain, spending, now }) => {
    const { price, ...item } = bargain
    const { event_point, paid_point, lot_moves } = spending
    const order_id = newOrderId()
    const ends_at = rentalExpiry(bargain.ownership_type_id, now)
    const order = { wallet_id, order_id, amount: price, event_point, paid_point, now, ends_at }
    const moves = [
      ...(event_point > 0 ? [{ unit: 'event', amount: event_point, ...spend } as const] : []),
      ...(paid_point > 0 ? [{ unit: 'paid', amount: paid_point, ...spend } as const] : []),
    ]
    const { title } = bargain
    const entry = { wallet_id, title, lot_moves, moves, kind: 'purchase', at: now } as const
    return { order: { ...order, ...item }, entry: { cause: order_id, ...entry } }
  })
  const { rows } = await sql<OrderRow>`
    /* buy_with_points */
    with sold as (
      select * from json_to_recordset(${JSON.stringify(lines.map(({ order }) => order))}::json) as o (
        wallet_id int, order_id text, title text, amount int, episode_id int, ownership_type_id int,
        event_point int, paid_point int, now timestamptz, ends_at timestamptz)
    ), ordered as (
      insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id, ownership_type_id,
        event_point, paid_point, created_at, agreed_at, paid_at)
      select order_id, wallet_id, 'episode', 'paid', 'point', title, amount, episode_id, ownership_type_id,
        event_point, paid_point, now, now, now
      from sold
      returning *
    ), bought as (
      insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at, ends_at)
      select o.wallet_id, o.episode_id, o.ownership_type_id, o.id, o.created_at, sold.ends_at
      from ordered o join sold using (order_id)
    ), ${postEntriesSql(
      'order',
      lines.map(({ entry }) => entry),
      sql`select order_id as cause, id as source_id, id as order_id from ordered`,
    )}
    select * from ordered`.execute(tx)
  return rows
}
