import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderTopUp,
  topUp,
} from '#test/fixtures/payments.ts'
import { ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const clients = 64

/** Counts the successful calls and the error codes of the others. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls)
  const codes = new Map<string, number>()
  for (const result of settled) {
    const code =
      result.status === 'fulfilled'
        ? 'done'
        : result.reason instanceof ProblemResponseError
          ? result.reason.problem.code
          : String(result.reason)
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  return Object.fromEntries(codes)
}

/** Expects the history, summed from the oldest entry, to match every balance it shows and the wallet. */
async function expectExact(member: TestMember) {
  const { results, count } = await member.call(transactions.listLedgerEntries, {
    query: { ordering: 'transaction_date', limit: 100 },
  })
  expect(results).toHaveLength(Math.min(100, count))
  const sum = { event: 0, paid: 0, won: 0 }
  for (const entry of results) {
    sum.event += entry.event_point
    sum.paid += entry.paid_point
    sum.won += entry.amount
    expect([entry.event_balance, entry.paid_balance]).toEqual([sum.event, sum.paid])
    expect(Math.min(sum.event, sum.paid)).toBeGreaterThanOrEqual(0)
  }
  expect(await readMemberLedger(app, member)).toEqual({
    event_point: sum.event,
    event_lots: sum.event,
    paid_point: sum.paid,
    paid_lots: sum.paid,
    won: sum.won,
  })
  return sum
}

test('64 clients spend from one wallet at once: as many succeed as there are points for', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 30_000)
  const episodes = await Promise.all(
    Array.from({ length: clients }, () => makePaidEpisode(app, { price: 1_000 })),
  )
  const results = await outcomes(episodes.map((episode) => buyWithPoints(member, episode, 1_000)))
  expect(results).toEqual({ done: 31, insufficient_points: 33 })
  expect(await expectExact(member)).toEqual({ event: 0, paid: 200, won: 30_000 })
})

test('64 clients of one member buy the same episode at once: one succeeds', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const episode = await makePaidEpisode(app, { price: 1_000 })
  const results = await outcomes(
    Array.from({ length: clients }, () => buyWithPoints(member, episode, 1_000)),
  )
  expect(results).toEqual({ done: 1, already_owned: 63 })
  await expectExact(member)
})

test('64 clients of one new member top up, spend, pay by card and read balances at once', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const episodes = await Promise.all(
    Array.from({ length: clients / 2 }, () => makePaidEpisode(app, { price: 700 })),
  )
  const packages = [1_000, 3_000, 5_000]
  const windows = await Promise.all(packages.map((amount) => orderTopUp(member, amount)))
  const payments = await Promise.all(
    windows.map(({ payment_window: window }) => {
      if (!window) throw new Error('expected a payment window for the top-up')
      return app.gateway.pay(window)
    }),
  )
  const calls = Array.from({ length: clients }, (_, client) => {
    const episode = episodes[client % episodes.length] ?? 0
    switch (client % 4) {
      case 0:
        return member.call(transactions.confirmPayment, { body: payments[client % 3]! })
      case 1:
        return buyWithPoints(member, episode, 700)
      case 2:
        return buyByCard(app, member, episode)
      default:
        return member.call(transactions.listPoints, { query: {} })
    }
  })
  const results = await outcomes(calls)
  // The faster payment method wins; no other outcome is allowed.
  const known = ['done', 'already_owned', 'order_in_progress', 'payment_declined', 'conflict']
  for (const code of Object.keys(results)) expect(known).toContain(code)
  await expectExact(member)
  const { count } = await member.call(transactions.listPurchases, { query: {} })
  const { rows } = await app.pool.query<{ paid: number; won: number; taken: number }>(
    `select count(*)::int as paid, (select sum(amount_krw)::int from ledger_entries where wallet_id = w.id) as won,
       (select sum(amount)::int from orders where wallet_id = w.id and payment_method = 'card' and status = 'paid') as taken
     from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.kind = 'episode' and o.status = 'paid' group by w.id`,
    [member.id],
  )
  expect(rows[0]?.paid).toBe(count)
  expect(rows[0]?.won).toBe(rows[0]?.taken)
  const memberOrderIds = new Set(
    (
      await app.pool.query<{ order_id: string }>(
        `select order_id from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1`,
        [member.id],
      )
    ).rows.map(({ order_id }) => order_id),
  )
  const gateway_amount = app.gateway
    .transactions()
    .filter(({ orderId }) => memberOrderIds.has(orderId))
    .reduce((sum, { amount }) => sum + amount, 0)
  expect(gateway_amount).toBe(rows[0]?.won)
})

test('creates one wallet when the first transactions run at the same time', async () => {
  const member = await makeMember(app)
  const results = await outcomes(Array.from({ length: 16 }, () => orderTopUp(member, 1_000)))
  expect(results).toEqual({ done: 16 })
})

test('takes orders of a member until the deletion commits, without an internal error', async () => {
  const member = await makeMember(app)
  const { order: before } = await orderTopUp(member, 1_000)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  const deletion = app.pool.query('delete from members where id = $1', [member.id])
  const calls = Array.from({ length: 8 }, () => orderTopUp(member, 1_000))
  const results = await outcomes(calls)
  await deletion
  const { done = 0, authentication_required = 0, not_found = 0, ...others } = results
  expect(others).toEqual({})
  expect(done + authentication_required + not_found).toBe(8)
  const orders = await app.pool.query<{ order_id: string }>(
    'select order_id from orders where wallet_id = $1',
    [rows[0]?.id],
  )
  // Equal orders that are not paid yet are answered with one.
  const returned = (await Promise.allSettled(calls)).flatMap((call) =>
    call.status === 'fulfilled' ? [call.value.order.order_id] : [],
  )
  expect(new Set(orders.rows.map(({ order_id }) => order_id))).toEqual(
    new Set([before.order_id, ...returned]),
  )
  expect(await outcomes([orderTopUp(member, 1_000)])).toEqual({ authentication_required: 1 })
})
