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

type Answer = { status: number; body: Record<string, unknown> & { code?: string } }

/** Calls the gateway as the product would, with whatever headers. */
async function ask(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  method = body ? 'POST' : 'GET',
): Promise<Answer> {
  const response = await fetch(gateway.origin + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${simulatorCredentials.secret_key}:`).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const cardWindow = () => ({
  ...{ client_key: simulatorCredentials.client_key, script_url: gateway.script_url },
  customer_key: 'member-1',
  success_url: 'http://localhost:3000/ok?a=1',
  fail_url: 'http://localhost:3000/no',
})
const payWindow = () => ({
  ...{ ...cardWindow(), order_id: randomUUID() },
  ...{ amount: 9_900, order_name: '<b>달빛</b> & "편의점"' },
})
/** The address of a window that was opened with something else. */
const addressOf = (query: Record<string, string> = {}, kind = 'pay') => {
  const url = windowUrl(kind === 'pay' ? payWindow() : cardWindow())
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
/** A payment that waits to be confirmed, as `confirm` takes it. */
async function agreed(card?: string) {
  const { payment_key, order_id, amount } = await gateway.pay(payWindow(), card)
  return { paymentKey: payment_key, orderId: order_id, amount }
}
const confirm = (order: object, headers?: Record<string, string>) =>
  ask('/v1/payments/confirm', order, headers)

describe('Idempotency-Key', () => {
  test('answers as it answered before, whatever the body, for 15 days', async () => {
    const [one, other] = [await agreed(), await agreed()]
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

  test('goes by the address as well', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { body } = await confirm(await agreed(), headers)
    const path = `/v1/payments/${String(body['paymentKey'])}/cancel`
    expect(await ask(path, { cancelReason: '환불' }, headers)).toMatchObject({
      body: { status: 'CANCELED' },
    })
  })

  test('while the first is under way, the second is a 409', async () => {
    const order = await agreed()
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

  test('takes 300 characters', async () => {
    const order = await agreed()
    const tooLong = { 'idempotency-key': 'k'.repeat(301) }
    expect(await confirm(order, tooLong)).toMatchObject({
      body: { code: 'INVALID_IDEMPOTENCY_KEY' },
    })
    expect(await confirm(order, { 'idempotency-key': 'k'.repeat(300) })).toMatchObject({
      status: 200,
    })
  })
})

test('a declined payment is over: it is not tried again with another attempt', async () => {
  const order = await agreed('REJECT_CARD_COMPANY')
  expect(await confirm(order)).toMatchObject({ status: 403, body: { code: 'REJECT_CARD_COMPANY' } })
  expect(await confirm(order)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND_PAYMENT_SESSION' },
  })
})

test('what differs from what was agreed to is not confirmed', async () => {
  const order = await agreed()
  const wrong = { status: 400, body: { code: 'INVALID_REQUEST' } }
  expect(await confirm({ ...order, amount: 1 })).toMatchObject(wrong)
  expect(await confirm({ ...order, orderId: randomUUID() })).toMatchObject(wrong)
  expect(await confirm({ ...order, amount: '9900' })).toMatchObject(wrong)
  expect(await confirm(order)).toMatchObject({ status: 200 })
})

test('one order is paid once, though its window was opened twice', async () => {
  const window = payWindow()
  const tabs = [await gateway.pay(window), await gateway.pay(window)]
  const asked = tabs.map(({ payment_key, order_id, amount }) => ({
    ...{ paymentKey: payment_key, orderId: order_id, amount },
  }))
  expect(await confirm(asked[0] ?? {})).toMatchObject({ status: 200 })
  expect(await confirm(asked[1] ?? {})).toMatchObject({ body: { code: 'DUPLICATED_ORDER_ID' } })
  const read = await ask(`/v1/payments/orders/${tabs[0]?.order_id}`)
  expect(read.body).toMatchObject({ paymentKey: tabs[0]?.payment_key, status: 'DONE' })
  await expect(gateway.pay(window)).rejects.toThrow('DUPLICATED_ORDER_ID')
})

test('keys: none, a wrong one, and the code that a header asks for', async () => {
  const path = '/v1/payments/orders/some-order'
  const anonymous = await fetch(gateway.origin + path)
  expect([anonymous.status, await anonymous.json()]).toMatchObject([
    401,
    { code: 'UNAUTHORIZED_KEY' },
  ])
  const wrong = { authorization: `Basic ${btoa('test_sk_other:')}` }
  expect(await ask(path, undefined, wrong)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_API_KEY' },
  })
  const forced = { 'tosspayments-test-code': 'INVALID_CARD_LOST_OR_STOLEN' }
  expect(await confirm(await agreed(), forced)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_CARD_LOST_OR_STOLEN', message: '분실 혹은 도난 카드입니다.' },
  })
})

describe('webhooks', () => {
  type Event = { eventType: string; data: { orderId: string; status: string; billingKey?: string } }
  let heard: Event[] = []
  let answers: number[] = []
  beforeAll(async () => {
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        heard.push(JSON.parse(text) as Event)
        response.writeHead(answers.shift() ?? 200).end()
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    await gateway.deliver()
    gateway.tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return () => void server.close()
  })
  afterEach(async () => {
    gateway.faults.clear()
    answers = []
    await gateway.deliver()
    heard = []
  })
  const statuses = () => heard.map(({ data }) => data.status)

  test('tell of each change of a payment, as it was then', async () => {
    const order = await agreed()
    await confirm(order)
    const path = `/v1/payments/${order.paymentKey}/cancel`
    await ask(path, { cancelReason: '환불', cancelAmount: 900 })
    await ask(path, { cancelReason: '환불' })
    expect(await gateway.deliver()).toBe(3)
    expect(statuses()).toEqual(['DONE', 'PARTIAL_CANCELED', 'CANCELED'])
    expect(heard[0]).toMatchObject({
      eventType: 'PAYMENT_STATUS_CHANGED',
      data: { orderId: order.orderId },
    })
    expect(await gateway.deliver()).toBe(0)
  })

  test('are sent again after 1, 4, 16 … minutes, and then no more', async () => {
    await confirm(await agreed())
    answers = Array.from({ length: 8 }, () => 500)
    await gateway.deliver()
    for (const [index, wait] of retryMinutes.entries()) {
      now += wait * minutes - 1_000
      await gateway.deliver()
      expect(heard).toHaveLength(index + 1)
      now += 1_000
      await gateway.deliver()
      expect(heard).toHaveLength(index + 2)
    }
    expect(gateway.waiting).toBe(0)
  })

  test('come twice, and in disorder, when they are asked to', async () => {
    gateway.faults.add({ kind: 'duplicate_webhooks' })
    gateway.faults.add({ kind: 'disordered_webhooks' }, 3)
    const order = await agreed()
    await confirm(order)
    expect(await gateway.deliver()).toBe(0)
    await ask(`/v1/payments/${order.paymentKey}/cancel`, { cancelReason: '환불' })
    await gateway.deliver()
    expect(statuses()).toEqual(['CANCELED', 'DONE', 'DONE'])
  })

  test('tell of a card that was forgotten, and of no charge of one', async () => {
    const { auth_key, customer_key } = await gateway.register(cardWindow())
    const { body } = await ask('/v1/billing/authorizations/issue', {
      ...{ authKey: auth_key, customerKey: customer_key },
    })
    const path = `/v1/billing/${String(body['billingKey'])}`
    const charge = {
      customerKey: customer_key,
      amount: 9_900,
      orderId: randomUUID(),
      orderName: '이용권',
    }
    expect(await ask(path, charge)).toMatchObject({ status: 200 })
    expect(await ask(path, undefined, {}, 'DELETE')).toMatchObject({ status: 200 })
    await gateway.deliver()
    expect(heard).toMatchObject([
      { eventType: 'BILLING_DELETED', data: { billingKey: body['billingKey'] } },
    ])
  })

  test('outlive a restart', async () => {
    await confirm(await agreed())
    await gateway.restart()
    expect(await gateway.deliver()).toBe(1)
    expect(statuses()).toEqual(['DONE'])
  })
})

test('a restart keeps payments, answers to attempts, registered cards, and who agreed to what', async () => {
  const [waiting, order] = [await agreed(), await agreed()]
  const headers = { 'idempotency-key': randomUUID() }
  const paid = await confirm(order, headers)
  const card = await gateway.register(cardWindow())
  await gateway.restart()
  expect(await ask(`/v1/payments/orders/${order.orderId}`)).toEqual(paid)
  expect(await confirm(order, headers)).toEqual(paid)
  expect(await confirm(waiting)).toMatchObject({ status: 200, body: { status: 'DONE' } })
  const asked = { authKey: card.auth_key, customerKey: card.customer_key }
  const issued = await ask('/v1/billing/authorizations/issue', asked)
  await gateway.restart()
  const charge = {
    customerKey: card.customer_key,
    amount: 9_900,
    orderId: randomUUID(),
    orderName: '이용권',
  }
  expect(await ask(`/v1/billing/${String(issued.body['billingKey'])}`, charge)).toMatchObject({
    status: 200,
  })
})

test('a line that was cut off by a kill is passed over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-books-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'deep', 'store.jsonl')
  const books = openGatewayStore(file)
  const answer = { status: 200, body: {}, at: '' }
  books.answer.put('one', answer)
  books.answer.put('two', answer)
  books.answer.remove('one')
  books.close()
  appendFileSync(file, '{"kind":"answer","id":"three","val')
  const again = openGatewayStore(file)
  expect([...again.answer.entries()]).toEqual([['two', answer]])
  again.answer.put('four', answer)
  again.close()
  const last = openGatewayStore(file)
  onTestFinished(() => last.close())
  expect([...last.answer.entries()].map(([id]) => id)).toEqual(['two', 'four'])
})

describe('the windows', () => {
  const open = (query?: Record<string, string>, kind?: string) => fetch(addressOf(query, kind))
  const submit = (form: Record<string, string>, kind?: string) =>
    fetch(addressOf({}, kind), {
      method: 'POST',
      body: new URLSearchParams({
        action: 'go',
        card_number: testCard('approve').number,
        expiry: '12/30',
        ...form,
      }),
      redirect: 'manual',
    })

  test('show what is paid for, as text', async () => {
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
  ])('do not open with %o', async (query) => {
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
  ])('say what is wrong with %o, and keep what was typed', async (form, words) => {
    const response = await submit(form)
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(words)
    for (const value of Object.values(form)) expect(html).toContain(`value="${value}"`)
    expect((await submit(form, 'card')).status).toBe(422)
  })

  test('lead back with what they were opened with kept', async () => {
    const back = new URL((await submit({ expiry: '05/26' })).headers.get('location') ?? '')
    expect(back.searchParams.get('a')).toBe('1')
    expect(back.searchParams.get('paymentKey')).toMatch(/^sim_/)
    const left = await gateway.turnBack(payWindow())
    expect(left.href).toMatch(/^http:\/\/localhost:3000\/no\?code=PAY_PROCESS_CANCELED&message=/)
  })
})

test('a receipt is there for who has its address', async () => {
  const { body } = await confirm(await agreed())
  const { url } = body['receipt'] as { url: string }
  expect(await (await fetch(url)).text()).toMatch(/카드 매출전표.*9,000원.*900원.*9,900원/s)
  expect((await fetch(`${gateway.origin}/receipt/nobody`)).status).toBe(404)
})

test('faults are armed, listed and disarmed over the line', async () => {
  const arm = (body: object) => ask('/faults', body)
  expect(await arm({ call: 'confirm', kind: 'error_500', times: 2 })).toMatchObject({ status: 201 })
  expect(await arm({ kind: 'duplicate_webhooks' })).toMatchObject({ status: 201 })
  expect(await ask('/faults')).toMatchObject({ body: { length: 3 } })
  expect(await confirm(await agreed())).toMatchObject({ status: 500 })
  expect(await arm({ call: 'everything', kind: 'error_500' })).toMatchObject({ status: 400 })
  await fetch(`${gateway.origin}/faults`, { method: 'DELETE' })
  expect(await ask('/faults')).toEqual({ status: 200, body: [] })
})

test('each test card has a number of its own that holds', () => {
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
  for (const { number } of testCards) expect(isCardNumber(number)).toBe(true)
  for (const { number } of testCards)
    expect(isCardNumber(number.replace(/.$/, (d) => String((Number(d) + 1) % 10)))).toBe(false)
})
