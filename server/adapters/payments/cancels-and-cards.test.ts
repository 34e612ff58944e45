import { openTestPaymentGateway } from '#test/services/gateway-payments.ts'
import { randomUUID as key } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'

const { gateway, payments, hasty, clock, agreed, paid, registered, expectPaid } =
  await openTestPaymentGateway('2026-03-31T12:00:00.000Z')
afterEach(() => gateway.faults.clear())
afterAll(() => gateway.close())

const minutes = 60_000

describe('cancel', () => {
  const cancel = (
    payment_key: string,
    more: { amount?: number; refundable_amount?: number } = {},
  ) => payments.cancel({ payment_key, reason: '7일 안에 환불', ...more }, key())

  test('refunds part, then the rest', async () => {
    const { payment_key } = await paid()
    expect(await cancel(payment_key, { amount: 4_000, refundable_amount: 9_900 })).toMatchObject({
      status: 'done',
      response: {
        status: 'PARTIAL_CANCELED',
        total_amount: 9_900,
        balance_amount: 5_900,
        cancels: [{ amount: 4_000, reason: '7일 안에 환불' }],
      },
    })
    expect(await cancel(payment_key)).toMatchObject({
      response: {
        status: 'CANCELED',
        balance_amount: 0,
        cancels: [{ amount: 4_000 }, { amount: 5_900 }],
      },
    })
    expect(await cancel(payment_key)).toMatchObject({
      status: 'refused',
      code: 'ALREADY_CANCELED_PAYMENT',
    })
  })

  test('refunds once for a repeated idempotency key', async () => {
    const { payment_key } = await paid()
    const attempt = key()
    const some = { payment_key, reason: '환불', amount: 1_000 }
    gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
    expect(await payments.cancel(some, attempt)).toMatchObject({ status: 'unknown' })
    expect(await payments.cancel(some, attempt)).toMatchObject({
      response: { balance_amount: 8_900 },
    })
    expect(await payments.getPayment(payment_key)).toMatchObject({
      response: { balance_amount: 8_900 },
    })
  })

  test('reports definitive refusals', async () => {
    const { payment_key } = await paid()
    const waiting = await agreed()
    const refused = (code: string) => ({ status: 'refused', code })
    expect(await cancel(payment_key, { amount: 9_901 })).toMatchObject(
      refused('NOT_CANCELABLE_AMOUNT'),
    )
    expect(await cancel(payment_key, { refundable_amount: 100 })).toMatchObject(
      refused('NOT_MATCHES_REFUNDABLE_AMOUNT'),
    )
    expect(await cancel(waiting.payment_key)).toMatchObject(refused('NOT_CANCELABLE_PAYMENT'))
    clock.advance(366 * 24 * 60 * minutes)
    expect(await cancel(payment_key)).toMatchObject(refused('EXCEED_MAX_REFUND_DUE'))
  })
})

describe('billing', () => {
  const charge = (billing_key: string, order_id: string = key()) => ({
    billing_key,
    order_id,
    customer_key: 'member-1',
    amount: 13_500,
    order_name: '스탠다드 이용권',
  })

  test('charges a registered card repeatedly without the member', async () => {
    const card = await registered()
    expect(card).toMatchObject({
      customer_key: 'member-1',
      card_number: expect.stringMatching(/^43301234\*+/) as string,
    })
    const first = charge(card.billing_key)
    expect(await payments.chargeBilling(first, key())).toMatchObject({
      status: 'done',
      response: { type: 'BILLING', status: 'DONE', total_amount: 13_500, order_id: first.order_id },
    })
    expect(await payments.chargeBilling(charge(card.billing_key), key())).toMatchObject({
      status: 'done',
    })
    // One order is charged once, whatever the idempotency key.
    expect(await payments.chargeBilling(first, key())).toMatchObject({
      status: 'unknown',
      reason: 'DUPLICATED_ORDER_ID',
    })
  })

  test('reports the same decline codes as other cards', async () => {
    const stopped = await registered('INVALID_STOPPED_CARD')
    const order = charge(stopped.billing_key)
    expect(await payments.chargeBilling(order, key())).toMatchObject({
      status: 'refused',
      code: 'INVALID_STOPPED_CARD',
    })
    expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
      response: { status: 'ABORTED' },
    })
    const later = await registered('decline_later')
    expect(await payments.chargeBilling(charge(later.billing_key), key())).toMatchObject({
      status: 'done',
    })
    expect(await payments.chargeBilling(charge(later.billing_key), key())).toMatchObject({
      status: 'refused',
      code: 'REJECT_CARD_PAYMENT',
    })
  })

  test('charges when the response is lost, and finds the payment by order', async () => {
    const card = await registered('lose_answer')
    const order = charge(card.billing_key)
    expect(await hasty(30).chargeBilling(order, key())).toEqual({
      status: 'unknown',
      reason: 'TimeoutError',
    })
    await expectPaid(order)
  })

  test('deletes a billing key and treats a second deletion as success', async () => {
    const { billing_key } = await registered()
    expect(await payments.deleteBillingKey(billing_key)).toEqual({ status: 'done', response: null })
    expect(await payments.deleteBillingKey(billing_key)).toEqual({ status: 'done', response: null })
    expect(await payments.chargeBilling(charge(billing_key), key())).toMatchObject({
      status: 'unknown',
    })
  })

  test('exchanges an auth key once and only for its customer', async () => {
    const auth = await gateway.register(
      payments.billingAuthWindow({
        customer_key: 'member-1',
        success_url: 'http://localhost/a',
        fail_url: 'http://localhost/b',
      }),
    )
    expect(
      await payments.issueBillingKey({ ...auth, customer_key: 'member-2' }, key()),
    ).toMatchObject({ status: 'refused', code: 'NOT_MATCHES_CUSTOMER_KEY' })
    expect(await payments.issueBillingKey(auth, key())).toMatchObject({ status: 'done' })
    expect(await payments.issueBillingKey(auth, key())).toMatchObject({
      status: 'refused',
      code: 'NOT_FOUND',
    })
  })
})

test('lists all transactions page by page, payments and cancels', async () => {
  clock.advance(24 * 60 * minutes)
  const start = clock.now().toISOString()
  const orders = [await paid(), await paid(), await paid()]
  clock.advance(minutes)
  await payments.cancel(
    { payment_key: orders[0]?.payment_key ?? '', reason: '환불', amount: 900 },
    key(),
  )
  const end = clock.now().toISOString()
  clock.advance(minutes)
  await paid()
  const listed = []
  let after: string | undefined
  for (let pages = 0; pages < 5; pages++) {
    const page = await payments.listTransactions({
      start,
      end,
      limit: 3,
      ...(after ? { after } : {}),
    })
    if (page.status !== 'done') throw new Error(page.status)
    listed.push(...page.response.transactions)
    after = page.response.next
    if (!after) break
  }
  expect(listed.map(({ kind, amount, order_id }) => [kind, amount, order_id])).toEqual([
    ...orders.map(({ order_id }) => ['payment', 9_900, order_id]),
    ['cancel', 900, orders[0]?.order_id],
  ])
  const read = await payments.getPaymentByOrder(orders[0]?.order_id ?? '')
  expect(read).toMatchObject({
    response: { cancels: [{ transaction_key: listed[3]?.transaction_key }] },
  })
})
