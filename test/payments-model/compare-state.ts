import { processPaymentJob } from '#server/domains/transactions/payments/process-payment.ts'
import { processRefundJob } from '#server/domains/transactions/refunds/refund-order.ts'
import { expect } from 'vitest'
import { brokenInvariants } from './invariants.ts'
import { addPoints, expireModelPoints, type Lot, type Model } from './model.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/**
 * Runs the jobs of all pending payments and refunds, as the worker does. They complete unless the gateway fails
 * again.
 */
export async function runPendingJobs(system: SystemUnderTest): Promise<void> {
  const { parts } = system.shop
  const orders = await system.rows<{ id: number }>(
    `select id from orders where wallet_id = $1 and status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of orders) await processPaymentJob(parts, id).catch(() => {})
  const refunds = await system.rows<{ id: number }>(
    `select id from refunds where wallet_id = $1 and status = 'pending' order by id`,
  )
  // A slow gateway response counts as a failure on a busy machine; the caller runs the job again.
  for (const { id } of refunds) await processRefundJob(parts, id).catch(() => {})
}

/** Reads the outcome of pending orders and refunds from the database into the model. */
export async function resolveUnknownInModel(model: Model, system: SystemUnderTest): Promise<void> {
  const now = system.shop.clock.now().getTime()
  if (model.open.size > 0) {
    const settled = await system.rows<{
      order_id: string
      status: string
      undeliverable_reason: string | null
      at: string
    }>(
      `select o.order_id, o.status, o.undeliverable_reason, coalesce(p.purchased_at, l.created_at) as at
       from orders o left join purchases p on p.order_id = o.id left join point_lots l on l.order_id = o.id
       where o.wallet_id = $1 and o.order_id = any ($2) and o.status not in ('created', 'confirming', 'unknown')
       -- Lots of the same instant are spent in order of creation.
       order by l.id`,
      [[...model.open.keys()]],
    )
    for (const { order_id, status, undeliverable_reason, at } of settled) {
      const contents = model.open.get(order_id)
      if (!contents) continue
      model.open.delete(order_id)
      if (status === 'failed' || undeliverable_reason !== null) continue
      if ('episode' in contents)
        model.bought.set(contents.episode, {
          by: 'card',
          at: Date.parse(at),
          taken: [],
          played: false,
          state: 'active',
        })
      else addPoints(model, contents, order_id, new Date(at))
    }
  }
  const refunds = await system.rows<{
    order_id: number
    episode_id: number | null
    status: string
  }>(
    `select distinct on (r.order_id) r.order_id, o.episode_id, r.status
     from refunds r join orders o on o.id = r.order_id where r.wallet_id = $1 order by r.order_id, r.id desc`,
  )
  for (const { order_id, status } of refunds) {
    const pending = model.going.get(order_id)
    if (!pending || status === 'pending') continue
    model.going.delete(order_id)
    // A declined refund restores the points.
    if (status === 'failed') for (const { lot, amount } of pending.taken) lot.left += amount
    else model.withheld.set(order_id, (model.withheld.get(order_id) ?? 0) + pending.kept)
  }
  const states = await system.rows<{ episode_id: number; state: 'active' | 'refunded' }>(
    'select distinct on (episode_id) episode_id, state from purchases where wallet_id = $1 order by episode_id, id desc',
  )
  for (const { episode_id, state } of states) {
    const bought = model.bought.get(system.episodes.indexOf(episode_id))
    if (bought?.state === 'refunding') bought.state = state
  }
  if (model.going.size === 0) expireModelPoints(model, now)
}

/** Expects the model and the database to agree, and every invariant to hold. */
export async function expectSameState(model: Model, system: SystemUnderTest): Promise<void> {
  expect(await brokenInvariants(system.shop.pool, system.wallet_id)).toEqual([])
  const [balances] = await system.rows<{ event: number; paid: number }>(
    'select event_point as event, paid_point as paid from wallets where id = $1',
  )
  const sum = (kind: Lot['kind']) =>
    model.lots.reduce((total, lot) => total + (lot.kind === kind ? lot.left : 0), 0)
  expect(balances).toEqual({ event: sum('event'), paid: sum('paid') })
}

/**
 * Completes everything pending, then expects the gateway and the ledger to agree and every purchase to be paid
 *.
 */
export async function expectReconciled(
  model: Model,
  system: SystemUnderTest,
  transactions_before: number,
) {
  for (let run = 0; run < 5; run++) await runPendingJobs(system)
  await resolveUnknownInModel(model, system)
  await expectSameState(model, system)
  const postings = await system.rows<{ order_id: string; won: number }>(
    `select o.order_id, sum(l.amount_krw)::int as won from ledger_entries l join orders o on o.id = l.order_id
     where l.wallet_id = $1 and l.amount_krw <> 0 group by o.order_id having sum(l.amount_krw) <> 0 order by o.order_id`,
  )
  const orderIds = new Set(
    (
      await system.rows<{ order_id: string }>('select order_id from orders where wallet_id = $1')
    ).map(({ order_id }) => order_id),
  )
  const gatewayBalances = new Map<string, number>()
  for (const transaction of system.shop.gateway.transactions().slice(transactions_before)) {
    if (!orderIds.has(transaction.orderId)) continue
    const won = transaction.status === 'DONE' ? transaction.amount : -transaction.amount
    gatewayBalances.set(transaction.orderId, (gatewayBalances.get(transaction.orderId) ?? 0) + won)
  }
  const gateway_amount = [...gatewayBalances]
    .filter(([, won]) => won !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(
    postings
      .map(({ order_id, won }) => [order_id, won] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toEqual(gateway_amount)
}
