import { randomUUID } from 'node:crypto'
import { endpoints } from '#contract/index.ts'
import { deleteAccount } from '#test/fixtures/members.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#server/messages/formats.copy.ts'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

type CardRow = { id: number; removed_at: string | null; billing_key_ciphertext: Buffer }

const cardsOf = async ({ id }: { id: number }) => {
  const { rows } = await app.pool.query<CardRow>(
    `select b.id, b.removed_at, b.billing_key_ciphertext from billing_cards b join wallets w on w.id = b.wallet_id
     where w.member_id = $1 and b.billing_key_ciphertext is not null order by b.id`,
    [id],
  )
  return rows
}
const keyOf = ({ billing_key_ciphertext }: CardRow) =>
  app.parts.encryption.decrypt(billing_key_ciphertext)
const lastEmail = async ({ email }: Subscriber) => {
  const { rows } = await app.pool.query<{ subject: string; text: string }>(
    'select subject, text from messages where recipient = $1 order by id desc limit 1',
    [email],
  )
  return rows[0]
}
/** Whether the gateway still accepts a charge with a billing key. */
async function isChargeable(billing_key: string): Promise<boolean> {
  const result = await app.parts.payments.chargeBilling(
    {
      billing_key,
      customer_key: 'another-customer',
      amount: 100,
      order_id: 'probe-of-a-test',
      order_name: '확인',
    },
    `probe-${randomUUID()}`,
  )
  return result.status === 'unknown' && !result.reason.includes('NOT_FOUND_BILLING_KEY')
}
const deletedAt = async ({ id }: CardRow) => {
  const { rows } = await app.pool.query<{ removed_at: string }>(
    'select removed_at from billing_cards where id = $1',
    [id],
  )
  return Date.parse(rows[0]?.removed_at ?? '')
}
const isQueued = async (card_id: number) => {
  const { rows } = await app.pool.query<{ live: boolean }>('select job_is_queued($1) as live', [
    `card:${card_id}`,
  ])
  return rows[0]?.live
}
const sendBillingDeleted = (billingKey: string) =>
  app.call(endpoints.transactions.receiveTossWebhook, {
    body: {
      eventType: 'BILLING_DELETED',
      createdAt: '2027-02-01T00:00:00.000000',
      data: { billingKey },
    },
  })

test('encrypts the billing key and masks the card number', async () => {
  const member = await makeSubscriber(app)
  const [card] = await cardsOf(member)
  expect(card?.billing_key_ciphertext.toString('latin1')).not.toContain('bill_')
  expect(keyOf(card as CardRow)).toMatch(/^bill_/)
  expect((await member.mine()).card?.masked_number).toMatch(/^\d{8}\*+\d{3}\*$/)
})

test('replaces the first card and deletes its billing key at the gateway', async () => {
  const member = await makeSubscriber(app)
  const [first] = (await cardsOf(member)) as [CardRow]
  const { order, subscription_state: mine } = await member.register('decline_later')
  expect(order).toBeNull()
  expect(mine.subscription).toMatchObject({ status: 'active' })
  expect((await lastEmail(member))?.subject).toBe('[한편] 결제 카드가 바뀌었어요')
  const [old, current] = await cardsOf(member)
  expect([old?.removed_at, current?.removed_at]).toEqual([expect.any(String), null])
  expect(await isQueued(first.id)).toBe(true)
  await app.workNow('delete_billing_key', { card_id: first.id })
  expect(await cardsOf(member)).toMatchObject([{ id: current?.id }])
  expect([await isChargeable(keyOf(first)), await isChargeable(keyOf(current as CardRow))]).toEqual(
    [false, true],
  )
  // The job does nothing when repeated or for the current card.
  await app.workNow('delete_billing_key', { card_id: first.id })
  await app.workNow('delete_billing_key', { card_id: current?.id ?? 0 })
  expect(await isChargeable(keyOf(current as CardRow))).toBe(true)
})

test('ignores a repeated return for a replaced card', async () => {
  const member = await makeSubscriber(app)
  const window = await member.call(endpoints.subscriptions.createBillingAuth, {})
  const body = await app.gateway.register(window)
  const register = () => member.call(endpoints.subscriptions.registerCard, { body })
  await register()
  const [first, second] = (await cardsOf(member)) as [CardRow, CardRow]
  await app.workNow('delete_billing_key', { card_id: first.id })
  await member.register()
  await app.workNow('delete_billing_key', { card_id: second.id })
  const before = await cardsOf(member)
  expect(before).toHaveLength(1)
  await register()
  expect(await cardsOf(member)).toEqual(before)
})

test('retries when the gateway does not respond', async () => {
  const member = await makeSubscriber(app)
  const [first] = (await cardsOf(member)) as [CardRow]
  await member.register()
  for (const kind of ['error_500', 'drop_connection_after'] as const) {
    app.gateway.faults.add({ call: 'deleteBillingKey', kind })
    await expect(app.workNow('delete_billing_key', { card_id: first.id })).rejects.toThrow(/Card/)
    expect(await cardsOf(member)).toHaveLength(2)
  }
  await app.workNow('delete_billing_key', { card_id: first.id })
  expect(await cardsOf(member)).toHaveLength(1)
})

test('keeps the billing key until a pending charge with it is certain', async () => {
  const member = await makeSubscriber(app)
  const [first] = (await cardsOf(member)) as [CardRow]
  const { subscription } = await member.mine()
  app.gateway.faults.add({ call: '*', kind: 'error_500' }, 3)
  await app.passTo(subscription?.period_end ?? '')
  expect((await member.mine()).pending_order_id).not.toBeNull()
  app.gateway.faults.clear()
  await member.register()
  await app.workNow('delete_billing_key', { card_id: first.id })
  expect(await cardsOf(member)).toHaveLength(2)
  await processPendingPayments()
  expect(await member.mine()).toMatchObject({
    pending_order_id: null,
    subscription: { status: 'active', period_start: subscription?.period_end },
  })
  await app.workNow('delete_billing_key', { card_id: first.id })
  expect(await cardsOf(member)).toHaveLength(1)
})

async function processPendingPayments() {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await app.workNow('process_payment', { order_id: id })
}

test('reports a card deleted at the gateway, becomes past due, and charges the next card', async () => {
  const member = await makeSubscriber(app)
  const [card] = (await cardsOf(member)) as [CardRow]
  const { subscription } = await member.mine()
  const period_end = subscription?.period_end ?? ''
  await sendBillingDeleted('bill_unknown')
  expect((await member.mine()).card).not.toBeNull()
  await sendBillingDeleted(keyOf(card))
  await sendBillingDeleted(keyOf(card))
  expect((await member.mine()).card).toBeNull()
  const message = await lastEmail(member)
  expect(message?.subject).toBe('[한편] 결제 카드를 다시 등록해 주세요')
  expect(message?.text).toContain(`${formatDay(new Date(period_end))}에 이용료를 결제`)
  const received_at = app.clock.now().getTime()
  expect(await deletedAt(card)).toBe(received_at)
  await app.passTo(period_end)
  expect((await member.mine()).subscription).toMatchObject({
    status: 'past_due',
    failed: { code: 'NO_CARD', detail: expect.stringContaining('새 카드') },
  })
  const { order, subscription_state: mine } = await member.register()
  expect(await deletedAt(card)).toBe(received_at)
  expect(order).toMatchObject({ status: 'paid', amount: 10_900 })
  expect(mine.subscription).toMatchObject({ status: 'active', period_start: period_end })
})

test('ignores the deletion of a card that was already replaced', async () => {
  const member = await makeSubscriber(app)
  const [first] = (await cardsOf(member)) as [CardRow]
  await member.register()
  const [before, removed_at] = [await lastEmail(member), app.clock.now().getTime()]
  app.clock.advance(60_000)
  await sendBillingDeleted(keyOf(first))
  expect(await cardsOf(member)).toHaveLength(1)
  expect(await lastEmail(member)).toEqual(before)
  expect(await deletedAt(first)).toBe(removed_at)
})

test('sends no e-mail about a deleted card that would not have been charged', async () => {
  const stopped = await makeSubscriber(app)
  await stopped.renews(false)
  const never = await makeCustomer(app)
  await never.register()
  const unpaid = await makeSubscriber(app, plans.basic, 'decline_later')
  await app.passTo((await unpaid.mine()).subscription?.period_end ?? '')
  for (const days of [1, 2, 2, 2]) await app.pass(days)
  expect((await unpaid.mine()).subscription?.status).toBe('ended')
  for (const member of [stopped, never, unpaid]) {
    const [before, [card]] = [await lastEmail(member), (await cardsOf(member)) as [CardRow]]
    await sendBillingDeleted(keyOf(card))
    expect((await member.mine()).card).toBeNull()
    expect(await lastEmail(member)).toEqual(before)
  }
})

test('ends the subscription and deletes the card with the account, and keeps the ledger', async () => {
  const member = await makeSubscriber(app, plans.premium)
  const [card] = (await cardsOf(member)) as [CardRow]
  await deleteAccount(app, member)
  const { rows } = await app.pool.query<Record<string, unknown>>(
    `select w.member_id, w.plan_expires_at <= $2 as is_closed, s.status, b.removed_at is not null as is_dropped
     from billing_cards b join wallets w on w.id = b.wallet_id join subscriptions s on s.wallet_id = w.id
     where b.id = $1`,
    [card.id, app.clock.now()],
  )
  expect(rows).toEqual([{ member_id: null, is_closed: true, status: 'ended', is_dropped: true }])
  expect(await isQueued(card.id)).toBe(true)
  await app.workNow('delete_billing_key', { card_id: card.id })
  expect(await isChargeable(keyOf(card))).toBe(false)
  await app.pass(40)
  const { rows: cards } = await app.pool.query(
    'select billing_key_ciphertext, billing_key_blind_index, company, masked_number from billing_cards where id = $1',
    [card.id],
  )
  expect(cards).toEqual([
    {
      billing_key_ciphertext: null,
      billing_key_blind_index: null,
      company: null,
      masked_number: null,
    },
  ])
})

test('refunds a pending charge automatically after account deletion', async () => {
  const member = await makeSubscriber(app)
  const { subscription } = await member.mine()
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  const wallet_id = rows[0]?.id
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await app.passTo(subscription?.period_end ?? '')
  expect((await member.mine()).pending_order_id).not.toBeNull()
  await deleteAccount(app, member)
  await processPendingPayments()
  const orders = () =>
    app.pool.query<{ status: string; undeliverable_reason: string | null }>(
      'select status, undeliverable_reason from orders where wallet_id = $1 order by id desc limit 1',
      [wallet_id],
    )
  expect((await orders()).rows).toEqual([
    { status: 'paid', undeliverable_reason: 'not_deliverable' },
  ])
  const { rows: refunds } = await app.pool.query<{ id: number }>(
    'select id from refunds where wallet_id = $1',
    [wallet_id],
  )
  for (const { id } of refunds) await app.workNow('process_refund', { refund_id: id })
  expect((await orders()).rows).toMatchObject([{ status: 'cancelled' }])
})
