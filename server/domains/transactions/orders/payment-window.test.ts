import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import { expect, it } from 'vitest'
import {
  isPaymentWindowExpired,
  isPaymentWindowUsable,
  requirePaymentGateway,
  paymentWindowExpiry,
  paymentWindowFor,
} from './payment-window.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const minute = 60_000
const ending = (ms: number) => ({ payment_expires_at: new Date(now.getTime() + ms).toISOString() })
const none = { payment_expires_at: null }

it('expires a window after 30 minutes', () => {
  expect(paymentWindowExpiry(now).toISOString()).toBe('2026-05-01T12:30:00.000Z')
})

it('reuses a window while more than five minutes are left', () => {
  expect(isPaymentWindowUsable(ending(5 * minute + 1), now)).toBe(true)
  expect(isPaymentWindowUsable(ending(5 * minute), now)).toBe(false)
  expect(isPaymentWindowUsable(none, now)).toBe(false)
})

it('treats a window as expired from its expiry time', () => {
  expect(isPaymentWindowExpired(ending(0), now)).toBe(true)
  expect(isPaymentWindowExpired(ending(1), now)).toBe(false)
  expect(isPaymentWindowExpired(none, now)).toBe(false)
})

it('throws service_unavailable without a gateway', () => {
  const payments = (isEnabled: boolean) => ({ payments: { isEnabled } as PaymentGateway })
  expect(() => requirePaymentGateway(payments(false))).toThrow(/^service_unavailable$/)
  expect(() => requirePaymentGateway(payments(true))).not.toThrow()
})

it('builds the parameters of the window of an order', () => {
  const payments = { paymentWindow: (request: unknown) => request } as unknown as PaymentGateway
  const order = { order_id: 'order-1', amount: 1_500, title: '1화' }
  const site_url = 'https://hanpyeon.example'
  expect(paymentWindowFor({ payments, site_url }, order, { customer_key: 'customer' })).toEqual({
    order_id: 'order-1',
    amount: 1_500,
    customer_key: 'customer',
    order_name: '1화',
    success_url: 'https://hanpyeon.example/payments/success',
    fail_url: 'https://hanpyeon.example/payments/fail',
  })
})
