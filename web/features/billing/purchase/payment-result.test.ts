import { expect, test } from 'vitest'
import { parseFailureReturn, parseSuccessReturn } from './payment-result.tsx'

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
