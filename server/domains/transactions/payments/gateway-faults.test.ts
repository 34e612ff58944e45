import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
} from '#test/fixtures/payments.ts'
import { ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireUnpaidOrders } from '../orders/abandon-order.ts'

let world: TestApp
beforeAll(
  async () => void (world = await openTestApp({ gateway: true, env: { TOSS_TIMEOUT_MS: '500' } })),
)
afterEach(() => world.gateway.faults.clear())
afterAll(() => world?.close())

async function idOf(order_id: string): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order_id],
  )
  return rows[0]?.id ?? 0
}

/** Whether a job is there that will look at an order. */
async function hasJob(order_id: string): Promise<boolean | undefined> {
  const { rows } = await world.pool.query<{ is_live: boolean }>(
    'select job_is_live($1) as is_live',
    [`order:${await idOf(order_id)}`],
  )
  return rows[0]?.is_live
}

const readOrder = (member: TestMember, order_id: string) =>
  member.call(transactions.readOrder, { params: { order_id } })

/** A member who has agreed to a payment in the window. */
async function agreed(card?: string) {
  const member = await makeMember(world)
  const episode_id = await makePaidEpisode(world)
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
  expect((await readMemberLedger(world, member)).won).toBe(at_gateway)
  const { count } = await member.call(transactions.listPurchases, { query: {} })
  expect(count).toBe(is_paid ? 1 : 0)
}

const unsettledOf = async (member: TestMember) =>
  (await member.call(transactions.listUnsettled, {})).results.map(({ order_id }) => order_id)

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
    await expect(buyWithPoints(payment.member, payment.episode_id, 1_500)).rejects.toThrow(
      'order_under_way',
    )
    // No history has it, and whoever closed the page finds it all the same.
    expect(await unsettledOf(payment.member)).toEqual([payment.order_id])
    expect(await unsettledOf(await makeMember(world))).toEqual([])
    await world.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
    expect(await unsettledOf(payment.member)).toEqual([])
  })

  test.each([...afterTheEffect, ...beforeTheEffect])(
    '%s, and so does reading: the job asks until it is told',
    async (kind) => {
      const payment = await agreed()
      world.gateway.faults.add({ call: 'confirm', kind })
      world.gateway.faults.add({ call: 'read', kind: 'error_500' }, 2)
      expect((await payment.confirm()).status).toBe('unknown')
      const order_id = await idOf(payment.order_id)
      await expect(world.workNow('process_payment', { order_id })).rejects.toThrow('unknown')
      await world.workNow('process_payment', { order_id })
      await world.workNow('process_payment', { order_id })
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
    await world.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
  })

  test('an answer that was lost by the card company is found', async () => {
    const payment = await agreed('lose_answer')
    await payment.confirm()
    await world.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectWhole(payment, true)
  })

  test('what is never taken ends as failed once the gateway says that it has ended', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind: 'timeout_before' }, 2)
    expect((await payment.confirm()).status).toBe('unknown')
    world.clock.advance(11 * 60_000)
    await world.workNow('process_payment', { order_id: await idOf(payment.order_id) })
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
    expect(error).toBeInstanceOf(ProblemResponseError)
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
    await world.workNow('process_payment', { order_id: id })
    await world.workNow('process_payment', { order_id: id })
    await expectWhole(payment, true)
  })

  test('between the gateway’s answer and the close: the job closes, and nothing is paid twice', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
    world.gateway.faults.add({ call: 'read', kind: 'drop_connection' })
    await payment.confirm()
    const order_id = await idOf(payment.order_id)
    await Promise.all(
      Array.from({ length: 6 }, () =>
        world.workNow('process_payment', { order_id }).catch(() => {}),
      ),
    )
    await world.workNow('process_payment', { order_id })
    await expectWhole(payment, true)
  })

  test('the intent and its job are one transaction', async () => {
    const payment = await agreed()
    world.gateway.faults.add({ call: '*', kind: 'drop_connection' }, 2)
    await payment.confirm()
    expect(await hasJob(payment.order_id)).toBe(true)
  })
})

test('P3: the intent is committed and no transaction is open while the gateway is asked', async () => {
  const payment = await agreed()
  world.gateway.faults.add({ call: 'confirm', kind: 'hold' })
  const confirming = payment.confirm()
  await expect.poll(() => world.gateway.faults.holding).toBe(1)
  expect((await readOrder(payment.member, payment.order_id)).status).toBe('confirming')
  // Should this server die now, somebody goes on.
  expect(await hasJob(payment.order_id)).toBe(true)
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
  await world.workNow('process_payment', { order_id: await idOf(payment.order_id) })
  await expectWhole(payment, true)
})

test.each(['hold', 'error_500'] as const)(
  'a window that says it was closed while its payment is under way (%s): the order stays, and is paid',
  async (kind) => {
    const payment = await agreed()
    const { member, order_id } = payment
    const abandon = () =>
      member.call(transactions.abandonOrder, {
        params: { order_id },
        body: { code: 'PAY_PROCESS_CANCELED' },
      })
    world.gateway.faults.add({ call: 'confirm', kind })
    const confirming = payment.confirm()
    if (kind === 'error_500') await confirming
    else await expect.poll(() => world.gateway.faults.holding).toBe(1)
    // On a slow machine the server has hung up by now, and reads.
    const under_way = expect.stringMatching(/^(confirming|unknown)$/)
    expect(await abandon()).toMatchObject({ status: under_way, failure: null })
    world.gateway.faults.release()
    await confirming
    await world.workNow('process_payment', { order_id: await idOf(order_id) })
    expect(await abandon()).toMatchObject({ status: 'paid', failure: null })
    await expectWhole(payment, true)
  },
)

test('a window that nobody came back from says so once it has ended', async () => {
  const member = await makeMember(world)
  const { order } = await orderEpisode(member, await makePaidEpisode(world))
  await expireUnpaidOrders(world)
  expect((await readOrder(member, order.order_id)).status).toBe('created')
  world.clock.advance(30 * 60_000 - 1)
  await expireUnpaidOrders(world)
  expect((await readOrder(member, order.order_id)).status).toBe('created')
  world.clock.advance(1)
  await expireUnpaidOrders(world)
  const ended = await readOrder(member, order.order_id)
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'WINDOW_ENDED' } })
})
