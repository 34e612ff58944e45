import { givenConsents, makePaidEpisode } from '#test/fixtures/payments.ts'
import { openSystemUnderTest } from '#test/payments-model/system-under-test.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '../payments/confirm-payment.ts'
import { orderEpisode } from './order-episode.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { processPaymentJob } from '../payments/process-payment.ts'
import { processRefundJob } from '../refunds/process-refund.ts'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterAll(() => shop?.close())

/** The house, with the keys that it gave the gateway. */
function heard(): { parts: PaymentDependencies; keys: string[] } {
  const { payments } = shop.parts
  const keys: string[] = []
  return {
    keys,
    parts: {
      ...shop.parts,
      payments: {
        ...payments,
        confirm: (order, key) => (keys.push(key), payments.confirm(order, key)),
        cancel: (request, key) => (keys.push(key), payments.cancel(request, key)),
      },
    },
  }
}

// P4: the gateway knows that it was asked before by the key alone.
test('keeps the key of a payment, and that of its refund, while no answer arrives', async () => {
  const { faults } = shop.gateway
  const real = await openSystemUnderTest(shop, [])
  const episode_id = await makePaidEpisode(shop)
  const item = {
    episode_id,
    ownership_type_id: 3,
    payment_method: 'card',
    ...givenConsents,
  } as const
  const { order, window } = await orderEpisode(shop.parts, real.payer(), item)
  if (!window) throw new Error('A card is paid with in a window')
  const agreement = await shop.gateway.pay(window)
  const [row] = await real.rows<{ id: number }>('select id from orders where wallet_id = $1')
  const { id = 0 } = row ?? {}

  const paying = heard()
  faults.add({ call: 'confirm', kind: 'drop_connection' }, 3)
  await confirmPayment(paying.parts, real.payer(), agreement)
  await processPaymentJob(paying.parts, id).catch(() => {})
  await processPaymentJob(paying.parts, id).catch(() => {})
  await processPaymentJob(paying.parts, id)
  expect(paying.keys).toHaveLength(4)
  expect(new Set(paying.keys).size).toBe(1)

  const returning = heard()
  faults.add({ call: 'cancel', kind: 'drop_connection' }, 2)
  await requestRefund(returning.parts, real.payer(), { order_id: order.order_id })
  const [reserved] = await real.rows<{ id: number }>('select id from refunds where wallet_id = $1')
  await processRefundJob(returning.parts, reserved?.id ?? 0).catch(() => {})
  await processRefundJob(returning.parts, reserved?.id ?? 0)
  expect(returning.keys).toHaveLength(3)
  expect(new Set(returning.keys).size).toBe(1)
  expect(returning.keys[0]).not.toBe(paying.keys[0])
})
