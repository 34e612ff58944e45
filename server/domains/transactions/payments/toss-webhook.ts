import * as z from 'zod/mini'
import { OrderId } from '#contract/transactions/transactions.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { findUnknownOrder } from '../orders/order-queries.ts'
import { handleBillingKeyDeleted } from '../subscriptions/cards/billing-cards.ts'
import { enqueuePaymentProcessing } from './process-payment.ts'

const PaymentHint = z.object({ orderId: OrderId })
const CardHint = z.object({ billingKey: z.string().check(z.maxLength(300)) })

/**
 * Handles a Toss webhook. Webhooks are not authenticated, so their content is only a hint: an order of unknown outcome is
 * read from the gateway at once. A `confirming` order is skipped: a request and a job already process it.
 */
export async function handleTossWebhook(
  deps: PaymentDependencies,
  body: { eventType: string; data: Record<string, unknown> },
): Promise<void> {
  const deleted = CardHint.safeParse(body.data)
  if (body.eventType === 'BILLING_DELETED' && deleted.success)
    return handleBillingKeyDeleted(deps, deleted.data.billingKey)
  const hint = PaymentHint.safeParse(body.data)
  if (body.eventType !== 'PAYMENT_STATUS_CHANGED' || !hint.success) return
  const order = await findUnknownOrder(deps.db, hint.data.orderId)
  if (order) await deps.transact((tx) => enqueuePaymentProcessing(tx, order.id))
}
