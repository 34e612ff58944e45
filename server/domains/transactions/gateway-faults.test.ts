import { transactions } from '#contract/transactions.ts'
import { makeMember, type TestMember } from '#test/members.ts'
import { booksOf, makeSold, orderEpisode, orderTopUp } from '#test/money.ts'
import { CallRefused, openWorld, type World } from '#test/world.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endWindows } from './end-windows.ts'
import { settleLost } from './settle-lost.ts'

let world: World
beforeAll(
  async () => void (world = await openWorld({ gateway: true, env: { TOSS_PATIENCE_MS: '500' } })),
)
afterEach(() => world.gateway.faults.clear())
afterAll(() => world?.close())

async function asOwner(sql: string) {
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  await owner.query(sql)
  await owner.end()
}

async function idOf(order_id: string): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order_id],
  )
  return rows[0]?.id ?? 0
}

const readOrder = (member: TestMember, order_id: string) =>
  member.call(transactions.readOrder, { params: { order_id } })

/** A member who has agreed to a payment in the window. */
async function agreed(card?: string) {
  const member = await makeMember(world)
  const episode_id = await makeSold(world)
  const { order, window } = await orderEpisode(member, episode_id)
  const body = await world.gateway.pay(window, card)
  const confirm = () => member.call(transactions.confirmPayment, { body })
  return { member, episode_id, body, confirm, order_id: order.order_id }
}

type Agreed = Awaited<ReturnType<typeof agreed>>

/** Paid once at the gateway, booked once, handed out once; or nothing of all that. */
async function expectWhole({ member, order_id }: Agreed, is_paid: boolean) {
  const order = await readOrder(member, order_id)
  expect(order.status).toBe(is_paid ? 'paid' : 'failed')
  const at_gateway = world.gateway
    .transactions()
    .filter((one) => one.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)
  expect(at_gateway).toBe(is_paid ? 1_500 : 0)
  expect((await booksOf(world, member)).won).toBe(at_gateway)
  const { count } = await member.call(transactions.listPurchases, { query: {} })
  expect(count).toBe(is_paid ? 1 : 0)
}

describe('the gateway fails while it is asked to confirm', () => {
  const afterTheEffect = [
    'timeout_after',
    'drop_connection_after',
    'error_500_after',
    'html',
    'html_200',
  ] as const
  test.each(afterTheEffect)('%s: it was paid, and reading says so at once', async (kind) => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind })
    expect((await payment.confirm()).status).toBe('paid')
    await expectWhole(payment, true)
  })

  const beforeTheEffect = [
    'timeout_before',
    'drop_connection',
    'error_500',
    'rate_limited',
  ] as const
  test.each(beforeTheEffect)('%s: it is not certain, and a job finishes it', async (kind) => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind })
    expect((await payment.confirm()).status).toBe('unknown')
    expect((await readOrder(payment.member, payment.order_id)).status).toBe('unknown')
    // Another payment for the same may not begin beside it (P4).
    await expect(orderEpisode(payment.member, payment.episode_id)).rejects.toThrow(
      'order_under_way',
    )
    await world.workNow('settle_order', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
  })

  test.each([...afterTheEffect, ...beforeTheEffect])(
    '%s, and so does reading: the job asks until it is told',
    async (kind) => {
      const payment = await agreed()
      world.gateway.faults.add({ call: 'confirm', kind })
      world.gateway.faults.add({ call: 'read', kind: 'error_500' }, 2)
      expect((await payment.confirm()).status).toBe('unknown')
      const order_id = await idOf(payment.order_id)
      await expect(world.workNow('settle_order', { order_id })).rejects.toThrow('unknown')
      await world.workNow('settle_order', { order_id })
      await world.workNow('settle_order', { order_id })
      await expectWhole(payment, true)
    },
  )

  test.each([
    'ALREADY_PROCESSED_PAYMENT',
    'PROVIDER_ERROR',
    'UNKNOWN_PAYMENT_ERROR',
    'UNAUTHORIZED_KEY',
    'NEVER_HEARD_OF',
  ])('%s is no refusal: it is read, and asked again', async (code) => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind: 'code', code })
    expect((await payment.confirm()).status).toBe('unknown')
    await world.workNow('settle_order', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
  })

  test('an answer that was lost by the card company is found', async () => {
    const payment = await agreed('lose_answer')
    await payment.confirm()
    await world.workNow('settle_order', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
  })

  test('what is never taken ends as failed once the gateway says that it has ended', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind: 'timeout_before' }, 2)
    expect((await payment.confirm()).status).toBe('unknown')
    world.clock.advance(11 * 60_000)
    await world.workNow('settle_order', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, false)
    const again = await orderEpisode(payment.member, payment.episode_id)
    expect(again.order.status).toBe('created')
  })

  test('a key that the gateway does not know pays nothing, and keeps nobody waiting', async () => {
    const payment = await agreed()
    const body = { ...payment.body, payment_key: 'a-key-of-nobody' }
    const error = await payment.member
      .call(transactions.confirmPayment, { body })
      .catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(CallRefused)
    await expectWhole(payment, false)
  })
})

describe('a server that is killed', () => {
  test('between reserve and settle: the job pays, once', async () => {
    const payment = await agreed()
    const id = await idOf(payment.order_id)
    await world.pool.query(
      `update orders set status = 'confirming', confirming_at = $2, payment_key = $3 where id = $1`,
      [id, world.clock.now(), payment.body.payment_key],
    )
    expect((await payment.confirm()).status).toBe('confirming')
    await world.workNow('settle_order', { order_id: id })
    await world.workNow('settle_order', { order_id: id })
    await expectWhole(payment, true)
  })

  test('between the gateway’s answer and the close: the job closes, and nothing is paid twice', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
    world.gateway.faults.add({ call: 'read', kind: 'drop_connection' })
    await payment.confirm()
    const order_id = await idOf(payment.order_id)
    await Promise.all(
      Array.from({ length: 6 }, () => world.workNow('settle_order', { order_id }).catch(() => {})),
    )
    await world.workNow('settle_order', { order_id })
    await expectWhole(payment, true)
  })

  test('the intent and its job are one transaction', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: '*', kind: 'drop_connection' }, 2)
    await payment.confirm()
    const key = `order:${await idOf(payment.order_id)}`
    const { rows } = await world.pool.query<{ is_live: boolean }>(
      'select job_is_live($1) as is_live',
      [key],
    )
    expect(rows[0]?.is_live).toBe(true)
  })
})

test('P3: the intent is committed and no transaction is open while the gateway is asked', async () => {
  const payment = await agreed()
  world.gateway.faults.add({ call: 'confirm', kind: 'hold' })
  const confirming = payment.confirm()
  await vi.waitUntil(() => world.gateway.faults.holding === 1)
  expect((await readOrder(payment.member, payment.order_id)).status).toBe('confirming')
  // Whoever comes by another tab is told how it stands, and waits for nobody.
  expect((await payment.confirm()).status).toBe('confirming')
  const { rows } = await world.pool.query(
    `select query from pg_stat_activity where datname = current_database() and xact_start is not null
       and pid <> pg_backend_pid() and application_name = 'hanpyeon server'`,
  )
  expect(rows).toEqual([])
  world.gateway.faults.release()
  await confirming
  // On a slow machine the server has hung up by now, and reads.
  await world.workNow('settle_order', { order_id: await idOf(payment.order_id) })
  await expectWhole(payment, true)
})

test('a window that nobody came back from says so once it has ended', async () => {
  const member = await makeMember(world)
  const { order } = await orderEpisode(member, await makeSold(world))
  await endWindows(world)
  expect((await readOrder(member, order.order_id)).status).toBe('created')
  world.clock.advance(30 * 60_000)
  await endWindows(world)
  const ended = await readOrder(member, order.order_id)
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'WINDOW_ENDED' } })
})

test('an order that has lost its job is found again', async () => {
  const payment = await agreed()
  world.gateway.faults.add({ call: '*', kind: 'drop_connection' }, 2)
  await payment.confirm()
  const key = `order:${await idOf(payment.order_id)}`
  await asOwner(`delete from graphile_worker._private_jobs where key = '${key}'`)
  const isLive = async () =>
    (await world.pool.query<{ live: boolean }>('select job_is_live($1) as live', [key])).rows[0]
      ?.live
  await settleLost(world)
  expect(await isLive()).toBe(false)
  world.clock.advance(10 * 60_000)
  await settleLost(world)
  expect(await isLive()).toBe(true)
})

describe('webhooks', () => {
  const hear = (data: object, eventType = 'PAYMENT_STATUS_CHANGED') =>
    fetch(`${world.origin}/api/transactions/webhooks/toss/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventType, createdAt: '2026-01-01T00:00:00.000000', data }),
    })

  test('are taken, whoever sends them, and a forged one does nothing', async () => {
    const payment = await agreed()
    const { order_id } = payment
    for (const data of [
      {
        orderId: order_id,
        status: 'DONE',
        paymentKey: payment.body.payment_key,
        totalAmount: 1_500,
      },
      { orderId: 'no-order-of-ours' },
      { orderId: `'; drop table orders; --` },
      { orderId: 7 },
      {},
    ])
      expect((await hear(data)).status).toBe(200)
    expect((await hear({ orderId: order_id }, 'BILLING_DELETED')).status).toBe(200)
    expect((await readOrder(payment.member, order_id)).status).toBe('created')
    expect((await booksOf(world, payment.member)).won).toBe(0)
  })

  test('five of them, twice each, in any order: all end alike', async () => {
    const member = await makeMember(world)
    const payments = await Promise.all(
      [1_000, 3_000, 5_000, 10_000, 30_000].map(async (amount) => {
        const { window, order } = await orderTopUp(member, amount)
        if (!window) throw new Error('A top-up has a window')
        return { amount, order_id: order.order_id, body: await world.gateway.pay(window) }
      }),
    )
    world.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' }, 5)
    world.gateway.faults.add({ call: 'read', kind: 'error_500' }, 5)
    for (const { body } of payments) await member.call(transactions.confirmPayment, { body })
    world.gateway.faults.add({ kind: 'duplicate_webhooks' }, 5)
    world.gateway.faults.add({ kind: 'disordered_webhooks' }, 5)
    await world.gateway.deliver()
    await Promise.all(
      payments.flatMap(({ order_id }) => [
        hear({ orderId: order_id }),
        hear({ orderId: order_id }),
      ]),
    )
    for (const { order_id } of payments)
      await world.workNow('settle_order', { order_id: await idOf(order_id) })
    expect(await booksOf(world, member)).toMatchObject({
      ...{ paid_point: 49_000, event_point: 1_500, won: 49_000 },
    })
  })
})
