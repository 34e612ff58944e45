import { createLogger } from '#server/shared/logger.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPaymentGateway } from './index.ts'

const done = {
  mId: 'shop',
  paymentKey: 'p',
  orderId: 'order-1',
  type: 'NORMAL',
  currency: 'KRW',
  status: 'DONE',
  totalAmount: 1_000,
  balanceAmount: 1_000,
  requestedAt: '2026-03-31T21:00:00+09:00',
}
const decline = {
  code: 'REJECT_CARD_PAYMENT',
  message: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.',
}

/** Confirms an order at a gateway with this response. */
async function confirmAt(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const gateway = {
    base_url,
    secret_key: 's',
    client_key: 'c',
    script_url: '',
    merchant_id: 'shop',
    timeout_ms: 5_000,
  }
  return createPaymentGateway(gateway, createLogger('silent', 'test')).confirm(
    { payment_key: 'p', order_id: 'order-1', amount: 1_000 },
    'attempt-1',
  )
}

test('ignores unknown fields and reads missing optional fields as null', async () => {
  expect(await confirmAt(200, JSON.stringify({ ...done, tomorrow: { a: 1 }, card: null }))).toEqual(
    {
      status: 'done',
      response: {
        merchant_id: 'shop',
        payment_key: 'p',
        order_id: 'order-1',
        type: 'NORMAL',
        currency: 'KRW',
        status: 'DONE',
        total_amount: 1_000,
        balance_amount: 1_000,
        requested_at: '2026-03-31T21:00:00+09:00',
        approved_at: null,
        card: null,
        receipt_url: null,
        failure: null,
        cancels: [],
      },
    },
  )
})

test.each<[string, number, string, Record<string, string>?]>([
  ['half an answer', 200, JSON.stringify(done).slice(0, 80)],
  ['nothing', 200, ''],
  ['a page', 200, '<!doctype html><h1>점검 중이에요</h1>'],
  ['an amount in words', 200, JSON.stringify({ ...done, totalAmount: '1000' })],
  ['a status of tomorrow', 200, JSON.stringify({ ...done, status: 'PONDERING' })],
  ['no order', 200, JSON.stringify({ ...done, orderId: undefined })],
  [
    'a cancel without its amount',
    200,
    JSON.stringify({ ...done, cancels: [{ transactionKey: 't' }] }),
  ],
  ['no end', 200, ' '.repeat(17 * 2 ** 20)],
  ['another address', 307, '', { location: 'http://127.0.0.1:9/' }],
  ['a decline that is a failure of theirs', 500, JSON.stringify(decline)],
  ['a decline of too many at once', 429, JSON.stringify(decline)],
  ['a decline while another attempt runs', 409, JSON.stringify(decline)],
  ['an error without a code', 400, JSON.stringify({ message: '오류' })],
  ['an error that is a page', 403, '<html>403</html>'],
  ['a code in another case', 403, JSON.stringify({ ...decline, code: 'reject_card_payment' })],
])('%s is unknown', async (_name, status, body, headers) => {
  expect(await confirmAt(status, body, headers)).toMatchObject({ status: 'unknown' })
})

test('returns a decline as refused', async () => {
  expect(await confirmAt(403, JSON.stringify({ ...decline, data: null }))).toEqual({
    status: 'refused',
    ...decline,
  })
})
