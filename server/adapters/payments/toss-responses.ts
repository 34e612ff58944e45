import {
  type BillingKey,
  type Payment,
  paymentStatuses,
  type Transaction,
} from './payment-gateway.ts'
import * as z from 'zod/mini'

// What Toss Payments answers (version 2022-11-16), as far as we read it: fields that we do not know are ignored. A field
// that is missing or of another type makes the whole answer unreadable, and the verdict unknown.

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
    method: z.nullish(z.string()),
    suppliedAmount: z.nullish(amount),
    vat: z.nullish(amount),
    card: z.nullish(
      z.object({
        issuerCode: z.nullish(z.string()),
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
    supplied_amount: payment.suppliedAmount ?? null,
    vat: payment.vat ?? null,
    requested_at: payment.requestedAt,
    approved_at: payment.approvedAt ?? null,
    method: payment.method ?? null,
    card: payment.card
      ? {
          issuer_code: payment.card.issuerCode ?? null,
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

const kinds: Readonly<Record<string, Transaction['kind']>> = {
  DONE: 'payment',
  CANCELED: 'cancel',
  PARTIAL_CANCELED: 'cancel',
}

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
    z.transform((booked): Transaction => ({
      transaction_key: booked.transactionKey,
      payment_key: booked.paymentKey,
      order_id: booked.orderId,
      merchant_id: booked.mId,
      kind: kinds[booked.status] ?? 'other',
      currency: booked.currency,
      // Its documentation shows no cancel: one that came with a minus would be the same cancel.
      amount: Math.abs(booked.amount),
      transaction_at: booked.transactionAt,
    })),
  ),
)

/** Whatever was removed: only that it is JSON matters. */
export const DeletedResponse = z.pipe(
  z.unknown(),
  z.transform(() => null),
)

export const TossErrorResponse = z.object({ code: text, message: z.string() })
