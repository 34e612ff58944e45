import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { Logger } from '#server/shared/logger.ts'
import { createTossClient } from './toss-request.ts'
import {
  cancelErrorCodes,
  declineCodes,
  notFoundCodes,
  type PaymentGateway,
  invalidAuthKeyCodes,
  type BillingAuthRequest,
  type BillingAuthParams,
  type PaymentWindowParams,
  type PaymentWindowOrder,
} from './payment-gateway.ts'
import {
  BillingKeyResponse,
  PaymentResponse,
  DeletedResponse,
  TransactionsResponse,
} from './toss-responses.ts'

export type TossSettings = {
  base_url: string
  secret_key: string
  /** Both open the gateway's window in the browser. */
  client_key: string
  script_url: string
  merchant_id: string
  /** ms until a call is given up; a charge of a registered card has six times as long. */
  patience: number
}

/** The largest page that the gateway gives. */
const longestPage = 5_000

/**
 * Toss Payments over HTTP, by its documentation (docs.tosspayments.com, version 2022-11-16). Without a `gateway` nothing
 * is sold and nobody is asked.
 */
export function createPaymentGateway(
  gateway: TossSettings | undefined,
  log: Logger,
): PaymentGateway {
  if (!gateway) return closed
  const ask = createTossClient(gateway, log)
  const { patience } = gateway
  const at = encodeURIComponent
  return {
    merchant_id: gateway.merchant_id,
    isEnabled: true,
    paymentWindow: (order) => paymentWindowParams(gateway, order),
    billingAuthWindow: (request) => billingAuthParams(gateway, request),
    confirm: ({ payment_key, order_id, amount }, key) =>
      ask({
        call: 'confirm',
        method: 'POST',
        path: '/v1/payments/confirm',
        body: { paymentKey: payment_key, orderId: order_id, amount },
        answer: PaymentResponse,
        refusals: declineCodes,
        ...{ key, patience },
      }),
    getPayment: (payment_key) =>
      ask({
        call: 'read',
        method: 'GET',
        path: `/v1/payments/${at(payment_key)}`,
        answer: PaymentResponse,
        refusals: notFoundCodes,
        patience,
      }),
    getPaymentByOrder: (order_id) =>
      ask({
        call: 'readOrder',
        method: 'GET',
        path: `/v1/payments/orders/${at(order_id)}`,
        answer: PaymentResponse,
        refusals: notFoundCodes,
        patience,
      }),
    cancel: ({ payment_key, reason, amount, refundable_amount }, key) =>
      ask({
        call: 'cancel',
        method: 'POST',
        path: `/v1/payments/${at(payment_key)}/cancel`,
        body: {
          cancelReason: reason,
          ...(amount === undefined ? {} : { cancelAmount: amount }),
          ...(refundable_amount === undefined ? {} : { refundableAmount: refundable_amount }),
        },
        answer: PaymentResponse,
        refusals: cancelErrorCodes,
        ...{ key, patience },
      }),
    issueBillingKey: ({ auth_key, customer_key }, key) =>
      ask({
        call: 'issueBillingKey',
        method: 'POST',
        path: '/v1/billing/authorizations/issue',
        body: { authKey: auth_key, customerKey: customer_key },
        answer: BillingKeyResponse,
        refusals: [...declineCodes, ...invalidAuthKeyCodes],
        ...{ key, patience },
      }),
    chargeBilling: ({ billing_key, customer_key, amount, order_id, order_name }, key) =>
      ask({
        call: 'chargeBilling',
        method: 'POST',
        path: `/v1/billing/${at(billing_key)}`,
        body: {
          customerKey: customer_key,
          amount,
          orderId: order_id,
          orderName: truncateOrderName(order_name),
        },
        answer: PaymentResponse,
        refusals: declineCodes,
        key,
        patience: patience * 6,
      }),
    async deleteBillingKey(billing_key) {
      const verdict = await ask({
        call: 'deleteBillingKey',
        method: 'DELETE',
        path: `/v1/billing/${at(billing_key)}`,
        answer: DeletedResponse,
        refusals: ['NOT_FOUND_BILLING_KEY'],
        patience,
      })
      return verdict.fate === 'refused' ? { fate: 'done', answer: null } : verdict
    },
    async listTransactions({ start, end, after, limit = longestPage }) {
      const verdict = await ask({
        call: 'listTransactions',
        method: 'GET',
        path: '/v1/transactions',
        query: {
          startDate: inSeoul(start),
          endDate: inSeoul(end),
          limit: String(limit),
          ...(after === undefined ? {} : { startingAfter: after }),
        },
        answer: TransactionsResponse,
        refusals: [] as never[],
        patience: patience * 6,
      })
      if (verdict.fate !== 'done') return verdict
      const transactions = verdict.answer
      const next = transactions.length < limit ? undefined : transactions.at(-1)?.transaction_key
      return { fate: 'done', answer: { transactions, next } }
    },
  }
}

/** An instant as the gateway takes it: the time in Seoul, without a zone. It books to the second. */
function inSeoul(instant: string): string {
  return new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(0, 19)
}

const nobody = async () => ({ fate: 'unknown' as const, reason: 'no gateway is configured' })
const noWindow = () => {
  throw new Error('Nothing is sold: ask `sells` before making an order.')
}

const closed: PaymentGateway = {
  merchant_id: '',
  isEnabled: false,
  paymentWindow: noWindow,
  billingAuthWindow: noWindow,
  confirm: nobody,
  getPayment: nobody,
  getPaymentByOrder: nobody,
  cancel: nobody,
  issueBillingKey: nobody,
  chargeBilling: nobody,
  deleteBillingKey: nobody,
  listTransactions: nobody,
}

type Opener = { client_key: string; script_url: string }

/** What opens the payment window: the gateway's script, and our key for it. */
export function paymentWindowParams(
  { client_key, script_url }: Opener,
  order: PaymentWindowOrder,
): PaymentWindowParams {
  return { ...order, order_name: truncateOrderName(order.order_name), client_key, script_url }
}

/** What opens the window that registers a card. */
export const billingAuthParams = (
  { client_key, script_url }: Opener,
  request: BillingAuthRequest,
): BillingAuthParams => ({ ...request, client_key, script_url })

/** The name of an order as the gateway takes it: not more than 100 characters. */
export function truncateOrderName(order_name: string): string {
  const characters = Array.from(order_name)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : order_name
}
