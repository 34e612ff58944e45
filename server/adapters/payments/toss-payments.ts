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
  /** Parameters of the browser SDK. */
  client_key: string
  script_url: string
  merchant_id: string
  /** Timeout of a call in ms; charges of registered cards have six times as long. */
  timeout_ms: number
}

/** Maximum page size of the gateway. */
const maxPageSize = 5_000

/**
 * Toss Payments over HTTP, by its documentation (docs.tosspayments.com, version 2022-11-16). Without a `gateway`,
 * payments are disabled and no request is sent.
 */
export function createPaymentGateway(
  gateway: TossSettings | undefined,
  log: Logger,
): PaymentGateway {
  if (!gateway) return disabledGateway
  const send = createTossClient(gateway, log)
  const encode = encodeURIComponent
  return {
    merchant_id: gateway.merchant_id,
    isEnabled: true,
    paymentWindow: (order) => paymentWindowParams(gateway, order),
    billingAuthWindow: (request) => billingAuthParams(gateway, request),
    confirm: ({ payment_key, order_id, amount }, key) =>
      send({
        call: 'confirm',
        method: 'POST',
        path: '/v1/payments/confirm',
        body: { paymentKey: payment_key, orderId: order_id, amount },
        response: PaymentResponse,
        refusals: declineCodes,
        key,
      }),
    getPayment: (payment_key) =>
      send({
        call: 'read',
        method: 'GET',
        path: `/v1/payments/${encode(payment_key)}`,
        response: PaymentResponse,
        refusals: notFoundCodes,
      }),
    getPaymentByOrder: (order_id) =>
      send({
        call: 'readOrder',
        method: 'GET',
        path: `/v1/payments/orders/${encode(order_id)}`,
        response: PaymentResponse,
        refusals: notFoundCodes,
      }),
    cancel: ({ payment_key, reason, amount, refundable_amount }, key) =>
      send({
        call: 'cancel',
        method: 'POST',
        path: `/v1/payments/${encode(payment_key)}/cancel`,
        body: {
          cancelReason: reason,
          ...(amount === undefined ? {} : { cancelAmount: amount }),
          ...(refundable_amount === undefined ? {} : { refundableAmount: refundable_amount }),
        },
        response: PaymentResponse,
        refusals: cancelErrorCodes,
        key,
      }),
    issueBillingKey: ({ auth_key, customer_key }, key) =>
      send({
        call: 'issueBillingKey',
        method: 'POST',
        path: '/v1/billing/authorizations/issue',
        body: { authKey: auth_key, customerKey: customer_key },
        response: BillingKeyResponse,
        refusals: [...declineCodes, ...invalidAuthKeyCodes],
        key,
      }),
    chargeBilling: ({ billing_key, customer_key, amount, order_id, order_name }, key) =>
      send({
        call: 'chargeBilling',
        method: 'POST',
        path: `/v1/billing/${encode(billing_key)}`,
        body: {
          customerKey: customer_key,
          amount,
          orderId: order_id,
          orderName: truncateOrderName(order_name),
        },
        response: PaymentResponse,
        refusals: declineCodes,
        key,
        timeout_ms: gateway.timeout_ms * 6,
      }),
    async deleteBillingKey(billing_key) {
      const result = await send({
        call: 'deleteBillingKey',
        method: 'DELETE',
        path: `/v1/billing/${encode(billing_key)}`,
        response: DeletedResponse,
        refusals: ['NOT_FOUND_BILLING_KEY'],
      })
      return result.status === 'refused' ? { status: 'done', response: null } : result
    },
    async listTransactions({ start, end, after, limit = maxPageSize }) {
      const result = await send({
        call: 'listTransactions',
        method: 'GET',
        path: '/v1/transactions',
        query: {
          startDate: toSeoulTime(start),
          endDate: toSeoulTime(end),
          limit: String(limit),
          ...(after === undefined ? {} : { startingAfter: after }),
        },
        response: TransactionsResponse,
        refusals: [] as never[],
        timeout_ms: gateway.timeout_ms * 6,
      })
      if (result.status !== 'done') return result
      const transactions = result.response
      const next = transactions.length < limit ? undefined : transactions.at(-1)?.transaction_key
      return { status: 'done', response: { transactions, next } }
    },
  }
}

/** Formats an instant for the gateway: Seoul time without a zone, in seconds. */
function toSeoulTime(instant: string): string {
  return new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(0, 19)
}

const unavailable = async () => ({ status: 'unknown' as const, reason: 'no gateway is configured' })
const throwDisabled = () => {
  throw new Error('Payments are disabled: check isEnabled before creating an order.')
}

const disabledGateway: PaymentGateway = {
  merchant_id: '',
  isEnabled: false,
  paymentWindow: throwDisabled,
  billingAuthWindow: throwDisabled,
  confirm: unavailable,
  getPayment: unavailable,
  getPaymentByOrder: unavailable,
  cancel: unavailable,
  issueBillingKey: unavailable,
  chargeBilling: unavailable,
  deleteBillingKey: unavailable,
  listTransactions: unavailable,
}

type SdkParams = { client_key: string; script_url: string }

/** Parameters of the payment window, with the SDK URL and client key. */
export function paymentWindowParams(
  { client_key, script_url }: SdkParams,
  order: PaymentWindowOrder,
): PaymentWindowParams {
  return { ...order, order_name: truncateOrderName(order.order_name), client_key, script_url }
}

/** Parameters of the window that registers a card. */
export const billingAuthParams = (
  { client_key, script_url }: SdkParams,
  request: BillingAuthRequest,
): BillingAuthParams => ({ ...request, client_key, script_url })

/** Truncates an order name to 100 characters, the gateway's limit. */
export function truncateOrderName(order_name: string): string {
  const characters = Array.from(order_name)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : order_name
}
