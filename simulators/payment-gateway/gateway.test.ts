import { simulatorCredentials } from '#server/config.ts'
import { openTestGateway, type TestGateway } from '#test/services/payment-gateway.ts'
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openGatewayStore } from './store.ts'
import { isCardNumber, testCard, testCards } from './test-cards.ts'
import { retryMinutes } from './webhooks.ts'
import { windowUrl } from './window/window-url.ts'

let now = Date.parse('2026-05-10T03:00:00.000Z')
const clock = { now: () => new Date(now) }
const minutes = 60_000
const days = 24 * 60 * minutes

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway(clock)
})
afterEach(() => gateway.faults.clear())
afterAll(() => gateway.close())

type ApiResponse = { status: number; body: Record<string, unknown> & { code?: string } }

/** Sends a request to the gateway with valid authorization by default. */
async function send(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  method = body ? 'POST' : 'GET',
): Promise<ApiResponse> {
  const response = await fetch(gateway.origin + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${simulatorCredentials.secret_key}:`).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] }
}

const cardWindow = () => ({
  client_key: simulatorCredentials.client_key,
  script_url: gateway.script_url,
  customer_key: 'member-1',
  success_url: 'http://localhost:3000/ok?a=1',
  fail_url: 'http://localhost:3000/no',
})
const order_name = '<b>달빛</b> & "편의점"'
const paymentWindow = () => ({ ...cardWindow(), order_id: randomUUID(), amount: 9_900, order_name })
/** Returns a window URL with changed parameters. */
const windowAddress = (query: Record<string, string> = {}, kind = 'pay') => {
  const url = windowUrl(kind === 'pay' ? paymentWindow() : cardWindow())
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
/** Creates a payment that awaits confirmation, as input of `confirm`. */
async function makePayment(card?: string) {
  const { payment_key, order_id, amount } = await gateway.pay(paymentWindow(), card)
  return { paymentKey: payment_key, orderId: order_id, amount }
}
const confirm = (order: object, headers?: Record<string, string>) =>
  send('/v1/payments/confirm', order, headers)

describe('Idempotency-Key', () => {
  test('repeats the first response regardless of the body, for 15 days', async () => {
    const [one, other] = [await makePayment(), await makePayment()]
    const headers = { 'idempotency-key': randomUUID() }
    const first = await confirm(one, headers)
    expect(first).toMatchObject({ status: 200, body: { status: 'DONE' } })
    expect(await confirm(other, headers)).toEqual(first)
    now += 15 * days - minutes
    expect(await confirm(one, headers)).toEqual(first)
    now += 2 * minutes
    expect(await confirm(one, headers)).toMatchObject({
      status: 400,
      body: { code: 'ALREADY_PROCESSED_PAYMENT' },
    })
  })

  test('is scoped to the address', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { body } = await confirm(await makePayment(), headers)
    const path = `/v1/payments/${String(body['paymentKey'])}/cancel`
    expect(await send(path, { cancelReason: '환불' }, headers)).toMatchObject({
      body: { status: 'CANCELED' },
    })
  })

  test('responds 409 to a concurrent duplicate', async () => {
    const order = await makePayment()
    const headers = { 'idempotency-key': randomUUID() }
    gateway.faults.add({ call: 'confirm', kind: 'hold' })
    const first = confirm(order, headers)
    await expect.poll(() => gateway.faults.holding).toBe(1)
    expect(await confirm(order, headers)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENT_REQUEST_PROCESSING' },
    })
    gateway.faults.release()
    expect(await first).toMatchObject({ status: 200 })
    expect(await confirm(order, headers)).toEqual(await first)
  })

  test('accepts up to 300 characters', async () => {
    const order = await makePayment()
    const tooLong = { 'idempotency-key': 'k'.repeat(301) }
    expect(await confirm(order, tooLong)).toMatchObject({
      body: { code: 'INVALID_IDEMPOTENCY_KEY' },
    })
    expect(await confirm(order, { 'idempotency-key': 'k'.repeat(300) })).toMatchObject({
      status: 200,
    })
  })
})

test('does not retry a declined payment', async () => {
  const order = await makePayment('REJECT_CARD_COMPANY')
  expect(await confirm(order)).toMatchObject({ status: 403, body: { code: 'REJECT_CARD_COMPANY' } })
  expect(await confirm(order)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND_PAYMENT_SESSION' },
  })
})

test('rejects a confirmation that differs from the payment', async () => {
  const order = await makePayment()
  const wrong = { status: 400, body: { code: 'INVALID_REQUEST' } }
  expect(await confirm({ ...order, amount: 1 })).toMatchObject(wrong)
  expect(await confirm({ ...order, orderId: randomUUID() })).toMatchObject(wrong)
  expect(await confirm({ ...order, amount: '9900' })).toMatchObject(wrong)
  expect(await confirm(order)).toMatchObject({ status: 200 })
})

test('confirms an order once even if its window was opened twice', async () => {
  const window = paymentWindow()
  const payments = [await gateway.pay(window), await gateway.pay(window)]
  const orders = payments.map((p) => ({ ...p, paymentKey: p.payment_key, orderId: p.order_id }))
  expect(await confirm(orders[0] ?? {})).toMatchObject({ status: 200 })
  expect(await confirm(orders[1] ?? {})).toMatchObject({ body: { code: 'DUPLICATED_ORDER_ID' } })
  const latest = await send(`/v1/payments/orders/${payments[0]?.order_id}`)
  expect(latest.body).toMatchObject({ paymentKey: payments[0]?.payment_key, status: 'DONE' })
  await expect(gateway.pay(window)).rejects.toThrow('DUPLICATED_ORDER_ID')
  const again = await fetch(windowUrl(window), { redirect: 'manual' })
  expect(again.headers.get('location')).toContain(`paymentKey=${payments[0]?.payment_key}`)
})

test('rejects missing and wrong API keys, and returns the code of the test header', async () => {
  const path = '/v1/payments/orders/some-order'
  const anonymous = await fetch(gateway.origin + path)
  expect([anonymous.status, await anonymous.json()]).toMatchObject([
    401,
    { code: 'UNAUTHORIZED_KEY' },
  ])
  const wrong = { authorization: `Basic ${btoa('test_sk_other:')}` }
  expect(await send(path, undefined, wrong)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_API_KEY' },
  })
  const forced = { 'tosspayments-test-code': 'INVALID_CARD_LOST_OR_STOLEN' }
  expect(await confirm(await makePayment(), forced)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_CARD_LOST_OR_STOLEN', message: '분실 혹은 도난 카드입니다.' },
  })
})

describe('webhooks', () => {
  type Event = { eventType: string; data: { orderId: string; status: string; billingKey?: string } }
  let events: Event[] = []
  let webhookStatuses: number[] = []
  beforeAll(async () => {
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        events.push(JSON.parse(text) as Event)
        response.writeHead(webhookStatuses.shift() ?? 200).end()
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    await gateway.deliver()
    gateway.tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return () => void server.close()
  })
  afterEach(async () => {
    gateway.faults.clear()
    webhookStatuses = []
    await gateway.deliver()
    events = []
  })
  const statuses = () => events.map(({ data }) => data.status)

  test('report each status change with the state at that time', async () => {
    const order = await makePayment()
    await confirm(order)
    const path = `/v1/payments/${order.paymentKey}/cancel`
    await send(path, { cancelReason: '환불', cancelAmount: 900 })
    await send(path, { cancelReason: '환불' })
    expect(await gateway.deliver()).toBe(3)
    expect(statuses()).toEqual(['DONE', 'PARTIAL_CANCELED', 'CANCELED'])
    expect(events[0]).toMatchObject({
      eventType: 'PAYMENT_STATUS_CHANGED',
      data: { orderId: order.orderId },
    })
    expect(await gateway.deliver()).toBe(0)
  })

  test('are retried after 1, 4, 16 … minutes, then discarded', async () => {
    await confirm(await makePayment())
    webhookStatuses = Array.from({ length: 8 }, () => 500)
    await gateway.deliver()
    for (const [index, wait] of retryMinutes.entries()) {
      now += wait * minutes - 1_000
      await gateway.deliver()
      expect(events).toHaveLength(index + 1)
      now += 1_000
      await gateway.deliver()
      expect(events).toHaveLength(index + 2)
    }
    expect(gateway.waiting).toBe(0)
  })

  test('are duplicated and reordered by faults', async () => {
    gateway.faults.add({ kind: 'duplicate_webhooks' })
    gateway.faults.add({ kind: 'disordered_webhooks' }, 3)
    const order = await makePayment()
    await confirm(order)
    expect(await gateway.deliver()).toBe(0)
    await send(`/v1/payments/${order.paymentKey}/cancel`, { cancelReason: '환불' })
    await gateway.deliver()
    expect(statuses()).toEqual(['CANCELED', 'DONE', 'DONE'])
  })

  test('report a deleted billing key, but no charge of one', async () => {
    const { auth_key: authKey, customer_key: customerKey } = await gateway.register(cardWindow())
    const { body } = await send('/v1/billing/authorizations/issue', { authKey, customerKey })
    const path = `/v1/billing/${String(body['billingKey'])}`
    const charge = {
      customerKey,
      amount: 9_900,
      orderId: randomUUID(),
      orderName: '이용권',
    }
    expect(await send(path, charge)).toMatchObject({ status: 200 })
    expect(await send(path, undefined, {}, 'DELETE')).toMatchObject({ status: 200 })
    await gateway.deliver()
    expect(events).toMatchObject([
      { eventType: 'BILLING_DELETED', data: { billingKey: body['billingKey'] } },
    ])
  })

  test('survive a restart', async () => {
    await confirm(await makePayment())
    await gateway.restart()
    expect(await gateway.deliver()).toBe(1)
    expect(statuses()).toEqual(['DONE'])
  })
})

test('keeps payments, idempotent responses, billing keys and pending payments across a restart', async () => {
  const [pending, order] = [await makePayment(), await makePayment()]
  const headers = { 'idempotency-key': randomUUID() }
  const paid = await confirm(order, headers)
  const card = await gateway.register(cardWindow())
  await gateway.restart()
  expect(await send(`/v1/payments/orders/${order.orderId}`)).toEqual(paid)
  expect(await confirm(order, headers)).toEqual(paid)
  expect(await confirm(pending)).toMatchObject({ status: 200, body: { status: 'DONE' } })
  const issueRequest = { authKey: card.auth_key, customerKey: card.customer_key }
  const issued = await send('/v1/billing/authorizations/issue', issueRequest)
  await gateway.restart()
  const charge = {
    customerKey: card.customer_key,
    amount: 9_900,
    orderId: randomUUID(),
    orderName: '이용권',
  }
  expect(await send(`/v1/billing/${String(issued.body['billingKey'])}`, charge)).toMatchObject({
    status: 200,
  })
})

test('ignores a line that was truncated by a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-books-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'deep', 'store.jsonl')
  const store = openGatewayStore(file)
  const answer = { status: 200, body: {}, at: '' }
  store.answer.put('one', answer)
  store.answer.put('two', answer)
  store.answer.remove('one')
  store.close()
  appendFileSync(file, '{"kind":"answer","id":"three","val')
  const reopened = openGatewayStore(file)
  expect([...reopened.answer.entries()]).toEqual([['two', answer]])
  reopened.answer.put('four', answer)
  reopened.close()
  const last = openGatewayStore(file)
  onTestFinished(() => last.close())
  expect([...last.answer.entries()].map(([id]) => id)).toEqual(['two', 'four'])
})

describe('payment windows', () => {
  const open = (query?: Record<string, string>, kind?: string) => fetch(windowAddress(query, kind))
  const submit = (form: Record<string, string>, kind?: string) =>
    fetch(windowAddress({}, kind), {
      method: 'POST',
      body: new URLSearchParams({
        action: 'go',
        card_number: testCard('approve').number,
        expiry: '12/30',
        ...form,
      }),
      redirect: 'manual',
    })

  test('escape the order', async () => {
    const response = await open()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('&#60;b&#62;달빛&#60;/b&#62; &#38; &#34;편의점&#34;')
    expect(html).toContain('9,900원 결제하기')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each<Record<string, string>>([
    { orderId: 'short' },
    { orderId: '한글은 안 돼요' },
    { amount: '0' },
    { amount: '9900.5' },
    { amount: '구천구백' },
    { orderName: '' },
    { customerKey: 'a' },
    { successUrl: 'javascript:alert(1)' },
    { failUrl: '/no' },
  ])('reject %o', async (query) => {
    const response = await open(query)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('결제창을 열 수 없어요')
  })

  test.each<[Record<string, string>, string]>([
    [{ card_number: '' }, '카드 번호를 입력해 주세요.'],
    [{ card_number: '4330 1234 0000 0001' }, '카드 번호가 맞지 않아요. 다시 확인해 주세요.'],
    [{ card_number: '공일이삼' }, '카드 번호가 맞지 않아요. 다시 확인해 주세요.'],
    [{ expiry: '' }, '유효기간을 입력해 주세요.'],
    [{ expiry: '13/30' }, '유효기간을 월/년 순서로 네 자리 입력해 주세요.'],
    [{ expiry: '04/26' }, '유효기간이 지난 카드예요. 다른 카드를 입력해 주세요.'],
  ])('explain the error of %o and keep the input', async (form, words) => {
    const response = await submit(form)
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(words)
    for (const value of Object.values(form)) expect(html).toContain(`value="${value}"`)
    expect((await submit(form, 'card')).status).toBe(422)
  })

  test('redirect back with the parameters of the given URLs', async () => {
    const successUrl = new URL((await submit({ expiry: '05/26' })).headers.get('location') ?? '')
    expect(successUrl.searchParams.get('a')).toBe('1')
    expect(successUrl.searchParams.get('paymentKey')).toMatch(/^sim_/)
    const fail = await gateway.turnBack(paymentWindow())
    expect(fail.href).toMatch(/^http:\/\/localhost:3000\/no\?code=PAY_PROCESS_CANCELED&message=/)
  })
})

test('serves receipts by payment key', async () => {
  const { body } = await confirm(await makePayment())
  const { url } = body['receipt'] as { url: string }
  expect(await (await fetch(url)).text()).toMatch(/카드 매출전표.*9,000원.*900원.*9,900원/s)
  expect((await fetch(`${gateway.origin}/receipt/nobody`)).status).toBe(404)
})

test('arms, lists and disarms faults over HTTP', async () => {
  const arm = (body: object) => send('/faults', body)
  expect(await arm({ call: 'confirm', kind: 'error_500', times: 2 })).toMatchObject({ status: 201 })
  expect(await arm({ kind: 'duplicate_webhooks' })).toMatchObject({ status: 201 })
  expect(await send('/faults')).toMatchObject({ body: { length: 3 } })
  expect(await confirm(await makePayment())).toMatchObject({ status: 500 })
  expect(await arm({ call: 'everything', kind: 'error_500' })).toMatchObject({ status: 400 })
  await fetch(`${gateway.origin}/faults`, { method: 'DELETE' })
  expect(await send('/faults')).toEqual({ status: 200, body: [] })
})

test('has distinct test card numbers with valid check digits', () => {
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
  for (const { number } of testCards) expect(isCardNumber(number)).toBe(true)
  for (const { number } of testCards)
    expect(isCardNumber(number.replace(/.$/, (d) => String((Number(d) + 1) % 10)))).toBe(false)
})
