import { simulator } from '#server/config.ts'
import { createLog } from '#server/kernel/log.ts'
import { openTestGateway, type TestGateway } from '#test/gateway.ts'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
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
/** Whoever gave up early may be quicker than the gateway was. */
const expectPaid = ({ order_id }: { order_id: string }) =>
  expect
    .poll(() => payments.readOrder(order_id))
    .toMatchObject({ fate: 'done', answer: { status: 'DONE' } })
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

test('while a card company takes its time, another attempt is not made', async () => {
  const order = await agreed('delay')
  expect(await hasty.confirm(order, key())).toEqual({ fate: 'unknown', reason: 'TimeoutError' })
  await expect
    .poll(() => payments.confirm(order, key()))
    .toEqual({ fate: 'unknown', reason: 'FORBIDDEN_CONSECUTIVE_REQUEST' })
  expect(await payments.readOrder(order.order_id)).toMatchObject({
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
    const asked = kind.startsWith('timeout') ? hasty : payments
    expect(await asked.confirm(order, attempt)).toMatchObject({ fate: 'unknown' })
    await expectPaid(order)
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
    'ALREADY_CANCELED_PAYMENT',
    'IDEMPOTENT_REQUEST_PROCESSING',
    'INVALID_REQUEST',
    'A_CODE_OF_TOMORROW',
  ]
  test.each(undecided)('%s is unknown to every call', async (code) => {
    gateway.faults.add({ call: '*', kind: 'code', code }, 8)
    const some = { payment_key: 'some', order_id: 'some-order', amount: 1_000 }
    const billing = { billing_key: 'some', customer_key: 'member-1', order_name: '이용권' }
    const unknown = { fate: 'unknown', reason: code }
    expect(await payments.confirm(some, key())).toEqual(unknown)
    expect(await payments.read('some')).toEqual(unknown)
    expect(await payments.readOrder('some-order')).toEqual(unknown)
    expect(await payments.cancel({ ...some, reason: '환불' }, key())).toEqual(unknown)
    expect(await payments.issueBillingKey({ ...billing, auth_key: 'a' }, key())).toEqual(unknown)
    expect(await payments.chargeBilling({ ...billing, ...some }, key())).toEqual(unknown)
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
  const foreign = createPayments(
    {
      ...simulator,
      secret_key: 'live_sk_other',
      base_url: gateway.origin,
      client_key: undefined,
      patience: 10_000,
    },
    loud,
  )
  expect(await foreign.readOrder('some-order')).toEqual({
    fate: 'unknown',
    reason: 'INVALID_API_KEY',
  })
  expect(said.map(({ level }) => level)).toContain(50)
  expect(JSON.stringify(said)).not.toContain('live_sk_other')
})

test('where nobody listens, every call is unknown', async () => {
  const nowhere = createPayments(
    { ...simulator, base_url: 'http://127.0.0.1:9', client_key: undefined, patience: 1_000 },
    log,
  )
  expect(await nowhere.readOrder('some-order')).toMatchObject({ fate: 'unknown' })
})

test('without a gateway nothing is sold', async () => {
  const closed = createPayments(undefined, log)
  expect(closed.sells).toBe(false)
  expect(await closed.readOrder('some-order')).toMatchObject({ fate: 'unknown' })
  expect(() => closed.payWindow(orderOf())).toThrow()
})

test('with a client key the browser opens the window by the gateway’s script', () => {
  const toss = createPayments(
    {
      base_url: 'https://api.tosspayments.com',
      secret_key: 's',
      client_key: 'test_ck_1',
      merchant_id: 'm',
      patience: 1,
    },
    log,
  )
  const order = orderOf()
  expect(toss.payWindow(order)).toEqual({ ...order, client_key: 'test_ck_1', window_url: null })
})

test('an order whose name is longer than the gateway takes is paid all the same', async () => {
  const { order_id } = await paid({ order_name: '가'.repeat(300) })
  expect(gateway.payments(order_id)[0]?.orderName).toBe(`${'가'.repeat(99)}…`)
})

describe('cancelling', () => {
  const cancel = (
    payment_key: string,
    more: { amount?: number; refundable_amount?: number } = {},
  ) => payments.cancel({ payment_key, reason: '7일 안에 환불', ...more }, key())

  test('in part, then the rest', async () => {
    const { payment_key } = await paid()
    expect(await cancel(payment_key, { amount: 4_000, refundable_amount: 9_900 })).toMatchObject({
      fate: 'done',
      answer: {
        status: 'PARTIAL_CANCELED',
        total_amount: 9_900,
        balance_amount: 5_900,
        cancels: [{ amount: 4_000, reason: '7일 안에 환불' }],
      },
    })
    expect(await cancel(payment_key)).toMatchObject({
      answer: {
        status: 'CANCELED',
        balance_amount: 0,
        cancels: [{ amount: 4_000 }, { amount: 5_900 }],
      },
    })
    expect(await cancel(payment_key)).toEqual({
      fate: 'unknown',
      reason: 'ALREADY_CANCELED_PAYMENT',
    })
  })

  test('the same attempt twice gives back once', async () => {
    const { payment_key } = await paid()
    const attempt = key()
    const some = { payment_key, reason: '환불', amount: 1_000 }
    gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
    expect(await payments.cancel(some, attempt)).toMatchObject({ fate: 'unknown' })
    expect(await payments.cancel(some, attempt)).toMatchObject({
      answer: { balance_amount: 8_900 },
    })
    expect(await payments.read(payment_key)).toMatchObject({ answer: { balance_amount: 8_900 } })
  })

  test('is refused for good where it cannot be', async () => {
    const { payment_key } = await paid()
    const waiting = await agreed()
    const refused = (code: string) => ({ fate: 'refused', code })
    expect(await cancel(payment_key, { amount: 9_901 })).toMatchObject(
      refused('NOT_CANCELABLE_AMOUNT'),
    )
    expect(await cancel(payment_key, { refundable_amount: 100 })).toMatchObject(
      refused('NOT_MATCHES_REFUNDABLE_AMOUNT'),
    )
    expect(await cancel(waiting.payment_key)).toMatchObject(refused('NOT_CANCELABLE_PAYMENT'))
    now += 366 * 24 * 60 * minutes
    expect(await cancel(payment_key)).toMatchObject(refused('EXCEED_MAX_REFUND_DUE'))
  })
})

describe('registered cards', () => {
  const charge = (billing_key: string, order_id: string = randomUUID()) => ({
    ...{ billing_key, order_id, customer_key: 'member-1', amount: 13_500 },
    order_name: '스탠다드 이용권',
  })

  test('are charged without the member, again and again', async () => {
    const card = await registered()
    expect(card).toMatchObject({
      customer_key: 'member-1',
      card_number: expect.stringMatching(/^43301234\*+/) as string,
    })
    const first = charge(card.billing_key)
    expect(await payments.chargeBilling(first, key())).toMatchObject({
      fate: 'done',
      answer: { type: 'BILLING', status: 'DONE', total_amount: 13_500, order_id: first.order_id },
    })
    expect(await payments.chargeBilling(charge(card.billing_key), key())).toMatchObject({
      fate: 'done',
    })
    // One order is charged once, whatever the attempt.
    expect(await payments.chargeBilling(first, key())).toEqual({
      fate: 'unknown',
      reason: 'DUPLICATED_ORDER_ID',
    })
  })

  test('are declined for the reasons that other cards are', async () => {
    const stopped = await registered('INVALID_STOPPED_CARD')
    const order = charge(stopped.billing_key)
    expect(await payments.chargeBilling(order, key())).toMatchObject({
      fate: 'refused',
      code: 'INVALID_STOPPED_CARD',
    })
    expect(await payments.readOrder(order.order_id)).toMatchObject({
      answer: { status: 'ABORTED' },
    })
    const later = await registered('decline_later')
    expect(await payments.chargeBilling(charge(later.billing_key), key())).toMatchObject({
      fate: 'done',
    })
    expect(await payments.chargeBilling(charge(later.billing_key), key())).toMatchObject({
      fate: 'refused',
      code: 'REJECT_CARD_PAYMENT',
    })
  })

  test('are charged when the answer is lost, and found by the order', async () => {
    const card = await registered('lose_answer')
    const order = charge(card.billing_key)
    const asked = createPayments(
      { ...simulator, base_url: gateway.origin, client_key: undefined, patience: 30 },
      log,
    )
    expect(await asked.chargeBilling(order, key())).toEqual({
      fate: 'unknown',
      reason: 'TimeoutError',
    })
    await expectPaid(order)
  })

  test('are forgotten once, and gone the second time', async () => {
    const { billing_key } = await registered()
    expect(await payments.deleteBillingKey(billing_key)).toEqual({ fate: 'done', answer: null })
    expect(await payments.deleteBillingKey(billing_key)).toEqual({ fate: 'done', answer: null })
    expect(await payments.chargeBilling(charge(billing_key), key())).toMatchObject({
      fate: 'unknown',
    })
  })

  test('what the window gave is exchanged once, by whom it was given to', async () => {
    const auth = await gateway.register(
      payments.cardWindow({
        customer_key: 'member-1',
        success_url: 'http://localhost/a',
        fail_url: 'http://localhost/b',
      }),
    )
    expect(
      await payments.issueBillingKey({ ...auth, customer_key: 'member-2' }, key()),
    ).toMatchObject({ fate: 'refused', code: 'NOT_MATCHES_CUSTOMER_KEY' })
    expect(await payments.issueBillingKey(auth, key())).toMatchObject({ fate: 'done' })
    expect(await payments.issueBillingKey(auth, key())).toMatchObject({
      ...{ fate: 'refused', code: 'NOT_FOUND' },
    })
  })
})

test('everything that was booked is listed, page after page, payments and cancels', async () => {
  now += 24 * 60 * minutes
  const start = new Date(now).toISOString()
  const orders = [await paid(), await paid(), await paid()]
  now += minutes
  await payments.cancel(
    { payment_key: orders[0]?.payment_key ?? '', reason: '환불', amount: 900 },
    key(),
  )
  const end = new Date(now).toISOString()
  now += minutes
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
    if (page.fate !== 'done') throw new Error(page.fate)
    listed.push(...page.answer.transactions)
    after = page.answer.next
    if (!after) break
  }
  expect(listed.map(({ kind, amount, order_id }) => [kind, amount, order_id])).toEqual([
    ...orders.map(({ order_id }) => ['payment', 9_900, order_id]),
    ['cancel', 900, orders[0]?.order_id],
  ])
  const read = await payments.readOrder(orders[0]?.order_id ?? '')
  expect(read).toMatchObject({
    answer: { cancels: [{ transaction_key: listed[3]?.transaction_key }] },
  })
})
