import { simulatorCredentials } from '#server/config.ts'
import { openTestPaymentGateway } from '#test/services/gateway-payments.ts'
import { randomUUID as key } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createPaymentGateway, declineCodes, declineCopy } from './index.ts'

const { gateway, payments, hasty, clock, log, orderOf, agreed, paid, expectPaid } =
  await openTestPaymentGateway('2026-03-31T12:00:00.000Z')
afterEach(() => gateway.faults.clear())
afterAll(() => gateway.close())

const minutes = 60_000

test('what was agreed to is paid, and read again by its key and by its order', async () => {
  const order = await agreed()
  const verdict = await payments.confirm(order, key())
  expect(verdict).toMatchObject({
    fate: 'done',
    answer: {
      payment_key: order.payment_key,
      order_id: order.order_id,
      merchant_id: payments.merchant_id,
      type: 'NORMAL',
      currency: 'KRW',
      status: 'DONE',
      total_amount: 9_900,
      balance_amount: 9_900,
      supplied_amount: 9_000,
      vat: 900,
      failure: null,
      cancels: [],
    },
  })
  expect(await payments.getPayment(order.payment_key)).toEqual(verdict)
  expect(await payments.getPaymentByOrder(order.order_id)).toEqual(verdict)
})

test('there is nothing by a name that nobody knows', async () => {
  const nothing = { fate: 'refused', code: 'NOT_FOUND_PAYMENT' }
  expect(await payments.getPayment('nobody/../elsewhere?x')).toMatchObject(nothing)
  expect(await payments.getPaymentByOrder(key())).toMatchObject(nothing)
})

test.each(declineCodes)('%s is a refusal, with words in Korean', async (code) => {
  const order = await agreed(code)
  const attempt = key()
  const verdict = await payments.confirm(order, attempt)
  expect(verdict).toMatchObject({ fate: 'refused', code })
  expect(await payments.confirm(order, attempt)).toEqual(verdict)
  expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
    fate: 'done',
    answer: { status: 'ABORTED', failure: { code } },
  })
  expect(declineCopy[code]).toMatch(/^[가-힣].*요\. .*주세요\.$/)
})

test('a payment that was agreed to ends after 10 minutes', async () => {
  const [early, late] = [await agreed(), await agreed()]
  clock.advance(10 * minutes - 1_000)
  expect(await payments.confirm(early, key())).toMatchObject({ fate: 'done' })
  clock.advance(2_000)
  const verdict = await payments.confirm(late, key())
  expect(verdict).toMatchObject({ fate: 'unknown', reason: 'NOT_FOUND_PAYMENT_SESSION' })
  expect(await payments.getPaymentByOrder(late.order_id)).toMatchObject({
    fate: 'done',
    answer: { status: 'EXPIRED' },
  })
})

test('while a card company takes its time, another attempt is not made', async () => {
  const order = await agreed('delay')
  expect(await hasty(150).confirm(order, key())).toEqual({
    fate: 'unknown',
    reason: 'TimeoutError',
  })
  await expect
    .poll(() => payments.confirm(order, key()))
    .toMatchObject({ fate: 'unknown', reason: 'FORBIDDEN_CONSECUTIVE_REQUEST' })
  expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
    answer: { status: 'IN_PROGRESS' },
  })
})

describe('the answer gets lost', () => {
  const lost = [
    'timeout_after',
    'drop_connection_after',
    'error_500_after',
    'html',
    'html_200',
  ] as const
  test.each(lost)('%s: unknown, and reading the order shows that it was paid', async (kind) => {
    gateway.faults.add({ call: 'confirm', kind })
    const order = await agreed()
    const attempt = key()
    const asked = kind.startsWith('timeout') ? hasty(150) : payments
    expect(await asked.confirm(order, attempt)).toMatchObject({ fate: 'unknown' })
    await expectPaid(order)
    // The same attempt again is answered as it was; another attempt is not made.
    expect(await payments.confirm(order, attempt)).toMatchObject({ answer: { status: 'DONE' } })
    expect(await payments.confirm(order, key())).toMatchObject({
      fate: 'unknown',
      reason: 'ALREADY_PROCESSED_PAYMENT',
    })
    expect(gateway.transactions().filter((one) => one.orderId === order.order_id)).toHaveLength(1)
  })

  const never = ['timeout_before', 'drop_connection', 'error_500', 'rate_limited'] as const
  test.each(never)('%s: unknown, and the same attempt pays when it is made again', async (kind) => {
    gateway.faults.add({ call: 'confirm', kind })
    const order = await agreed()
    const attempt = key()
    const asked = kind.startsWith('timeout') ? hasty(150) : payments
    expect(await asked.confirm(order, attempt)).toMatchObject({ fate: 'unknown' })
    expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
      answer: { status: 'IN_PROGRESS' },
    })
    expect(await payments.confirm(order, attempt)).toMatchObject({ answer: { status: 'DONE' } })
  })
})

describe('what the gateway says without deciding', () => {
  const undecided = [
    'ALREADY_PROCESSED_PAYMENT',
    'DUPLICATED_ORDER_ID',
    'PROVIDER_ERROR',
    'CARD_PROCESSING_ERROR',
    'FORBIDDEN_CONSECUTIVE_REQUEST',
    'UNKNOWN_PAYMENT_ERROR',
    'FAILED_INTERNAL_SYSTEM_PROCESSING',
    'FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING',
    'IDEMPOTENT_REQUEST_PROCESSING',
    'INVALID_REQUEST',
    'A_CODE_OF_TOMORROW',
  ]
  test.each(undecided)('%s is unknown to every call', async (code) => {
    gateway.faults.add({ call: '*', kind: 'code', code }, 8)
    const some = { payment_key: 'some', order_id: 'some-order', amount: 1_000 }
    const billing = { billing_key: 'some', customer_key: 'member-1', order_name: '이용권' }
    const unknown = { fate: 'unknown', reason: code }
    // A request that is still being processed (409) has no stored answer yet.
    const isStored = code !== 'IDEMPOTENT_REQUEST_PROCESSING'
    const keyed = { ...unknown, ...(isStored ? { stored_error: code } : {}) }
    expect(await payments.confirm(some, key())).toEqual(keyed)
    expect(await payments.getPayment('some')).toEqual(unknown)
    expect(await payments.getPaymentByOrder('some-order')).toEqual(unknown)
    expect(await payments.cancel({ ...some, reason: '환불' }, key())).toEqual(keyed)
    expect(await payments.issueBillingKey({ ...billing, auth_key: 'a' }, key())).toEqual(keyed)
    expect(await payments.chargeBilling({ ...billing, ...some }, key())).toEqual(keyed)
    expect(await payments.deleteBillingKey('some')).toEqual(unknown)
    const day = { start: '2026-03-31T00:00:00Z', end: '2026-03-31T23:59:59Z' }
    expect(await payments.listTransactions(day)).toEqual(unknown)
    expect(gateway.faults.list()).toEqual([])
  })

  test('a decline is none where nothing is charged, and a refused cancel is none where nothing is cancelled', async () => {
    gateway.faults.add({ call: 'cancel', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
    gateway.faults.add({ call: 'confirm', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    const some = { payment_key: 'some', order_id: 'some-order', amount: 1_000 }
    expect(await payments.cancel({ ...some, reason: '환불' }, key())).toMatchObject({
      fate: 'unknown',
    })
    expect(await payments.confirm(some, key())).toMatchObject({ fate: 'unknown' })
  })
})

test('a key that is not taken is ours to mend: unknown, and an error in the log without the key', async () => {
  const said: { level: number }[] = []
  const loud = pino({ level: 'warn' }, { write: (line) => said.push(JSON.parse(line) as never) })
  const foreign = createPaymentGateway(
    {
      ...simulatorCredentials,
      secret_key: 'live_sk_other',
      base_url: gateway.origin,
      script_url: '',
      patience: 10_000,
    },
    loud,
  )
  expect(await foreign.getPaymentByOrder('some-order')).toEqual({
    fate: 'unknown',
    reason: 'INVALID_API_KEY',
  })
  expect(said.map(({ level }) => level)).toContain(50)
  expect(JSON.stringify(said)).not.toContain('live_sk_other')
})

test('where nobody listens, every call is unknown', async () => {
  const nowhere = createPaymentGateway(
    { ...simulatorCredentials, base_url: 'http://127.0.0.1:9', script_url: '', patience: 1_000 },
    log,
  )
  expect(await nowhere.getPaymentByOrder('some-order')).toMatchObject({ fate: 'unknown' })
})

test('without a gateway nothing is sold', async () => {
  const closed = createPaymentGateway(undefined, log)
  expect(closed.isEnabled).toBe(false)
  expect(await closed.getPaymentByOrder('some-order')).toMatchObject({ fate: 'unknown' })
  expect(() => closed.paymentWindow(orderOf())).toThrow()
})

test('the browser opens the window by the gateway’s script, with our client key', () => {
  const opening = { client_key: 'test_ck_1', script_url: 'https://js.example/v2/standard' }
  const base_url = 'https://api.example'
  const own = { ...opening, base_url, secret_key: 's', merchant_id: 'm', patience: 1 }
  const order = orderOf()
  expect(createPaymentGateway(own, log).paymentWindow(order)).toEqual({ ...order, ...opening })
})

test('an order whose name is longer than the gateway takes is paid all the same', async () => {
  const { order_id } = await paid({ order_name: '가'.repeat(300) })
  expect(gateway.payments(order_id)[0]?.orderName).toBe(`${'가'.repeat(99)}…`)
})
