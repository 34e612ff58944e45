import { errorResponse, type GatewayResponse, okResponse } from './api/responses.ts'
import type { GatewayStore, PaymentRecord, TossPayment } from './store.ts'
import { type CardBehaviour, maskCardNumber } from './test-cards.ts'
import { gatewayErrorCopy } from './api/error-messages.copy.ts'
import type { Webhooks } from './webhooks.ts'
import { randomBytes, randomInt } from 'node:crypto'

/** Time in ms after which a payment can no longer be confirmed. */
const confirmTimeoutMs = 10 * 60_000
/** Time in ms for which a payment can be cancelled. */
const cancelTimeoutMs = 365 * 24 * 3_600_000
const minAmount = 100
const maxAmount = 10_000_000

export type Simulation = {
  store: GatewayStore
  webhooks: Webhooks
  now: () => Date
  merchant_id: string
  /** Waits in real time; rejects when the simulator is closed. */
  wait: (ms: number) => Promise<void>
}

/** Thrown after a call took effect whose response must be lost. */
export class ResponseDroppedError extends Error {}

export type PaymentService = ReturnType<typeof createPaymentService>

/** Creates the payment service, used by the payment window and the API. */
export function createPaymentService({ store, webhooks, now, merchant_id, wait }: Simulation) {
  const confirming = new Set<string>()
  const keysByOrder = new Map<string, string[]>()
  for (const [key, { payment }] of store.payment.entries()) indexPayment(payment.orderId, key)

  function indexPayment(order_id: string, payment_key: string): void {
    const keys = keysByOrder.get(order_id)
    if (keys) keys.push(payment_key)
    else keysByOrder.set(order_id, [payment_key])
  }

  /** Stores a status change and emits a webhook. */
  function updatePayment(
    record: PaymentRecord,
    change: Partial<TossPayment>,
    emitsWebhook = true,
  ): PaymentRecord {
    const payment = { ...record.payment, ...change }
    const next = { ...record, payment }
    store.payment.put(payment.paymentKey, next)
    if (emitsWebhook) webhooks.emit('PAYMENT_STATUS_CHANGED', payment)
    return next
  }

  function expire(): void {
    for (const record of store.payment.values()) current(record)
  }

  /** Returns the payment, expired if it was not confirmed in time. */
  function current(record: PaymentRecord): PaymentRecord {
    const { status, requestedAt } = record.payment
    const isExpired = now().getTime() - Date.parse(requestedAt) > confirmTimeoutMs
    return status === 'IN_PROGRESS' && isExpired && !confirming.has(record.payment.paymentKey)
      ? updatePayment(record, { status: 'EXPIRED' })
      : record
  }

  function find(payment_key: string): PaymentRecord | undefined {
    const record = store.payment.get(payment_key)
    return record && current(record)
  }

  /** Returns the paid payment of an order, otherwise its latest. */
  function findOrder(order_id: string): PaymentRecord | undefined {
    const candidates = (keysByOrder.get(order_id) ?? []).flatMap((key) => find(key) ?? [])
    return candidates.find(isPaid) ?? candidates.at(-1)
  }

  function recordTransaction(record: PaymentRecord, transactionKey: string, amount: number): void {
    const { payment, customer_key } = record
    store.transaction.put(transactionKey, {
      mId: merchant_id,
      transactionKey,
      paymentKey: payment.paymentKey,
      orderId: payment.orderId,
      method: payment.method,
      customerKey: customer_key,
      useEscrow: false,
      receiptUrl: payment.receipt?.url ?? null,
      status: payment.status,
      transactionAt: formatSeoulTime(now()),
      currency: payment.currency,
      amount,
    })
  }

  /** Creates a payment that awaits confirmation. */
  function begin(order: {
    order_id: string
    order_name: string
    amount: number
    customer_key: string | null
    number: string
    behaviour: CardBehaviour
    type: TossPayment['type']
    origin: string
  }): PaymentRecord {
    const paymentKey = `sim_${randomBytes(18).toString('base64url')}`
    const record: PaymentRecord = {
      behaviour: order.behaviour,
      customer_key: order.customer_key,
      payment: {
        version: '2022-11-16',
        mId: merchant_id,
        paymentKey,
        lastTransactionKey: null,
        orderId: order.order_id,
        orderName: order.order_name,
        type: order.type,
        status: 'IN_PROGRESS',
        currency: 'KRW',
        country: 'KR',
        method: '카드',
        totalAmount: order.amount,
        ...balance(order.amount),
        requestedAt: formatSeoulTime(now()),
        approvedAt: null,
        isPartialCancelable: true,
        card: {
          amount: order.amount,
          issuerCode: '41',
          number: maskCardNumber(order.number),
          cardType: '신용',
          ownerType: '개인',
          approveNo: null,
        },
        receipt: { url: `${order.origin}/receipt/${paymentKey}` },
        failure: null,
        cancels: null,
      },
    }
    store.payment.put(paymentKey, record)
    indexPayment(order.order_id, paymentKey)
    return record
  }

  /** Charges the card of a pending payment. */
  async function charge(record: PaymentRecord, behaviour: CardBehaviour): Promise<GatewayResponse> {
    const { payment } = record
    const key = payment.paymentKey
    if (confirming.has(key)) return errorResponse('FORBIDDEN_CONSECUTIVE_REQUEST')
    confirming.add(key)
    try {
      if (behaviour.does === 'delay') await wait(behaviour.ms)
      if (behaviour.does === 'fail') return errorResponse(behaviour.code)
      const code = declineCode(payment.totalAmount, behaviour)
      // Charges of a billing key send no webhook.
      const emitsWebhook = payment.type === 'NORMAL'
      if (code) {
        const failure = { code, message: gatewayErrorCopy[code]?.[1] ?? code }
        updatePayment(record, { status: 'ABORTED', failure }, emitsWebhook)
        return errorResponse(code)
      }
      const lastTransactionKey = transactionKey()
      const change = {
        status: 'DONE',
        approvedAt: formatSeoulTime(now()),
        lastTransactionKey,
        card: { ...payment.card, approveNo: String(randomInt(10_000_000, 99_999_999)) },
      } as const
      const done = updatePayment(record, change, emitsWebhook)
      recordTransaction(done, lastTransactionKey, payment.totalAmount)
      if (behaviour.does === 'lose_answer') throw new ResponseDroppedError()
      return okResponse(done.payment)
    } finally {
      confirming.delete(key)
    }
  }

  return {
    begin,
    charge,
    expire,
    find,
    findOrder,
    isPaidOrder: (order_id: string) => {
      const record = findOrder(order_id)
      return record !== undefined && isPaid(record)
    },
    async confirm(input: { paymentKey: string; orderId: string; amount: number }) {
      const record = find(input.paymentKey)
      if (!record) return errorResponse('NOT_FOUND_PAYMENT_SESSION')
      const { payment } = record
      if (payment.orderId !== input.orderId || payment.totalAmount !== input.amount)
        return errorResponse('INVALID_REQUEST')
      if (isPaid(record)) return errorResponse('ALREADY_PROCESSED_PAYMENT')
      if (payment.status !== 'IN_PROGRESS') return errorResponse('NOT_FOUND_PAYMENT_SESSION')
      const other = findOrder(input.orderId)
      if (other && isPaid(other)) return errorResponse('DUPLICATED_ORDER_ID')
      return charge(record, record.behaviour)
    },
    read(record: PaymentRecord | undefined): GatewayResponse {
      return record ? okResponse(record.payment) : errorResponse('NOT_FOUND_PAYMENT')
    },
    cancel(
      payment_key: string,
      input: {
        cancelReason: string
        cancelAmount?: number | undefined
        refundableAmount?: number | undefined
      },
    ): GatewayResponse {
      const record = find(payment_key)
      if (!record) return errorResponse('NOT_FOUND_PAYMENT')
      const { payment } = record
      if (payment.status === 'CANCELED') return errorResponse('ALREADY_CANCELED_PAYMENT')
      if (!isPaid(record)) return errorResponse('NOT_CANCELABLE_PAYMENT')
      if (now().getTime() - Date.parse(payment.approvedAt ?? '') > cancelTimeoutMs)
        return errorResponse('EXCEED_MAX_REFUND_DUE')
      if (input.refundableAmount !== undefined && input.refundableAmount !== payment.balanceAmount)
        return errorResponse('NOT_MATCHES_REFUNDABLE_AMOUNT')
      const amount = input.cancelAmount ?? payment.balanceAmount
      if (amount > payment.balanceAmount) return errorResponse('NOT_CANCELABLE_AMOUNT')
      const remaining = payment.balanceAmount - amount
      const lastTransactionKey = transactionKey()
      const next = updatePayment(record, {
        status: remaining === 0 ? 'CANCELED' : 'PARTIAL_CANCELED',
        ...balance(remaining),
        lastTransactionKey,
        cancels: [
          ...(payment.cancels ?? []),
          {
            transactionKey: lastTransactionKey,
            cancelAmount: amount,
            cancelReason: input.cancelReason,
            refundableAmount: remaining,
            canceledAt: formatSeoulTime(now()),
            cancelStatus: 'DONE',
          },
        ],
      })
      recordTransaction(next, lastTransactionKey, amount)
      return okResponse(next.payment)
    },
    list(input: { start: number; end: number; after?: string | undefined; limit: number }) {
      const candidates = [...store.transaction.values()].filter(({ transactionAt }) => {
        const at = Date.parse(transactionAt)
        return at >= input.start && at <= input.end
      })
      const from = input.after
        ? candidates.findIndex((transaction) => transaction.transactionKey === input.after) + 1
        : 0
      return okResponse(candidates.slice(from, from + input.limit))
    },
  }
}

const isPaid = ({ payment }: PaymentRecord) =>
  ['DONE', 'PARTIAL_CANCELED', 'CANCELED'].includes(payment.status)

function declineCode(amount: number, behaviour: CardBehaviour): string | undefined {
  if (amount < minAmount) return 'BELOW_MINIMUM_AMOUNT'
  if (amount > maxAmount) return 'EXCEED_MAX_AMOUNT'
  return behaviour.does === 'decline' ? behaviour.code : undefined
}

function balance(amount: number) {
  const suppliedAmount = Math.round(amount / 1.1)
  return { balanceAmount: amount, suppliedAmount, vat: amount - suppliedAmount }
}

const transactionKey = () => randomBytes(16).toString('hex').toUpperCase()

/** Formats a time like the gateway: to the second, in Seoul time. */
export function formatSeoulTime(instant: Date): string {
  return `${new Date(instant.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`
}
