import { endpoints } from '#contract/index.ts'
import { deleteAccount, scheduleDeletion } from '#test/fixtures/members.ts'
import {
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
  topUp,
} from '#test/fixtures/payments.ts'
import { createGuestClient, lastMessage } from '#test/app/guest-client.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { closeManualCase, readOpenManualCases } from './reconciliation/reconciliation-queries.ts'
import { formatReconciliation } from './reconciliation/reconciliation-report.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { recordPlanUse } from './entitlements/entitlement-queries.ts'

const day = 86_400_000
let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterAll(() => app?.close())

const rows = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await app.pool.query<R>(sql, values)).rows

const walletOf = async (member: Subscriber) =>
  (await rows<{ id: number }>('select id from wallets where member_id = $1', [member.id]))[0]?.id

/** The balance of an order at the gateway, in won. */
const gatewayBalance = (order_id: string) =>
  app.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

const play = (wallet_id = 0) => app.transact((tx) => recordPlanUse(tx, wallet_id, app.clock.now()))

const entirePeriod = () => ({ from: new Date('2027-01-01'), to: app.clock.now() })

async function subjectsTo(member: Subscriber): Promise<string[]> {
  const messages = await rows<{ subject: string }>(
    'select subject from messages where recipient = $1 order by id',
    [member.email],
  )
  return messages.map(({ subject }) => subject)
}

async function processRefunds(wallet_id: number | undefined) {
  const refunds = await rows<{ id: number }>(
    `select id from refunds where wallet_id = $1 and status = 'pending'`,
    [wallet_id],
  )
  for (const { id } of refunds) await app.workNow('process_refund', { refund_id: id })
  return refunds.length
}

test('refunds remaining points to the cards and detaches the wallet', async () => {
  const member = await makeSubscriber(app)
  const [first, second] = [await topUp(app, member, 10_000), await topUp(app, member, 3_000)]
  await buyWithPoints(member, await makePaidEpisode(app, { price: 1_500 }), 1_500)
  const { order: waiting } = await orderTopUp(member, 1_000)
  const wallet_id = await walletOf(member)
  await play(wallet_id)
  await deleteAccount(app, member)

  expect(await processRefunds(wallet_id)).toBe(2)
  expect(gatewayBalance(first.order_id)).toBe(1_500)
  expect(gatewayBalance(second.order_id)).toBe(0)
  const [wallet] = await rows('select * from wallets where id = $1', [wallet_id])
  expect(wallet).toMatchObject({ member_id: null, event_point: 0, paid_point: 0 })
  // Purchases with points and the used month remain paid for.
  expect(await rows('select state from purchases where wallet_id = $1', [wallet_id])).toEqual([
    { state: 'active' },
  ])
  expect(await rows('select status from orders where order_id = $1', [waiting.order_id])).toEqual([
    { status: 'failed' },
  ])
  expect(await rows('select status from subscriptions where wallet_id = $1', [wallet_id])).toEqual([
    { status: 'ended' },
  ])
  expect(await subjectsTo(member)).toContain('[한편] 남은 포인트 11,500원을 돌려드려요')
  expect(await lastMessage(app, member.email)).toBeDefined()
})

test('refunds an unused charge within seven days of it', async () => {
  const member = await makeSubscriber(app, plans.basic)
  const first = (await member.mine()).subscription
  app.clock.advance(day)
  const { order } = await member.choose(plans.premium)
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  // The upgrade and the plan before it.
  expect(await processRefunds(wallet_id)).toBe(2)
  expect(gatewayBalance(order?.order_id ?? '')).toBe(0)
  expect(gatewayBalance(first?.order_id ?? '')).toBe(0)
  expect(await rows('select status from subscriptions where wallet_id = $1', [wallet_id])).toEqual([
    { status: 'ended' },
  ])
  const refunded = (7_900 + (order?.amount ?? 0)).toLocaleString('ko-KR')
  expect(await subjectsTo(member)).toContain(`[한편] 이용권 결제 ${refunded}원을 돌려드려요`)
  const cases = (await reconcile(app.parts, entirePeriod())).manual_cases
  expect(cases).toEqual([])
})

test('refunds an order that turns out to be paid after account deletion, without delivery', async () => {
  const member = await makeCustomer(app)
  const pendingOrders = [
    await orderEpisode(member, await makePaidEpisode(app)),
    await orderTopUp(member, 10_000),
  ]
  for (const { payment_window: window } of pendingOrders) {
    const body = await app.gateway.pay(window!)
    app.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' })
    app.gateway.faults.add({ call: 'read', kind: 'error_500' })
    const { status } = await member.call(endpoints.transactions.confirmPayment, { body })
    expect(status).toBe('unknown')
  }
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  const unknown = await rows<{ id: number }>('select id from orders where wallet_id = $1', [
    wallet_id,
  ])
  for (const { id } of unknown) await app.workNow('process_payment', { order_id: id })
  expect(await processRefunds(wallet_id)).toBe(2)
  for (const { order } of pendingOrders) expect(gatewayBalance(order.order_id)).toBe(0)
  expect(await rows('select from purchases where wallet_id = $1', [wallet_id])).toEqual([])
  expect(await rows('select from point_lots where wallet_id = $1', [wallet_id])).toEqual([])
})

test('refunds neither a used period nor one older than seven days', async () => {
  const [played, late] = [await makeSubscriber(app), await makeSubscriber(app)]
  const wallets = [await walletOf(played), await walletOf(late)]
  await play(wallets[0])
  await deleteAccount(app, played)
  app.clock.advance(7 * day)
  await deleteAccount(app, late)
  for (const wallet_id of wallets) expect(await processRefunds(wallet_id)).toBe(0)
  for (const member of [played, late])
    expect((await subjectsTo(member)).join()).not.toContain('돌려드려요')
})

test('refunds an amount deducted for a bonus that was later refunded, even without points left', async () => {
  const member = await makeCustomer(app)
  const { order_id } = await topUp(app, member, 10_000)
  const episode_id = await makePaidEpisode(app, { price: 300 })
  await buyWithPoints(member, episode_id, 300)
  const { requestRefund: refund } = endpoints.transactions
  await member.call(refund, { body: { order_id } })
  await member.call(refund, { body: { episode_id } })
  expect(gatewayBalance(order_id)).toBe(300)
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  expect(await processRefunds(wallet_id)).toBe(1)
  expect(gatewayBalance(order_id)).toBe(0)
})

test('keeps a declined refund as an open case until staff closes it', async () => {
  const member = await makeSubscriber(app)
  const order_id = (await member.mine()).subscription?.order_id ?? ''
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'EXCEED_MAX_REFUND_DUE' })
  await processRefunds(wallet_id)
  expect(await rows('select status from subscriptions where wallet_id = $1', [wallet_id])).toEqual([
    { status: 'ended' },
  ])
  // Open cases are listed for any range of days.
  const span = { from: new Date('2020-01-01'), to: new Date('2020-01-02') }
  const result = await reconcile(app.parts, span)
  const [payment] = app.gateway.payments(order_id)
  expect(result.manual_cases).toMatchObject([
    {
      kind: 'refund',
      order_id,
      amount: 10_900,
      payment_key: payment?.paymentKey,
      failure_code: 'EXCEED_MAX_REFUND_DUE',
    },
  ])
  const table = formatReconciliation(result, span)
  expect(table).toContain('10,900')
  expect(table).toContain(payment?.paymentKey)
  const id = result.manual_cases[0]?.id ?? 0
  const close = () =>
    app.transact((tx) => closeManualCase(tx, id, { note: '계좌로 보냄', now: app.clock.now() }))
  expect(await close()).toBe(true)
  expect(await close()).toBe(false)
  expect((await reconcile(app.parts, span)).manual_cases).toEqual([])
})

test('retains no personal data in payment records', async () => {
  const member = await makeSubscriber(app)
  await topUp(app, member, 10_000)
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  await processRefunds(wallet_id)
  const records = await rows<{ record: string }>(
    `select to_jsonb(w)::text as record from wallets w where id = $1
     union all select to_jsonb(o)::text from orders o where wallet_id = $1
     union all select to_jsonb(l)::text from ledger_entries l where wallet_id = $1
     union all select to_jsonb(r)::text from refunds r where wallet_id = $1
     union all select to_jsonb(s)::text from subscriptions s where wallet_id = $1`,
    [wallet_id],
  )
  expect(records.length).toBeGreaterThan(5)
  for (const { record } of records)
    for (const personal of [member.email, member.username, member.phonenumber])
      expect(record).not.toContain(personal)
})

test('keeps the points in the ledger when the gateway declines, for staff to resolve', async () => {
  const member = await makeSubscriber(app)
  const { order_id } = await topUp(app, member, 10_000)
  const wallet_id = await walletOf(member)
  await deleteAccount(app, member)
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'EXCEED_MAX_REFUND_DUE' })
  await processRefunds(wallet_id)
  expect(gatewayBalance(order_id)).toBe(10_000)
  expect(await rows('select paid_point from wallets where id = $1', [wallet_id])).toEqual([
    { paid_point: 10_000 },
  ])
  const cases = (await readOpenManualCases(app.db)).filter(
    (manualCase) => manualCase.order_id === order_id,
  )
  expect(cases).toMatchObject([{ kind: 'refund', amount: 10_000 }])
})

/** Signs in and undoes the scheduled deletion. @returns what the sign-in announced. */
async function restoreAccount(member: Subscriber) {
  const guest = createGuestClient(app)
  const body = { email: member.email, password: member.password }
  const { scheduled_deletion } = await guest.refusal(endpoints.accounts.signIn, { body })
  const token = scheduled_deletion?.token ?? ''
  await guest.call(endpoints.accounts.cancelDeletion, { body: { token } })
  return scheduled_deletion
}
const readStatus = async (wallet_id: number | undefined) =>
  (
    await rows<{ status: string }>('select status from subscriptions where wallet_id = $1', [
      wallet_id,
    ])
  )[0]?.status

/** Passes days one by one, with the periodic tasks of each. */
async function passDays(days: number) {
  for (let day = 0; day < days; day++) await app.pass(1)
}
const countOrders = async (wallet_id: number | undefined) =>
  (await rows('select from orders where wallet_id = $1', [wallet_id])).length

describe('while the deletion is scheduled', () => {
  it('charges no renewal, and ends a plan whose period has ended when it is undone', async () => {
    const member = await makeSubscriber(app)
    const wallet_id = await walletOf(member)
    const { period_end = '' } = (await member.mine()).subscription ?? {}
    await app.passTo(new Date(Date.parse(period_end) - 2 * day).toISOString())
    await scheduleDeletion(member)
    const before = await countOrders(wallet_id)
    await passDays(4)
    const announced = await restoreAccount(member)
    expect(announced).toMatchObject({ plan: null })
    await passDays(2)
    expect(await countOrders(wallet_id)).toBe(before)
    expect(await readStatus(wallet_id)).toBe('ended')
  })

  it('continues a running plan with its renewal when it is undone', async () => {
    const member = await makeSubscriber(app)
    const wallet_id = await walletOf(member)
    const { period_end = '', next_charge } = (await member.mine()).subscription ?? {}
    await scheduleDeletion(member)
    await passDays(3)
    const announced = await restoreAccount(member)
    expect(announced?.plan).toEqual({ name: '스탠다드', period_end, next_charge })
    const before = await countOrders(wallet_id)
    await app.passTo(period_end)
    expect(await countOrders(wallet_id)).toBe(before + 1)
    expect(await readStatus(wallet_id)).toBe('active')
  })

  it('retries no failed renewal, and ends the plan when it is undone', async () => {
    await app.rest()
    const member = await makeSubscriber(app)
    const wallet_id = await walletOf(member)
    const { period_end = '' } = (await member.mine()).subscription ?? {}
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
    await app.passTo(period_end)
    expect((await member.mine()).subscription?.status).toBe('past_due')
    app.gateway.faults.clear()
    await scheduleDeletion(member)
    const before = await countOrders(wallet_id)
    await passDays(4)
    await restoreAccount(member)
    await passDays(4)
    expect(await countOrders(wallet_id)).toBe(before)
    expect(await readStatus(wallet_id)).toBe('ended')
  })

  it('refunds what was refundable when it was requested, seven days later', async () => {
    const member = await makeSubscriber(app)
    const order_id = (await member.mine()).subscription?.order_id ?? ''
    const wallet_id = await walletOf(member)
    await app.pass(6)
    await scheduleDeletion(member)
    await passDays(7)
    await app.workNow('delete_account', { member_id: member.id })
    expect(await processRefunds(wallet_id)).toBe(1)
    expect(gatewayBalance(order_id)).toBe(0)
  })

  it('ends open payment windows', async () => {
    const member = await makeCustomer(app)
    const { order } = await orderTopUp(member, 1_000)
    await scheduleDeletion(member)
    expect(await rows('select status from orders where order_id = $1', [order.order_id])).toEqual([
      { status: 'failed' },
    ])
  })

  it('expires no points, and refunds those whose time has passed meanwhile', async () => {
    const [left, restored] = [await makeCustomer(app), await makeCustomer(app)]
    await topUp(app, left, 10_000)
    await topUp(app, restored, 10_000)
    const wallets = [await walletOf(left), await walletOf(restored)]
    const [lot] = await rows<{ expires_at: string }>(
      `select expires_at from point_lots where wallet_id = $1 and kind = 'paid'`,
      [wallets[0]],
    )
    app.clock.set(new Date(Date.parse(lot?.expires_at ?? '') - 2 * day).toISOString())
    await app.tend()
    await scheduleDeletion(left)
    await scheduleDeletion(restored)
    const mailsBefore = (await subjectsTo(left)).length
    await passDays(3)
    expect(await rows('select paid_point from wallets where id = any($1)', [wallets])).toEqual([
      { paid_point: 10_000 },
      { paid_point: 10_000 },
    ])
    expect((await subjectsTo(left)).length).toBe(mailsBefore)
    await restoreAccount(restored)
    await passDays(4)
    await app.workNow('delete_account', { member_id: left.id })
    expect(await rows('select amount from refunds where wallet_id = $1', [wallets[0]])).toEqual([
      { amount: 10_000 },
    ])
    // After it was undone they expire as usual.
    expect(await rows('select paid_point from wallets where id = $1', [wallets[1]])).toEqual([
      { paid_point: 0 },
    ])
  })
})
