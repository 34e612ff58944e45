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
import { openManualCase } from './reconciliation-queries.ts'
import { formatReconciliation } from './reconciliation-report.ts'
import { seoulDayStart, reconcileDaily, reconcile } from './reconcile.ts'

const day = 86_400_000
let app: PaymentsTestApp
let owner: pg.Client
beforeAll(async () => {
  app = await openPaymentsTestApp('2027-03-01T03:00:00.000Z')
  owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
})
// Each test has its own days.
beforeEach(() => {
  app.gateway.faults.clear()
  app.clock.set(
    new Date(seoulDayStart(app.clock.now()).getTime() + 2 * day + 43_200_000).toISOString(),
  )
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

/** The Seoul day that contains the current time of the test clock. */
const today = () => {
  const from = seoulDayStart(app.clock.now())
  return { from, to: new Date(from.getTime() + day) }
}
const findDifferences = async () => (await reconcile(app.parts, today())).differences

/** Writes ledger rows that constraints and triggers would reject. */
async function writeUnchecked(sql: string, values: unknown[]) {
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(sql, values)
  await owner.query('commit')
}

test('finds payments, partial and full refunds and charges in agreement and records the run', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app)
  await buyByCard(app, member, episode_id)
  await topUp(app, member, 10_000)
  await makeSubscriber(app)
  await member.call(transactions.requestRefund, { body: { episode_id } })
  const result = await reconcile(app.parts, today())
  expect(result).toMatchObject({ gateway_count: 4, entry_count: 4, differences: [] })
  expect(formatReconciliation(result, today())).toContain('They agree.')
  const { rows } = await app.pool.query('select * from reconciliations where id = $1', [result.id])
  expect(rows).toMatchObject([{ gateway_count: 4, entry_count: 4, is_daily: false }])
  // The number of pages at the gateway does not matter.
  const { payments } = app.parts
  const listTransactions: typeof payments.listTransactions = (page) =>
    payments.listTransactions({ ...page, limit: 1 })
  const deps = { ...app.parts, payments: { ...payments, listTransactions } }
  expect(await reconcile(deps, today())).toMatchObject({ gateway_count: 4, differences: [] })
})

test('assigns a payment at midnight to the day that begins', async () => {
  const ending = today()
  app.clock.set(ending.to.toISOString())
  await topUp(app, await makeMember(app), 1_000)
  const none = { gateway_count: 0, entry_count: 0, differences: [] }
  expect(await reconcile(app.parts, ending)).toMatchObject(none)
  const summary = { gateway_count: 1, entry_count: 1, differences: [] }
  expect(await reconcile(app.parts, today())).toMatchObject(summary)
})

test('reports a payment that only the gateway has', async () => {
  const member = await makeMember(app)
  const { order, payment_window: window } = await orderEpisode(
    member,
    await makePaidEpisode(app, { price: 2_000 }),
  )
  const payment = await app.gateway.pay(window)
  await app.parts.payments.confirm(payment, 'another server')
  expect(await findDifferences()).toMatchObject([
    {
      kind: 'not_booked',
      movement: 'payment',
      order_id: order.order_id,
      gateway_amount: 2_000,
      ledger_amount: null,
      entry_id: null,
    },
  ])
})

test('reports a cancel made in the gateway console', async () => {
  const member = await makeMember(app)
  const { order_id } = await topUp(app, member, 3_000)
  const [payment] = app.gateway.payments(order_id)
  const payment_key = payment?.paymentKey ?? ''
  await app.parts.payments.cancel({ payment_key, reason: '손으로', amount: 500 }, 'by hand')
  expect(await findDifferences()).toMatchObject([
    { kind: 'not_booked', movement: 'cancel', order_id, gateway_amount: 500, ledger_amount: null },
  ])
})

test('reports ledger entries that the gateway lacks or has with another amount', async () => {
  const member = await makeMember(app)
  const { order_id } = await topUp(app, member, 3_000)
  const { order_id: other } = await topUp(app, member, 5_000)
  await writeUnchecked(
    `insert into ledger_entries (wallet_id, kind, source_type, source_id, title, order_id, amount_krw, created_at)
     select wallet_id, 'refund', 'refund', 99999, '없던 환불', id, -700, $2 from orders where order_id = $1`,
    [order_id, app.clock.now()],
  )
  await writeUnchecked(
    `update ledger_entries set amount_krw = 4999 where source_type = 'order'
       and source_id = (select id from orders where order_id = $1)`,
    [other],
  )
  const result = await reconcile(app.parts, today())
  expect(result.differences).toMatchObject([
    {
      kind: 'amount',
      movement: 'payment',
      order_id: other,
      gateway_amount: 5_000,
      ledger_amount: 4_999,
    },
    {
      kind: 'not_at_gateway',
      movement: 'cancel',
      order_id,
      gateway_amount: null,
      ledger_amount: 700,
    },
  ])
  const table = formatReconciliation(result, today())
  expect(table).toMatch(/not at the gateway +cancel +- +700 /)
  expect(table).toMatch(/another amount +payment +5,000 +4,999 /)
  const { rows } = await app.pool.query(
    'select kind, gateway_amount, ledger_amount from reconciliation_differences where reconciliation_id = $1',
    [result.id],
  )
  expect(rows).toHaveLength(2)
})

test('reports no difference when a payment begins before midnight and completes after it', async () => {
  const member = await makeMember(app)
  app.clock.set(new Date(today().to.getTime() - 1_000).toISOString())
  const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
  const body = await app.gateway.pay(window)
  app.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await member.call(transactions.confirmPayment, { body })
  expect(await findDifferences()).toMatchObject([{ kind: 'under_way', order_id: order.order_id }])
  const evening = today()
  app.clock.advance(60_000)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  await app.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  expect((await reconcile(app.parts, evening)).differences).toEqual([])
  expect(await findDifferences()).toEqual([])
})

test('reports a refund without a response as under way until its outcome is known', async () => {
  const member = await makeMember(app)
  const { order_id } = await topUp(app, member, 3_000)
  app.gateway.faults.add({ call: 'cancel', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { id, status } = await member.call(transactions.requestRefund, { body: { order_id } })
  expect(status).toBe('pending')
  expect(await findDifferences()).toMatchObject([
    { kind: 'under_way', movement: 'cancel', order_id, gateway_amount: 3_000, ledger_amount: null },
  ])
  await app.workNow('process_refund', { refund_id: id })
  expect(await findDifferences()).toEqual([])
})

describe('the daily reconciliation', () => {
  const hour = 3_600_000
  const runs = async () => {
    const { rows } = await app.pool.query<{ from_at: string; to_at: string }>(
      'select from_at, to_at from reconciliations where is_daily order by id',
    )
    return rows.map(({ from_at, to_at }) => [Date.parse(from_at), Date.parse(to_at)])
  }

  test('compares each day once and catches up on missed days one by one', async () => {
    const midnight = seoulDayStart(app.clock.now()).getTime()
    app.clock.set(new Date(midnight + hour).toISOString())
    await reconcileDaily(app.parts)
    expect(await runs()).toEqual([])
    app.clock.set(new Date(midnight + 4 * hour).toISOString())
    app.gateway.faults.add({ call: 'listTransactions', kind: 'error_500' })
    await expect(reconcileDaily(app.parts)).rejects.toThrow('gateway')
    await Promise.all([reconcileDaily(app.parts), reconcileDaily(app.parts)])
    await reconcileDaily(app.parts)
    expect(await runs()).toEqual([[midnight - day, midnight]])
    // A manual comparison does not count as a daily run.
    await reconcile(app.parts, today())
    app.clock.advance(3 * day)
    await reconcileDaily(app.parts)
    expect((await runs()).slice(1)).toEqual(
      [0, 1, 2].map((nth) => [midnight + nth * day, midnight + (nth + 1) * day]),
    )
  })

  test('keeps completed days when the gateway fails and resumes after them', async () => {
    await reconcileDaily(app.parts)
    const before = await runs()
    app.clock.advance(4 * day)
    const { payments } = app.parts
    let requests = 0
    const listTransactions: typeof payments.listTransactions = async (page) => {
      requests += 1
      // The third day: a day and its overlap are 30 requests of one hour.
      if (requests === 75) app.gateway.faults.add({ call: 'listTransactions', kind: 'error_500' })
      return payments.listTransactions(page)
    }
    const deps = { ...app.parts, payments: { ...payments, listTransactions } }
    await expect(reconcileDaily(deps)).rejects.toThrow('gateway')
    expect(await runs()).toHaveLength(before.length + 2)
    requests = 100
    await reconcileDaily(deps)
    expect(await runs()).toHaveLength(before.length + 4)
    // Two days remained.
    expect(requests - 100).toBe(60)
  })

  test('stops between two requests when its signal is aborted', async () => {
    const before = await runs()
    const stopping = new AbortController()
    stopping.abort()
    await reconcileDaily(app.parts, stopping.signal)
    expect(await runs()).toEqual(before)
  })

  test('finds a transaction that the gateway requests late, once', async () => {
    const { order, payment_window: window } = await orderEpisode(
      await makeMember(app),
      await makePaidEpisode(app),
    )
    const { order_id } = order
    const midnight = today().to.getTime()
    app.clock.set(new Date(midnight - 2 * hour).toISOString())
    await app.parts.payments.confirm(await app.gateway.pay(window), `elsewhere-${order_id}`)
    const { payments } = app.parts
    const listTransactions: typeof payments.listTransactions = async (page) => {
      const result = await payments.listTransactions(page)
      if (result.status !== 'done') return result
      const transactions = result.response.transactions.filter((row) => row.order_id !== order_id)
      return { status: 'done', response: { ...result.response, transactions } }
    }
    const recordedKinds = async () => {
      const { rows } = await app.pool.query<{ kind: string }>(
        'select kind from reconciliation_differences where order_id = $1',
        [order_id],
      )
      return rows.map(({ kind }) => kind)
    }
    app.clock.set(new Date(midnight + 4 * hour).toISOString())
    await reconcileDaily({ ...app.parts, payments: { ...payments, listTransactions } })
    expect(await recordedKinds()).toEqual([])
    app.clock.advance(day)
    await reconcileDaily(app.parts)
    expect(await recordedKinds()).toEqual(['not_booked'])
    // The next overlap no longer includes that day; a manual comparison still reports it.
    app.clock.advance(day)
    await reconcileDaily(app.parts)
    expect(await recordedKinds()).toEqual(['not_booked'])
  })

  test('does not record a difference again when the overlap includes it', async () => {
    await reconcileDaily(app.parts)
    const { order, payment_window: window } = await orderEpisode(
      await makeMember(app),
      await makePaidEpisode(app),
    )
    const midnight = today().to.getTime()
    app.clock.set(new Date(midnight - 2 * hour).toISOString())
    await app.parts.payments.confirm(await app.gateway.pay(window), `late-${order.order_id}`)
    for (const days of [0, 1]) {
      app.clock.set(new Date(midnight + days * day + 4 * hour).toISOString())
      await reconcileDaily(app.parts)
    }
    const { rows } = await app.pool.query(
      'select kind from reconciliation_differences where order_id = $1',
      [order.order_id],
    )
    expect(rows).toEqual([{ kind: 'not_booked' }])
  })
})

test('records each difference once when an order is paid and cancelled hours apart', async () => {
  const member = await makeMember(app)
  const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
  const payment = await app.gateway.pay(window)
  await app.parts.payments.confirm(payment, `elsewhere-${order.order_id}`)
  app.clock.advance(3 * 3_600_000)
  const { payment_key } = payment
  await app.parts.payments.cancel({ payment_key, reason: 'elsewhere' }, 'cancelled elsewhere')
  expect(await findDifferences()).toMatchObject([
    { kind: 'not_booked', movement: 'payment', order_id: order.order_id },
    { kind: 'not_booked', movement: 'cancel', order_id: order.order_id },
  ])
})

test('logs errors for differences and open manual cases', async () => {
  await reconcileDaily(app.parts)
  const member = await makeMember(app)
  const { payment_window: window, order } = await orderEpisode(member, await makePaidEpisode(app))
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  const manualCase = {
    payment_key: 'of-a-test',
    amount: 100,
    failure_code: 'NOT_CANCELABLE_PAYMENT',
  }
  await app.transact((tx) =>
    openManualCase(
      tx,
      { id: rows[0]?.id ?? 0 },
      { kind: 'payment', ...manualCase },
      app.clock.now(),
    ),
  )
  await app.parts.payments.confirm(await app.gateway.pay(window), 'another server again')
  app.clock.set(new Date(today().to.getTime() + 4 * 3_600_000).toISOString())
  const logLines: string[] = []
  const log = createLogger('error', 'test', { write: (line) => void logLines.push(line) })
  await reconcileDaily({ ...app.parts, log })
  expect(logLines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, msg: expect.stringContaining('do not agree') },
    { level: 50, msg: expect.stringContaining('manual cases are open') },
  ])
})
