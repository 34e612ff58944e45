import { givenConsents, makePaidEpisode } from '#test/fixtures/payments.ts'
import { openSystemUnderTest } from '#test/payments-model/system-under-test.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '../payments/confirm-payment.ts'
import { orderEpisode } from './order-episode.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { processPaymentJob } from '../payments/process-payment.ts'
import { processRefundJob } from '../refunds/refund-order.ts'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterAll(() => app?.close())

/** Wraps the gateway of the test app to record the Idempotency-Keys that it receives. */
function recordKeys(): { deps: PaymentDependencies; keys: string[] } {
  const { payments } = app.parts
  const keys: string[] = []
  return {
    keys,
    deps: {
      ...app.parts,
      payments: {
        ...payments,
        confirm: (order, key) => (keys.push(key), payments.confirm(order, key)),
        cancel: (request, key) => (keys.push(key), payments.cancel(request, key)),
      },
    },
  }
}

// The gateway recognizes a repeated request only by its key.
test('reuses the keys of a payment and of its refund until a response arrives', async () => {
  const { faults } = app.gateway
  const system = await openSystemUnderTest(app, [])
  const episode_id = await makePaidEpisode(app)
  const item = {
    episode_id,
    ownership_type_id: 3,
    payment_method: 'card',
    ...givenConsents,
  } as const
  const { order, payment_window: window } = await orderEpisode(app.parts, system.payer(), item)
  if (!window) throw new Error('A card order has no payment window')
  const agreement = await app.gateway.pay(window)
  const [row] = await system.rows<{ id: number }>('select id from orders where wallet_id = $1')
  const { id = 0 } = row ?? {}

  const payment = recordKeys()
  faults.add({ call: 'confirm', kind: 'drop_connection' }, 3)
  await confirmPayment(payment.deps, system.payer(), agreement)
  await processPaymentJob(payment.deps, id).catch(() => {})
  await processPaymentJob(payment.deps, id).catch(() => {})
  await processPaymentJob(payment.deps, id)
  expect(payment.keys).toHaveLength(4)
  expect(new Set(payment.keys).size).toBe(1)

  const refund = recordKeys()
  faults.add({ call: 'cancel', kind: 'drop_connection' }, 2)
  await requestRefund(refund.deps, system.payer(), { order_id: order.order_id })
  const [reserved] = await system.rows<{ id: number }>(
    'select id from refunds where wallet_id = $1',
  )
  await processRefundJob(refund.deps, reserved?.id ?? 0).catch(() => {})
  await processRefundJob(refund.deps, reserved?.id ?? 0)
  expect(refund.keys).toHaveLength(3)
  expect(new Set(refund.keys).size).toBe(1)
  expect(refund.keys[0]).not.toBe(payment.keys[0])
})
