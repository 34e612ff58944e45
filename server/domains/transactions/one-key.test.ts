import { agreed, makeSold } from '#test/money.ts'
import { openReal } from '#test/money/real.ts'
import { openShop, type Shop } from '#test/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from './confirm-payment.ts'
import { orderEpisode } from './order-episode.ts'
import type { MoneyParts } from './parts.ts'
import { refund } from './refund.ts'
import { settleOrderJob } from './settle-order.ts'
import { settleRefundJob } from './settle-refund.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop?.close())

/** The house, with the keys that it gave the gateway. */
function heard(): { parts: MoneyParts; keys: string[] } {
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
  const real = await openReal(shop, [])
  const episode_id = await makeSold(shop)
  const item = { episode_id, ownership_type_id: 3, payment_method: 'card', ...agreed } as const
  const { order, window } = await orderEpisode(shop.parts, real.payer(), item)
  if (!window) throw new Error('A card is paid with in a window')
  const agreement = await shop.gateway.pay(window)
  const [row] = await real.rows<{ id: number }>('select id from orders where wallet_id = $1')
  const { id = 0 } = row ?? {}

  const paying = heard()
  faults.add({ call: 'confirm', kind: 'drop_connection' }, 3)
  await confirmPayment(paying.parts, real.payer(), agreement)
  await settleOrderJob(paying.parts, id).catch(() => {})
  await settleOrderJob(paying.parts, id).catch(() => {})
  await settleOrderJob(paying.parts, id)
  expect(paying.keys).toHaveLength(4)
  expect(new Set(paying.keys).size).toBe(1)

  const returning = heard()
  faults.add({ call: 'cancel', kind: 'drop_connection' }, 2)
  await refund(returning.parts, real.payer(), { order_id: order.order_id })
  const [reserved] = await real.rows<{ id: number }>('select id from refunds where wallet_id = $1')
  await settleRefundJob(returning.parts, reserved?.id ?? 0).catch(() => {})
  await settleRefundJob(returning.parts, reserved?.id ?? 0)
  expect(returning.keys).toHaveLength(3)
  expect(new Set(returning.keys).size).toBe(1)
  expect(returning.keys[0]).not.toBe(paying.keys[0])
})
