import { seoulOffset } from '#contract/seoul.ts'
import type { Log } from '#server/kernel/log.ts'
import { createAsk } from './ask.ts'
import {
  cancelRefusalCodes,
  declineCodes,
  notFoundCodes,
  type Payments,
  staleAuthCodes,
} from './port.ts'
import {
  BillingKeyAnswer,
  PaymentAnswer,
  RemovedAnswer,
  TransactionsAnswer,
} from './toss-answers.ts'
import { cardWindowOf, named, payWindowOf } from './windows.ts'

export type Gateway = {
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
export function createPayments(gateway: Gateway | undefined, log: Log): Payments {
  if (!gateway) return closed
  const ask = createAsk(gateway, log)
  const { patience } = gateway
  const at = encodeURIComponent
  return {
    merchant_id: gateway.merchant_id,
    sells: true,
    payWindow: (order) => payWindowOf(gateway, order),
    cardWindow: (request) => cardWindowOf(gateway, request),
    confirm: ({ payment_key, order_id, amount }, key) =>
      ask({
        call: 'confirm',
        method: 'POST',
        path: '/v1/payments/confirm',
        body: { paymentKey: payment_key, orderId: order_id, amount },
        answer: PaymentAnswer,
        refusals: declineCodes,
        ...{ key, patience },
      }),
    read: (payment_key) =>
      ask({
        call: 'read',
        method: 'GET',
        path: `/v1/payments/${at(payment_key)}`,
        answer: PaymentAnswer,
        refusals: notFoundCodes,
        patience,
      }),
    readOrder: (order_id) =>
      ask({
        call: 'readOrder',
        method: 'GET',
        path: `/v1/payments/orders/${at(order_id)}`,
        answer: PaymentAnswer,
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
        answer: PaymentAnswer,
        refusals: cancelRefusalCodes,
        ...{ key, patience },
      }),
    issueBillingKey: ({ auth_key, customer_key }, key) =>
      ask({
        call: 'issueBillingKey',
        method: 'POST',
        path: '/v1/billing/authorizations/issue',
        body: { authKey: auth_key, customerKey: customer_key },
        answer: BillingKeyAnswer,
        refusals: [...declineCodes, ...staleAuthCodes],
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
          orderName: named(order_name),
        },
        answer: PaymentAnswer,
        refusals: declineCodes,
        key,
        patience: patience * 6,
      }),
    async deleteBillingKey(billing_key) {
      const verdict = await ask({
        call: 'deleteBillingKey',
        method: 'DELETE',
        path: `/v1/billing/${at(billing_key)}`,
        answer: RemovedAnswer,
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
        answer: TransactionsAnswer,
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
  return new Date(Date.parse(instant) + seoulOffset).toISOString().slice(0, 19)
}

const nobody = async () => ({ fate: 'unknown' as const, reason: 'no gateway is configured' })
const noWindow = () => {
  throw new Error('Nothing is sold: ask `sells` before making an order.')
}

const closed: Payments = {
  merchant_id: '',
  sells: false,
  payWindow: noWindow,
  cardWindow: noWindow,
  confirm: nobody,
  read: nobody,
  readOrder: nobody,
  cancel: nobody,
  issueBillingKey: nobody,
  chargeBilling: nobody,
  deleteBillingKey: nobody,
  listTransactions: nobody,
}
