import type { Order } from '#contract/transactions/transactions.ts'
import { orderQuery } from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { parseFailureReturn, parseSuccessReturn, PaymentSuccess } from './payment-result.tsx'

const query = (text: string) => new URLSearchParams(text)

test('parses the query of a successful payment', () => {
  expect(parseSuccessReturn(query('paymentKey=pay_1&orderId=order-1&amount=1500'))).toEqual({
    order_id: 'order-1',
    payment_key: 'pay_1',
    amount: 1_500,
  })
})

test.each([
  '',
  'paymentKey=pay_1&orderId=order-1',
  'paymentKey=&orderId=order-1&amount=1500',
  'paymentKey=pay_1&orderId=../../me&amount=1500',
  'paymentKey=pay_1&orderId=order-1&amount=15.5',
  'paymentKey=pay_1&orderId=order-1&amount=-1',
  'paymentKey=pay_1&orderId=order-1&amount=1e999',
  `paymentKey=${'k'.repeat(201)}&orderId=order-1&amount=1500`,
])('rejects the query %j', (text) => {
  expect(parseSuccessReturn(query(text))).toBeNull()
})

test('parses a failure and treats malformed codes as cancellation', () => {
  expect(parseFailureReturn(query('code=REJECT_CARD_COMPANY&orderId=order-1'))).toEqual({
    order_id: 'order-1',
    code: 'REJECT_CARD_COMPANY',
  })
  expect(parseFailureReturn(query('code=%3Cb%3E&orderId=order-1'))?.code).toBe(
    'PAY_PROCESS_CANCELED',
  )
  expect(parseFailureReturn(query('code=PAY_PROCESS_CANCELED'))).toBeNull()
})

const order = {
  order_id: 'order-1',
  kind: 'episode',
  status: 'failed',
  title: '종이 도시 2화 대여',
  amount: 500,
  payment_method: 'card',
  ownership_type_id: 2,
  episode: { id: 7, series: { id: 3 } },
  points: null,
  failure: { code: 'INVALID_STOPPED_CARD', detail: '사용이 정지된 카드예요.' },
  receipt: null,
} as Order

/** The links of the result page of an order, with the first class that tells primary from secondary and plain ones. */
function renderLinks(data: Order) {
  memberQueryClient.setQueryData(orderQuery(data.order_id).queryKey, data)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={memberQueryClient}>
        <PaymentSuccess returned={{ order_id: data.order_id, payment_key: 'k', amount: 500 }} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return [...html.matchAll(/<a class="([^"]*)"[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, classes = '', href, text]) => [
      text,
      href,
      classes.includes('bg-accent') ? 'primary' : classes.includes('button') ? 'secondary' : 'link',
    ],
  )
}

test('a declined card leads back to the sheet, first with a card, then with points', () => {
  expect(renderLinks(order)).toEqual([
    ['다시 결제하기', '/video/7?buy=2&amp;with=card', 'primary'],
    ['다른 방법으로 결제하기', '/video/7?buy=2&amp;with=point', 'secondary'],
    ['결제 내역 보기', '/mypage/payments', 'link'],
  ])
})

test('a declined top-up, which only a card pays, has no other means', () => {
  const topUp: Order = { ...order, kind: 'points', episode: null, ownership_type_id: null }
  expect(renderLinks(topUp).map(([text, , look]) => [text, look])).toEqual([
    ['다시 결제하기', 'primary'],
    ['결제 내역 보기', 'link'],
  ])
})

test('an order that another one replaced cannot be paid again', () => {
  const replaced = { ...order, failure: { code: 'ORDER_REPLACED', detail: '' } }
  expect(renderLinks(replaced).map(([text]) => text)).toEqual(['돌아가기', '결제 내역 보기'])
})
