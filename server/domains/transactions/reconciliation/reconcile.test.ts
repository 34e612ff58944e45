import { transactions } from '#contract/transactions/transactions.ts'
import { createLogger } from '#server/shared/logger.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode, orderEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openManualCase } from './manual-cases.ts'
import { formatReconciliation } from './reconciliation-report.ts'
import { seoulDayStart, reconcileDaily } from './daily-reconciliation.ts'
import { reconcile } from './reconcile.ts'

const day = 86_400_000
let shop: PaymentsTestApp
let owner: pg.Client
beforeAll(async () => {
  shop = await openPaymentsTestApp('2027-03-01T03:00:00.000Z')
  owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
})
// Each test has days of its own.
beforeEach(() => {
  shop.gateway.faults.clear()
  shop.clock.set(
    new Date(seoulDayStart(shop.clock.now()).getTime() + 2 * day + 43_200_000).toISOString(),
  )
})
afterAll(async () => {
  await owner?.end()
  await shop?.close()
})

/** Of the day that it is by the clock. */
const today = () => {
  const from = seoulDayStart(shop.clock.now())
  return { from, to: new Date(from.getTime() + day) }
}
const found = async () => (await reconcile(shop.parts, today())).differences

/** Writes into the books what nothing else lets in. */
async function tamper(sql: string, values: unknown[]) {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(sql, values)
  await owner.query('commit')
}

test('payments, part and whole refunds, and charges of a day agree, and that is kept', async () => {
  const member = await makeMember(shop)
  const episode_id = await makePaidEpisode(shop)
  await buyByCard(shop, member, episode_id)
  await topUp(shop, member, 10_000)
  await makeSubscriber(shop)
  await member.call(transactions.refund, { body: { episode_id } })
  const done = await reconcile(shop.parts, today())
  expect(done).toMatchObject({ gateway_count: 4, entry_count: 4, differences: [] })
  expect(formatReconciliation(done, today())).toContain('They agree.')
  const { rows } = await shop.pool.query('select * from reconciliations where id = $1', [done.id])
  expect(rows).toMatchObject([{ gateway_count: 4, entry_count: 4, is_daily: false }])
  // However many pages the gateway makes of it.
  const { payments } = shop.parts
  const listTransactions: typeof payments.listTransactions = (page) =>
    payments.listTransactions({ ...page, limit: 1 })
  const parts = { ...shop.parts, payments: { ...payments, listTransactions } }
  expect(await reconcile(parts, today())).toMatchObject({ gateway_count: 4, differences: [] })
})

test('what is paid at midnight is of the day that begins, and of no other', async () => {
  const ending = today()
  shop.clock.set(ending.to.toISOString())
  await topUp(shop, await makeMember(shop), 1_000)
  const none = { gateway_count: 0, entry_count: 0, differences: [] }
  expect(await reconcile(shop.parts, ending)).toMatchObject(none)
  const one = { gateway_count: 1, entry_count: 1, differences: [] }
  expect(await reconcile(shop.parts, today())).toMatchObject(one)
})

test('paid at the gateway and never heard of here', async () => {
  const member = await makeMember(shop)
  const { order, window } = await orderEpisode(
    member,
    await makePaidEpisode(shop, { price: 2_000 }),
  )
  const agreed = await shop.gateway.pay(window)
  await shop.parts.payments.confirm(agreed, 'somebody else')
  expect(await found()).toMatchObject([
    {
      ...{ kind: 'not_booked', movement: 'payment', order_id: order.order_id },
      ...{ at_gateway: 2_000, in_books: null, entry_id: null },
    },
  ])
})

test('cancelled at the gateway by hand', async () => {
  const member = await makeMember(shop)
  const { order_id } = await topUp(shop, member, 3_000)
  const [payment] = shop.gateway.payments(order_id)
  const payment_key = payment?.paymentKey ?? ''
  await shop.parts.payments.cancel({ payment_key, reason: '손으로', amount: 500 }, 'by hand')
  expect(await found()).toMatchObject([
    { kind: 'not_booked', movement: 'cancel', order_id, at_gateway: 500, in_books: null },
  ])
})

test('in our books and not at the gateway, or with another amount', async () => {
  const member = await makeMember(shop)
  const { order_id } = await topUp(shop, member, 3_000)
  const { order_id: other } = await topUp(shop, member, 5_000)
  await tamper(
    `insert into ledger_entries (wallet_id, kind, source_type, source_id, title, order_id, won, created_at)
     select wallet_id, 'refund', 'refund', 99999, '없던 환불', id, -700, $2 from orders where order_id = $1`,
    [order_id, shop.clock.now()],
  )
  await tamper(
    `update ledger_entries set won = 4999 where source_type = 'order'
       and source_id = (select id from orders where order_id = $1)`,
    [other],
  )
  const done = await reconcile(shop.parts, today())
  expect(done.differences).toMatchObject([
    { kind: 'amount', movement: 'payment', order_id: other, at_gateway: 5_000, in_books: 4_999 },
    { kind: 'not_at_gateway', movement: 'cancel', order_id, at_gateway: null, in_books: 700 },
  ])
  const table = formatReconciliation(done, today())
  expect(table).toMatch(/not at the gateway +cancel +- +700 /)
  expect(table).toMatch(/another amount +payment +5,000 +4,999 /)
  const { rows } = await shop.pool.query(
    'select kind, at_gateway, in_books from reconciliation_differences where reconciliation_id = $1',
    [done.id],
  )
  expect(rows).toHaveLength(2)
})

test('what was asked for before midnight and settled after it is no difference', async () => {
  const member = await makeMember(shop)
  shop.clock.set(new Date(today().to.getTime() - 1_000).toISOString())
  const { order, window } = await orderEpisode(member, await makePaidEpisode(shop))
  const agreed = await shop.gateway.pay(window)
  shop.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' })
  shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await member.call(transactions.confirmPayment, { body: agreed })
  expect(await found()).toMatchObject([{ kind: 'under_way', order_id: order.order_id }])
  const evening = today()
  shop.clock.advance(60_000)
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  await shop.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  expect((await reconcile(shop.parts, evening)).differences).toEqual([])
  expect(await found()).toEqual([])
})

test('a refund of which the answer was lost is under way until it is certain', async () => {
  const member = await makeMember(shop)
  const { order_id } = await topUp(shop, member, 3_000)
  shop.gateway.faults.add({ call: 'cancel', kind: 'error_500_after' })
  shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { id, status } = await member.call(transactions.refund, { body: { order_id } })
  expect(status).toBe('reserved')
  expect(await found()).toMatchObject([
    { kind: 'under_way', movement: 'cancel', order_id, at_gateway: 3_000, in_books: null },
  ])
  await shop.workNow('process_refund', { refund_id: id })
  expect(await found()).toEqual([])
})

describe('the daily reconciliation', () => {
  const hour = 3_600_000
  const runs = async () => {
    const { rows } = await shop.pool.query<{ from_at: string; to_at: string }>(
      'select from_at, to_at from reconciliations where is_daily order by id',
    )
    return rows.map(({ from_at, to_at }) => [Date.parse(from_at), Date.parse(to_at)])
  }

  test('compares each day once, and every day that was missed by itself', async () => {
    const midnight = seoulDayStart(shop.clock.now()).getTime()
    shop.clock.set(new Date(midnight + hour).toISOString())
    await reconcileDaily(shop.parts)
    expect(await runs()).toEqual([])
    shop.clock.set(new Date(midnight + 4 * hour).toISOString())
    shop.gateway.faults.add({ call: 'listTransactions', kind: 'error_500' })
    await expect(reconcileDaily(shop.parts)).rejects.toThrow('gateway')
    await Promise.all([reconcileDaily(shop.parts), reconcileDaily(shop.parts)])
    await reconcileDaily(shop.parts)
    expect(await runs()).toEqual([[midnight - day, midnight]])
    // What an operator compares by hand is compared again.
    await reconcile(shop.parts, today())
    shop.clock.advance(3 * day)
    await reconcileDaily(shop.parts)
    expect((await runs()).slice(1)).toEqual(
      [0, 1, 2].map((nth) => [midnight + nth * day, midnight + (nth + 1) * day]),
    )
  })

  test('keeps the days it has compared when the gateway stops answering, and goes on from there', async () => {
    await reconcileDaily(shop.parts)
    const before = await runs()
    shop.clock.advance(4 * day)
    const { payments } = shop.parts
    let lists = 0
    const listTransactions: typeof payments.listTransactions = async (page) => {
      lists += 1
      // In the middle of the third day: a day and the overlap before it are 30 lists of an hour.
      if (lists === 75) shop.gateway.faults.add({ call: 'listTransactions', kind: 'error_500' })
      return payments.listTransactions(page)
    }
    const parts = { ...shop.parts, payments: { ...payments, listTransactions } }
    await expect(reconcileDaily(parts)).rejects.toThrow('gateway')
    expect(await runs()).toHaveLength(before.length + 2)
    lists = 100
    await reconcileDaily(parts)
    expect(await runs()).toHaveLength(before.length + 4)
    // The two days that were left.
    expect(lists - 100).toBe(60)
  })

  test('ends between two lists when its signal is aborted', async () => {
    const before = await runs()
    const stopping = new AbortController()
    stopping.abort()
    await reconcileDaily(shop.parts, stopping.signal)
    expect(await runs()).toEqual(before)
  })

  test('finds what the gateway lists late, once', async () => {
    const { order, window } = await orderEpisode(
      await makeMember(shop),
      await makePaidEpisode(shop),
    )
    const { order_id } = order
    const midnight = today().to.getTime()
    shop.clock.set(new Date(midnight - 2 * hour).toISOString())
    await shop.parts.payments.confirm(await shop.gateway.pay(window), `elsewhere-${order_id}`)
    const { payments } = shop.parts
    const listTransactions: typeof payments.listTransactions = async (page) => {
      const verdict = await payments.listTransactions(page)
      if (verdict.fate !== 'done') return verdict
      const transactions = verdict.answer.transactions.filter((one) => one.order_id !== order_id)
      return { fate: 'done', answer: { ...verdict.answer, transactions } }
    }
    const findings = async () => {
      const { rows } = await shop.pool.query<{ kind: string }>(
        'select kind from reconciliation_differences where order_id = $1',
        [order_id],
      )
      return rows.map(({ kind }) => kind)
    }
    shop.clock.set(new Date(midnight + 4 * hour).toISOString())
    await reconcileDaily({ ...shop.parts, payments: { ...payments, listTransactions } })
    expect(await findings()).toEqual([])
    shop.clock.advance(day)
    await reconcileDaily(shop.parts)
    expect(await findings()).toEqual(['not_booked'])
    // The next overlap does not reach back as far; a comparison by hand always shows it.
    shop.clock.advance(day)
    await reconcileDaily(shop.parts)
    expect(await findings()).toEqual(['not_booked'])
  })

  test('does not keep a difference again that the overlap shows again', async () => {
    await reconcileDaily(shop.parts)
    const { order, window } = await orderEpisode(
      await makeMember(shop),
      await makePaidEpisode(shop),
    )
    const midnight = today().to.getTime()
    shop.clock.set(new Date(midnight - 2 * hour).toISOString())
    await shop.parts.payments.confirm(await shop.gateway.pay(window), `late-${order.order_id}`)
    for (const days of [0, 1]) {
      shop.clock.set(new Date(midnight + days * day + 4 * hour).toISOString())
      await reconcileDaily(shop.parts)
    }
    const { rows } = await shop.pool.query(
      'select kind from reconciliation_differences where order_id = $1',
      [order.order_id],
    )
    expect(rows).toEqual([{ kind: 'not_booked' }])
  })
})

test('a difference of an order that was paid and cancelled hours apart is kept once', async () => {
  const member = await makeMember(shop)
  const { order, window } = await orderEpisode(member, await makePaidEpisode(shop))
  const agreed = await shop.gateway.pay(window)
  await shop.parts.payments.confirm(agreed, `elsewhere-${order.order_id}`)
  shop.clock.advance(3 * 3_600_000)
  const { payment_key } = agreed
  await shop.parts.payments.cancel({ payment_key, reason: 'elsewhere' }, 'cancelled elsewhere')
  expect(await found()).toMatchObject([
    { kind: 'not_booked', movement: 'payment', order_id: order.order_id },
    { kind: 'not_booked', movement: 'cancel', order_id: order.order_id },
  ])
})

test('what does not agree, and what waits for somebody, is an error in the log of its night', async () => {
  await reconcileDaily(shop.parts)
  const member = await makeMember(shop)
  const { window, order } = await orderEpisode(member, await makePaidEpisode(shop))
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  const waiting = { payment_key: 'of-a-test', amount: 100, failure_code: 'NOT_CANCELABLE_PAYMENT' }
  await shop.transact((tx) =>
    openManualCase(tx, { id: rows[0]?.id ?? 0 }, { kind: 'payment', ...waiting }, shop.clock.now()),
  )
  await shop.parts.payments.confirm(await shop.gateway.pay(window), 'somebody else once more')
  shop.clock.set(new Date(today().to.getTime() + 4 * 3_600_000).toISOString())
  const lines: string[] = []
  const log = createLogger('error', 'test', { write: (line) => void lines.push(line) })
  await reconcileDaily({ ...shop.parts, log })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, msg: expect.stringContaining('do not agree') },
    { level: 50, msg: expect.stringContaining('waits for somebody') },
  ])
})
