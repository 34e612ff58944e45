import { simulatorCredentials } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createPaymentGateway, type PaymentWindowOrder } from '#server/adapters/payments/index.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openTestGateway } from './payment-gateway.ts'

/** Opens a payment gateway with its own clock, our adapter for it, and helpers that act as customers. */
export async function openTestPaymentGateway(start: string) {
  let instant = Date.parse(start)
  const clock = {
    now: () => new Date(instant),
    advance: (ms: number) => void (instant += ms),
  }
  const gateway = await openTestGateway(clock)
  const log = createLogger('silent', 'test')
  const credentials = {
    ...simulatorCredentials,
    base_url: gateway.origin,
    script_url: gateway.script_url,
  }
  const payments = createPaymentGateway({ ...credentials, timeout_ms: 10_000 }, log)

  const orderOf = (more: Partial<PaymentWindowOrder> = {}): PaymentWindowOrder => ({
    order_id: randomUUID(),
    amount: 9_900,
    order_name: '달빛 아래 편의점 1화',
    customer_key: 'member-1',
    success_url: 'http://localhost:3000/payments/success?from=here',
    fail_url: 'http://localhost:3000/payments/fail',
    ...more,
  })
  /** Creates an order whose payment is authenticated in the window. */
  const agreedOrder = (card?: string, more?: Partial<PaymentWindowOrder>) =>
    gateway.pay(payments.paymentWindow(orderOf(more)), card)
  return {
    clock,
    gateway,
    payments,
    log,
    orderOf,
    agreed: agreedOrder,
    /** The same adapter with a timeout of `timeout_ms` ms, for tests of timeouts. */
    hasty: (timeout_ms: number) => createPaymentGateway({ ...credentials, timeout_ms }, log),
    async paid(more?: Partial<PaymentWindowOrder>) {
      const order = await agreedOrder('approve', more)
      expect(await payments.confirm(order, randomUUID())).toMatchObject({ status: 'done' })
      return order
    },
    /** Polls, because a client that timed out may ask before the gateway has finished. */
    expectPaid: ({ order_id }: { order_id: string }) =>
      expect
        .poll(() => payments.getPaymentByOrder(order_id))
        .toMatchObject({ status: 'done', response: { status: 'DONE' } }),
    /** Issues a billing key for a registered card. */
    async registered(card = 'approve') {
      const window = payments.billingAuthWindow({
        customer_key: 'member-1',
        success_url: 'http://localhost:3000/cards',
        fail_url: 'http://localhost:3000/cards',
      })
      const auth = await gateway.register(window, card)
      const result = await payments.issueBillingKey(auth, randomUUID())
      if (result.status !== 'done') throw new Error(result.status)
      return result.response
    },
  }
}
