import { simulator } from '#server/config.ts'
import { createLog } from '#server/kernel/log.ts'
import { openTestGateway, type TestGateway } from '#test/gateway.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createPayments,
  declineCodes,
  declineWords,
  type Payments,
  type WindowOrder,
} from './index.ts'

let now = Date.parse('2026-03-31T12:00:00.000Z')
const clock = { now: () => new Date(now) }
const log = createLog('silent', 'test')
const minutes = 60_000

let gateway: TestGateway
let payments: Payments
/** Gives up at once, for what is about giving up. */
let hasty: Payments
beforeAll(async () => {
  gateway = await openTestGateway(clock)
  const to = { ...simulator, base_url: gateway.origin, client_key: undefined }
  payments = createPayments({ ...to, patience: 10_000 }, log)
  hasty = createPayments({ ...to, patience: 150 }, log)
})
afterEach(() => gateway.faults.clear())
afterAll(() => gateway.close())

const orderOf = (more: Partial<WindowOrder> = {}): WindowOrder => ({
  order_id: randomUUID(),
  amount: 9_900,
  order_name: '달빛 아래 편의점 1화',
  customer_key: 'member-1',
  success_url: 'http://localhost:3000/payments/success?from=here',
  fail_url: 'http://localhost:3000/payments/fail',
  ...more,
})
const key = () => randomUUID()

/** An order that its customer has agreed to in the window. */
const agreed = (card?: string, more?: Partial<WindowOrder>) =>
  gateway.pay(payments.payWindow(orderOf(more)), card)
async function paid(more?: Partial<WindowOrder>) {
  const order = await agreed('approve', more)
  expect(await payments.confirm(order, key())).toMatchObject({ fate: 'done' })
  return order
}
async function registered(card = 'approve') {
  const window = payments.cardWindow({
    customer_key: 'member-1',
    success_url: 'http://localhost:3000/cards',
    fail_url: 'http://localhost:3000/cards',
  })
  const verdict = await payments.issueBillingKey(await gateway.register(window, card), key())
  if (verdict.fate !== 'done') throw new Error(verdict.fate)
  return verdict.answer
}

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
  expect(await payments.read(order.payment_key)).toEqual(verdict)
  expect(await payments.readOrder(order.order_id)).toEqual(verdict)
})

test('there is nothing by a name that nobody knows', async () => {
  const nothing = { fate: 'refused', code: 'NOT_FOUND_PAYMENT' }
  expect(await payments.read('nobody/../elsewhere?x')).toMatchObject(nothing)
  expect(await payments.readOrder(randomUUID())).toMatchObject(nothing)
})

test.each(declineCodes)('%s is a refusal, with words in Korean', async (code) => {
  const order = await agreed(code)
  const attempt = key()
  const verdict = await payments.confirm(order, attempt)
  expect(verdict).toMatchObject({ fate: 'refused', code })
  expect(await payments.confirm(order, attempt)).toEqual(verdict)
  expect(await payments.readOrder(order.order_id)).toMatchObject({
    fate: 'done',
    answer: { status: 'ABORTED', failure: { code } },
  })
  expect(declineWords[code]).toMatch(/^[가-힣].*요\. .*주세요\.$/)
})

test('a payment that was agreed to ends after 10 minutes', async () => {
  const [early, late] = [await agreed(), await agreed()]
  now += 10 * minutes - 1_000
  expect(await payments.confirm(early, key())).toMatchObject({ fate: 'done' })
  now += 2_000
  const verdict = await payments.confirm(late, key())
  expect(verdict).toEqual({ fate: 'unknown', reason: 'NOT_FOUND_PAYMENT_SESSION' })
  expect(await payments.readOrder(late.order_id)).toMatchObject({
    fate: 'done',
    answer: { status: 'EXPIRED' },
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
    const asked = kind.startsWith('timeout') ? hasty : payments
    expect(await asked.confirm(order, attempt)).toMatchObject({ fate: 'unknown' })
    expect(await payments.readOrder(order.order_id)).toMatchObject({ answer: { status: 'DONE' } })
    // The same attempt again is answered as it was; another attempt is not made.
    expect(await payments.confirm(order, attempt)).toMatchObject({ answer: { status: 'DONE' } })
    expect(await payments.confirm(order, key())).toEqual({
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
    const asked = kind.startsWith('timeout') ? hasty : payments
    expect(await asked.confirm(order, attempt)).toMatchObject({ fate: 'unknown' })
    expect(await payments.readOrder(order.order_id)).toMatchObject({
      answer: { status: 'IN_PROGRESS' },
    })
    expect(await payments.confirm(order, attempt)).toMatchObject({ answer: { status: 'DONE' } })
  })
})
