import { processPaymentJob, processRefundJob } from '#server/domains/transactions/index.ts'
import { expect } from 'vitest'
import { brokenInvariants } from './invariants.ts'
import { addPoints, expireModelPoints, type Lot, type Model } from './model.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** The jobs of all that is not settled, as the worker does them: everything is, unless the gateway fails again. */
export async function runPendingJobs(real: SystemUnderTest): Promise<void> {
  const { parts } = real.shop
  const orders = await real.rows<{ id: number }>(
    `select id from orders where wallet_id = $1 and status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of orders) await processPaymentJob(parts, id).catch(() => {})
  const refunds = await real.rows<{ id: number }>(
    `select id from refunds where wallet_id = $1 and status = 'reserved' order by id`,
  )
  // On a busy machine the gateway's answer may come too late, too: the job is then done again.
  for (const { id } of refunds) await processRefundJob(parts, id).catch(() => {})
}

/** Learns how what was uncertain went, from the books. */
export async function resolveUnknownInModel(model: Model, real: SystemUnderTest): Promise<void> {
  const now = real.shop.clock.now().getTime()
  if (model.open.size > 0) {
    const settled = await real.rows<{
      order_id: string
      status: string
      void_reason: string | null
      at: string
    }>(
      `select o.order_id, o.status, o.void_reason, coalesce(p.purchased_at, l.created_at) as at
       from orders o left join purchases p on p.order_id = o.id left join point_lots l on l.order_id = o.id
       where o.wallet_id = $1 and o.order_id = any ($2) and o.status not in ('created', 'confirming', 'unknown')
       -- Of what came at one instant, the house spends first what came first.
       order by l.id`,
      [[...model.open.keys()]],
    )
    for (const { order_id, status, void_reason, at } of settled) {
      const brings = model.open.get(order_id)
      if (!brings) continue
      model.open.delete(order_id)
      if (status === 'failed' || void_reason !== null) continue
      if ('episode' in brings)
        model.bought.set(brings.episode, {
          ...{ by: 'card', at: Date.parse(at), taken: [], played: false, state: 'active' },
        })
      else addPoints(model, brings, order_id, new Date(at))
    }
  }
  const waiting = await real.rows<{ order_id: number; episode_id: number | null; status: string }>(
    `select distinct on (r.order_id) r.order_id, o.episode_id, r.status
     from refunds r join orders o on o.id = r.order_id where r.wallet_id = $1 order by r.order_id, r.id desc`,
  )
  for (const { order_id, status } of waiting) {
    const going = model.going.get(order_id)
    if (!going || status === 'reserved') continue
    model.going.delete(order_id)
    // R4: what was taken is there again.
    if (status === 'failed') for (const { lot, amount } of going.taken) lot.left += amount
    else model.withheld.set(order_id, (model.withheld.get(order_id) ?? 0) + going.kept)
  }
  const states = await real.rows<{ episode_id: number; state: 'active' | 'refunded' }>(
    'select distinct on (episode_id) episode_id, state from purchases where wallet_id = $1 order by episode_id, id desc',
  )
  for (const { episode_id, state } of states) {
    const had = model.bought.get(real.episodes.indexOf(episode_id))
    if (had?.state === 'refunding') had.state = state
  }
  if (model.going.size === 0) expireModelPoints(model, now)
}

/** The model and the rows say the same, and no invariant is broken. */
export async function expectSameState(model: Model, real: SystemUnderTest): Promise<void> {
  expect(await brokenInvariants(real.shop.pool, real.wallet_id)).toEqual([])
  const [books] = await real.rows<{ event: number; paid: number }>(
    'select event_point as event, paid_point as paid from wallets where id = $1',
  )
  const sum = (kind: Lot['kind']) =>
    model.lots.reduce((total, lot) => total + (lot.kind === kind ? lot.left : 0), 0)
  expect(books).toEqual({ event: sum('event'), paid: sum('paid') })
}

/** When all is settled: what the gateway has is what the books say it has (P9), and every right is paid for (P6). */
export async function expectReconciled(
  model: Model,
  real: SystemUnderTest,
  transactions_before: number,
) {
  for (let turn = 0; turn < 5; turn++) await runPendingJobs(real)
  await resolveUnknownInModel(model, real)
  await expectSameState(model, real)
  const booked = await real.rows<{ order_id: string; won: number }>(
    `select o.order_id, sum(l.won)::int as won from ledger_entries l join orders o on o.id = l.order_id
     where l.wallet_id = $1 and l.won <> 0 group by o.order_id having sum(l.won) <> 0 order by o.order_id`,
  )
  const mine = new Set(
    (await real.rows<{ order_id: string }>('select order_id from orders where wallet_id = $1')).map(
      ({ order_id }) => order_id,
    ),
  )
  const held = new Map<string, number>()
  for (const one of real.shop.gateway.transactions().slice(transactions_before)) {
    if (!mine.has(one.orderId)) continue
    const won = one.status === 'DONE' ? one.amount : -one.amount
    held.set(one.orderId, (held.get(one.orderId) ?? 0) + won)
  }
  const at_gateway = [...held]
    .filter(([, won]) => won !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(
    booked
      .map(({ order_id, won }) => [order_id, won] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toEqual(at_gateway)
}
