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

test('confirms a payment and reads it by key and by order', async () => {
  const order = await agreed()
  const result = await payments.confirm(order, key())
  expect(result).toMatchObject({
    status: 'done',
    response: {
      payment_key: order.payment_key,
      order_id: order.order_id,
      merchant_id: payments.merchant_id,
      type: 'NORMAL',
      currency: 'KRW',
      status: 'DONE',
      total_amount: 9_900,
      balance_amount: 9_900,
      failure: null,
      cancels: [],
    },
  })
  expect(await payments.getPayment(order.payment_key)).toEqual(result)
  expect(await payments.getPaymentByOrder(order.order_id)).toEqual(result)
})

test('returns NOT_FOUND_PAYMENT for unknown keys and orders', async () => {
  const nothing = { status: 'refused', code: 'NOT_FOUND_PAYMENT' }
  expect(await payments.getPayment('nobody/../elsewhere?x')).toMatchObject(nothing)
  expect(await payments.getPaymentByOrder(key())).toMatchObject(nothing)
})

test.each(declineCodes)('%s is refused and has a Korean message', async (code) => {
  const order = await agreed(code)
  const attempt = key()
  const result = await payments.confirm(order, attempt)
  expect(result).toMatchObject({ status: 'refused', code })
  expect(await payments.confirm(order, attempt)).toEqual(result)
  expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
    status: 'done',
    response: { status: 'ABORTED', failure: { code } },
  })
  expect(declineCopy[code]).toMatch(/^[가-힣].*요\. .*주세요\.$/)
})

test('expires an authorized payment after 10 minutes', async () => {
  const [early, late] = [await agreed(), await agreed()]
  clock.advance(10 * minutes - 1_000)
  expect(await payments.confirm(early, key())).toMatchObject({ status: 'done' })
  clock.advance(2_000)
  const result = await payments.confirm(late, key())
  expect(result).toMatchObject({ status: 'unknown', reason: 'NOT_FOUND_PAYMENT_SESSION' })
  expect(await payments.getPaymentByOrder(late.order_id)).toMatchObject({
    status: 'done',
    response: { status: 'EXPIRED' },
  })
})

test('makes no second attempt while the card company is processing', async () => {
  const order = await agreed('delay')
  expect(await hasty(150).confirm(order, key())).toEqual({
    status: 'unknown',
    reason: 'TimeoutError',
  })
  await expect
    .poll(() => payments.confirm(order, key()))
    .toMatchObject({ status: 'unknown', reason: 'FORBIDDEN_CONSECUTIVE_REQUEST' })
  expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
    response: { status: 'IN_PROGRESS' },
  })
})

describe('lost response', () => {
  const lost = [
    'timeout_after',
    'drop_connection_after',
    'error_500_after',
    'html',
    'html_200',
  ] as const
  test.each(lost)('%s: returns unknown, and reading the order shows the payment', async (kind) => {
    gateway.faults.add({ call: 'confirm', kind })
    const order = await agreed()
    const attempt = key()
    const client = kind.startsWith('timeout') ? hasty(150) : payments
    expect(await client.confirm(order, attempt)).toMatchObject({ status: 'unknown' })
    await expectPaid(order)
    // A retry with the same key repeats the answer; another attempt is not made.
    expect(await payments.confirm(order, attempt)).toMatchObject({ response: { status: 'DONE' } })
    expect(await payments.confirm(order, key())).toMatchObject({
      status: 'unknown',
      reason: 'ALREADY_PROCESSED_PAYMENT',
    })
    expect(
      gateway.transactions().filter((transaction) => transaction.orderId === order.order_id),
    ).toHaveLength(1)
  })

  const never = ['timeout_before', 'drop_connection', 'error_500', 'rate_limited'] as const
  test.each(never)('%s: returns unknown, and a retry with the same key pays', async (kind) => {
    gateway.faults.add({ call: 'confirm', kind })
    const order = await agreed()
    const attempt = key()
    const client = kind.startsWith('timeout') ? hasty(150) : payments
    expect(await client.confirm(order, attempt)).toMatchObject({ status: 'unknown' })
    expect(await payments.getPaymentByOrder(order.order_id)).toMatchObject({
      response: { status: 'IN_PROGRESS' },
    })
    expect(await payments.confirm(order, attempt)).toMatchObject({ response: { status: 'DONE' } })
  })
})

describe('non-definitive gateway errors', () => {
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
  test.each(undecided)('%s is unknown for every call', async (code) => {
    gateway.faults.add({ call: '*', kind: 'code', code }, 8)
    const some = { payment_key: 'some', order_id: 'some-order', amount: 1_000 }
    const billing = { billing_key: 'some', customer_key: 'member-1', order_name: '이용권' }
    const unknown = { status: 'unknown', reason: code }
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

  test('treats decline codes and cancel errors as definitive only for their own calls', async () => {
    gateway.faults.add({ call: 'cancel', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
    gateway.faults.add({ call: 'confirm', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    const some = { payment_key: 'some', order_id: 'some-order', amount: 1_000 }
    expect(await payments.cancel({ ...some, reason: '환불' }, key())).toMatchObject({
      status: 'unknown',
    })
    expect(await payments.confirm(some, key())).toMatchObject({ status: 'unknown' })
  })
})

test('returns unknown and logs an error without the key when the gateway rejects the secret key', async () => {
  const logEntries: { level: number }[] = []
  const logger = pino(
    { level: 'warn' },
    { write: (line) => logEntries.push(JSON.parse(line) as never) },
  )
  const foreign = createPaymentGateway(
    {
      ...simulatorCredentials,
      secret_key: 'live_sk_other',
      base_url: gateway.origin,
      script_url: '',
      timeout_ms: 10_000,
    },
    logger,
  )
  expect(await foreign.getPaymentByOrder('some-order')).toEqual({
    status: 'unknown',
    reason: 'INVALID_API_KEY',
  })
  expect(logEntries.map(({ level }) => level)).toContain(50)
  expect(JSON.stringify(logEntries)).not.toContain('live_sk_other')
})

test('returns unknown for every call when the gateway is unreachable', async () => {
  const nowhere = createPaymentGateway(
    { ...simulatorCredentials, base_url: 'http://127.0.0.1:9', script_url: '', timeout_ms: 1_000 },
    log,
  )
  expect(await nowhere.getPaymentByOrder('some-order')).toMatchObject({ status: 'unknown' })
})

test('disables payments without a gateway', async () => {
  const closed = createPaymentGateway(undefined, log)
  expect(closed.isEnabled).toBe(false)
  expect(await closed.getPaymentByOrder('some-order')).toMatchObject({ status: 'unknown' })
  expect(() => closed.paymentWindow(orderOf())).toThrow()
})

test('returns window parameters with the SDK URL and the client key', () => {
  const opening = { client_key: 'test_ck_1', script_url: 'https://js.example/v2/standard' }
  const base_url = 'https://api.example'
  const own = { ...opening, base_url, secret_key: 's', merchant_id: 'm', timeout_ms: 1 }
  const order = orderOf()
  expect(createPaymentGateway(own, log).paymentWindow(order)).toEqual({ ...order, ...opening })
})

test('truncates long order names', async () => {
  const { order_id } = await paid({ order_name: '가'.repeat(300) })
  expect(gateway.payments(order_id)[0]?.orderName).toBe(`${'가'.repeat(99)}…`)
})
