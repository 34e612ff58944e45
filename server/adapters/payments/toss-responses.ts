import {
  type BillingKey,
  type Payment,
  paymentStatuses,
  type Transaction,
} from './payment-gateway.ts'
import * as z from 'zod/mini'

// Responses of Toss Payments (version 2022-11-16), limited to the fields in use. Unknown fields are ignored. A missing
// field or one of another type makes the whole answer unreadable and the result unknown.

const text = z.string().check(z.minLength(1))
const amount = z.number()

const Cancel = z.pipe(
  z.object({
    transactionKey: text,
    cancelAmount: amount,
    cancelReason: z.nullish(z.string()),
    canceledAt: text,
  }),
  z.transform((cancel) => ({
    transaction_key: cancel.transactionKey,
    amount: cancel.cancelAmount,
    reason: cancel.cancelReason ?? '',
    canceled_at: cancel.canceledAt,
  })),
)

export const PaymentResponse = z.pipe(
  z.object({
    paymentKey: text,
    orderId: text,
    mId: text,
    type: text,
    currency: text,
    status: z.enum(paymentStatuses),
    totalAmount: amount,
    balanceAmount: amount,
    requestedAt: text,
    approvedAt: z.nullish(text),
    card: z.nullish(
      z.object({
        number: z.string(),
        approveNo: z.nullish(z.string()),
      }),
    ),
    receipt: z.nullish(z.object({ url: z.string() })),
    failure: z.nullish(z.object({ code: z.string(), message: z.string() })),
    cancels: z.nullish(z.array(Cancel)),
  }),
  z.transform((payment): Payment => ({
    payment_key: payment.paymentKey,
    order_id: payment.orderId,
    merchant_id: payment.mId,
    type: payment.type,
    currency: payment.currency,
    status: payment.status,
    total_amount: payment.totalAmount,
    balance_amount: payment.balanceAmount,
    requested_at: payment.requestedAt,
    approved_at: payment.approvedAt ?? null,
    card: payment.card
      ? {
          number: payment.card.number,
          approval_number: payment.card.approveNo ?? null,
        }
      : null,
    receipt_url: payment.receipt?.url ?? null,
    failure: payment.failure
      ? { code: payment.failure.code, message: payment.failure.message }
      : null,
    cancels: payment.cancels ?? [],
  })),
)

export const BillingKeyResponse = z.pipe(
  z.object({
    billingKey: text,
    customerKey: text,
    authenticatedAt: text,
    cardCompany: z.nullish(z.string()),
    cardNumber: z.nullish(z.string()),
    card: z.nullish(z.object({ number: z.string() })),
  }),
  z.transform((billing): BillingKey => ({
    billing_key: billing.billingKey,
    customer_key: billing.customerKey,
    card_company: billing.cardCompany ?? null,
    card_number: billing.cardNumber ?? billing.card?.number ?? '',
    authenticated_at: billing.authenticatedAt,
  })),
)

const kinds = new Map(
  Object.entries<Transaction['kind']>({
    DONE: 'payment',
    CANCELED: 'cancel',
    PARTIAL_CANCELED: 'cancel',
  }),
)

export const TransactionsResponse = z.array(
  z.pipe(
    z.object({
      transactionKey: text,
      paymentKey: text,
      orderId: text,
      mId: text,
      status: text,
      currency: text,
      amount,
      transactionAt: text,
    }),
    z.transform((transaction): Transaction => ({
      transaction_key: transaction.transactionKey,
      payment_key: transaction.paymentKey,
      order_id: transaction.orderId,
      merchant_id: transaction.mId,
      kind: kinds.get(transaction.status) ?? 'other',
      currency: transaction.currency,
      // The documentation shows no example of a cancel; a negative amount would mean the same cancel.
      amount: Math.abs(transaction.amount),
      transaction_at: transaction.transactionAt,
    })),
  ),
)

/** Accepts any JSON value. */
export const DeletedResponse = z.pipe(
  z.unknown(),
  z.transform(() => null),
)

export const TossErrorResponse = z.object({ code: text, message: z.string() })
