import { simulatorCredentials } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createPaymentGateway, type PaymentWindowOrder } from '#server/adapters/payments/index.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openTestGateway } from './payment-gateway.ts'

/** The port to payments at a gateway of its own, by a clock of its own, and what its customers do there. */
export async function openTestPaymentGateway(start: string) {
  let instant = Date.parse(start)
  const clock = {
    now: () => new Date(instant),
    advance: (ms: number) => void (instant += ms),
  }
  const gateway = await openTestGateway(clock)
  const log = createLogger('silent', 'test')
  const to = { ...simulatorCredentials, base_url: gateway.origin, script_url: gateway.script_url }
  const payments = createPaymentGateway({ ...to, patience: 10_000 }, log)

  const orderOf = (more: Partial<PaymentWindowOrder> = {}): PaymentWindowOrder => ({
    order_id: randomUUID(),
    amount: 9_900,
    order_name: '달빛 아래 편의점 1화',
    customer_key: 'member-1',
    success_url: 'http://localhost:3000/payments/success?from=here',
    fail_url: 'http://localhost:3000/payments/fail',
    ...more,
  })
  /** An order that its customer has agreed to in the window. */
  const agreed = (card?: string, more?: Partial<PaymentWindowOrder>) =>
    gateway.pay(payments.paymentWindow(orderOf(more)), card)
  return {
    ...{ clock, gateway, payments, log, orderOf, agreed },
    /** The same, giving up after `patience` ms, for what is about giving up. */
    hasty: (patience: number) => createPaymentGateway({ ...to, patience }, log),
    async paid(more?: Partial<PaymentWindowOrder>) {
      const order = await agreed('approve', more)
      expect(await payments.confirm(order, randomUUID())).toMatchObject({ fate: 'done' })
      return order
    },
    /** Whoever gave up early may be quicker than the gateway was. */
    expectPaid: ({ order_id }: { order_id: string }) =>
      expect
        .poll(() => payments.getPaymentByOrder(order_id))
        .toMatchObject({ fate: 'done', answer: { status: 'DONE' } }),
    /** A card that its customer has registered. */
    async registered(card = 'approve') {
      const window = payments.billingAuthWindow({
        customer_key: 'member-1',
        success_url: 'http://localhost:3000/cards',
        fail_url: 'http://localhost:3000/cards',
      })
      const auth = await gateway.register(window, card)
      const verdict = await payments.issueBillingKey(auth, randomUUID())
      if (verdict.fate !== 'done') throw new Error(verdict.fate)
      return verdict.answer
    },
  }
}
