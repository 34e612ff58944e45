import * as z from 'zod/mini'
import { OrderId } from '#contract/transactions/transactions.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { enqueuePaymentProcessing } from './process-payment.ts'
import { handleBillingKeyDeleted } from '../subscriptions/cards/billing-cards.ts'

const Hint = z.object({ orderId: OrderId })
const CardHint = z.object({ billingKey: z.string().check(z.maxLength(300)) })

/**
 * A webhook is a hint: anybody may send one. It has an order that waits to be certain looked at sooner, by reading the
 * gateway; what it says itself is believed in nothing. One that is being asked about has its asker, and a job behind him.
 */
export async function handleTossWebhook(
  parts: PaymentDependencies,
  body: { eventType: string; data: Record<string, unknown> },
): Promise<void> {
  const { db, transact } = parts
  const deleted = CardHint.safeParse(body.data)
  if (body.eventType === 'BILLING_DELETED' && deleted.success)
    return handleBillingKeyDeleted(parts, deleted.data.billingKey)
  const hint = Hint.safeParse(body.data)
  if (body.eventType !== 'PAYMENT_STATUS_CHANGED' || !hint.success) return
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_id', '=', hint.data.orderId)
    .where('status', '=', 'unknown')
    .executeTakeFirst()
  if (order) await transact((tx) => enqueuePaymentProcessing(tx, order.id))
}
