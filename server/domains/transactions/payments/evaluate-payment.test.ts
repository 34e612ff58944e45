import type { Payment } from '#server/adapters/payments/index.ts'
import { expect, test } from 'vitest'
import { evaluatePayment } from './evaluate-payment.ts'

const order = {
  order_id: 'order-of-ours',
  amount: 9_900,
  currency: 'KRW',
  kind: 'episode',
} as const
const merchant = { merchant_id: 'hanpyeon' }
const payment: Payment = {
  payment_key: 'key',
  order_id: 'order-of-ours',
  merchant_id: 'hanpyeon',
  type: 'NORMAL',
  currency: 'KRW',
  status: 'DONE',
  total_amount: 9_900,
  balance_amount: 9_900,
  requested_at: '',
  approved_at: '2026-05-01T12:00:00Z',
  card: null,
  receipt_url: null,
  failure: null,
  cancels: [],
}

test('accepts DONE only with the order, amount, currency, merchant and payment type of the order', () => {
  expect(evaluatePayment(order, payment, merchant)).toEqual({ status: 'paid', payment })
  expect(evaluatePayment(order, { ...payment, order_id: 'another' }, merchant)).toEqual({
    status: 'failed',
    code: 'PAYMENT_MISMATCH',
  })
  const mismatches: Partial<Payment>[] = [
    { total_amount: 9_899 },
    { total_amount: 9_901 },
    { currency: 'USD' },
    { merchant_id: 'another-merchant' },
    { type: 'BILLING' },
    { type: 'BRANDPAY' },
  ]
  for (const mismatch of mismatches)
    expect(evaluatePayment(order, { ...payment, ...mismatch }, merchant)).toEqual({
      status: 'failed',
      code: 'PAYMENT_MISMATCH',
      unmatched: { ...payment, ...mismatch },
    })
  const charge = { ...order, kind: 'subscription' } as const
  expect(evaluatePayment(charge, payment, merchant).status).toBe('failed')
  expect(evaluatePayment(charge, { ...payment, type: 'BILLING' }, merchant).status).toBe('paid')
})

test.each([
  ['READY', 'unknown'],
  ['IN_PROGRESS', 'unknown'],
  ['ABORTED', 'failed'],
  ['EXPIRED', 'failed'],
  ['CANCELED', 'failed'],
] as const)('evaluates %s as %s', (status, expected) => {
  expect(evaluatePayment(order, { ...payment, status }, merchant)).toEqual(
    expected === 'failed'
      ? { status: expected, code: status }
      : { status: expected, reason: status },
  )
})

test('fails an order whose payment was cancelled in part, so that the rest is cancelled too', () => {
  const partly = { ...payment, status: 'PARTIAL_CANCELED', balance_amount: 4_900 } as const
  expect(evaluatePayment(order, partly, merchant)).toEqual({
    status: 'failed',
    code: 'PARTIAL_CANCELED',
    unmatched: partly,
  })
})

test('returns the failure code of a failed payment', () => {
  const failure = { code: 'REJECT_CARD_PAYMENT', message: '' }
  expect(evaluatePayment(order, { ...payment, status: 'ABORTED', failure }, merchant)).toEqual({
    status: 'failed',
    code: 'REJECT_CARD_PAYMENT',
  })
})
