import { okResponse, errorResponse, type GatewayResponse } from './api/responses.ts'
import type { GatewayStore, PaymentRecord, TossPayment } from './store.ts'
import { type CardBehaviour, maskCardNumber } from './test-cards.ts'
import { gatewayErrorCopy } from './api/error-messages.copy.ts'
import type { Webhooks } from './webhooks.ts'
import { randomBytes, randomInt } from 'node:crypto'

/** ms from what was agreed to in the window until it may no longer be confirmed. */
const sessionTime = 10 * 60_000
/** ms for which a payment can be cancelled. */
const refundTime = 365 * 24 * 3_600_000
const smallest = 100
const largest = 10_000_000

export type Simulation = {
  books: GatewayStore
  webhooks: Webhooks
  now: () => Date
  merchant_id: string
  /** Waits, in real time, unless the simulator is being closed. */
  wait: (ms: number) => Promise<void>
}

/** Thrown where something has happened and its answer is to be lost. */
export class ResponseDroppedError extends Error {}

export type PaymentService = ReturnType<typeof createPaymentService>

/** The payments of the gateway: what the window makes, and what the calls do with it. */
export function createPaymentService({ books, webhooks, now, merchant_id, wait }: Simulation) {
  const confirming = new Set<string>()
  const ofOrder = new Map<string, string[]>()
  for (const [key, { payment }] of books.payment.entries()) enlist(payment.orderId, key)

  function enlist(order_id: string, payment_key: string): void {
    const keys = ofOrder.get(order_id)
    if (keys) keys.push(payment_key)
    else ofOrder.set(order_id, [payment_key])
  }

  /** Writes a payment down in another state, and tells of it. */
  function put(kept: PaymentRecord, change: Partial<TossPayment>, told = true): PaymentRecord {
    const payment = { ...kept.payment, ...change }
    const next = { ...kept, payment }
    books.payment.put(payment.paymentKey, next)
    if (told) webhooks.emit('PAYMENT_STATUS_CHANGED', payment)
    return next
  }

  function expire(): void {
    for (const kept of books.payment.values()) current(kept)
  }

  /** A payment as it is by now: one that nobody confirmed in time has expired. */
  function current(kept: PaymentRecord): PaymentRecord {
    const { status, requestedAt } = kept.payment
    const isOver = now().getTime() - Date.parse(requestedAt) > sessionTime
    return status === 'IN_PROGRESS' && isOver && !confirming.has(kept.payment.paymentKey)
      ? put(kept, { status: 'EXPIRED' })
      : kept
  }

  function find(payment_key: string): PaymentRecord | undefined {
    const kept = books.payment.get(payment_key)
    return kept && current(kept)
  }

  /** The payment of an order: the one that was paid, else the latest. */
  function findOrder(order_id: string): PaymentRecord | undefined {
    const all = (ofOrder.get(order_id) ?? []).flatMap((key) => find(key) ?? [])
    return all.find(isPaid) ?? all.at(-1)
  }

  function book(kept: PaymentRecord, transactionKey: string, amount: number): void {
    const { payment, customer_key } = kept
    books.transaction.put(transactionKey, {
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

  /** Makes a payment that waits to be approved. */
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
    const kept: PaymentRecord = {
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
    books.payment.put(paymentKey, kept)
    enlist(order.order_id, paymentKey)
    return kept
  }

  /** Charges the card of a payment that waits. */
  async function charge(kept: PaymentRecord, behaviour: CardBehaviour): Promise<GatewayResponse> {
    const { payment } = kept
    const key = payment.paymentKey
    if (confirming.has(key)) return errorResponse('FORBIDDEN_CONSECUTIVE_REQUEST')
    confirming.add(key)
    try {
      if (behaviour.does === 'delay') await wait(behaviour.ms)
      if (behaviour.does === 'fail') return errorResponse(behaviour.code)
      const declined = declineOf(payment.totalAmount, behaviour)
      // A charge of a registered card sends no webhook.
      const told = payment.type === 'NORMAL'
      if (declined) {
        const failure = { code: declined, message: gatewayErrorCopy[declined]?.[1] ?? declined }
        put(kept, { status: 'ABORTED', failure }, told)
        return errorResponse(declined)
      }
      const lastTransactionKey = transactionKey()
      const change = {
        status: 'DONE',
        approvedAt: formatSeoulTime(now()),
        lastTransactionKey,
        card: { ...payment.card, approveNo: String(randomInt(10_000_000, 99_999_999)) },
      } as const
      const done = put(kept, change, told)
      book(done, lastTransactionKey, payment.totalAmount)
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
      const kept = findOrder(order_id)
      return kept !== undefined && isPaid(kept)
    },
    async confirm(asked: { paymentKey: string; orderId: string; amount: number }) {
      const kept = find(asked.paymentKey)
      if (!kept) return errorResponse('NOT_FOUND_PAYMENT_SESSION')
      const { payment } = kept
      if (payment.orderId !== asked.orderId || payment.totalAmount !== asked.amount)
        return errorResponse('INVALID_REQUEST')
      if (isPaid(kept)) return errorResponse('ALREADY_PROCESSED_PAYMENT')
      if (payment.status !== 'IN_PROGRESS') return errorResponse('NOT_FOUND_PAYMENT_SESSION')
      const other = findOrder(asked.orderId)
      if (other && isPaid(other)) return errorResponse('DUPLICATED_ORDER_ID')
      return charge(kept, kept.behaviour)
    },
    read(kept: PaymentRecord | undefined): GatewayResponse {
      return kept ? okResponse(kept.payment) : errorResponse('NOT_FOUND_PAYMENT')
    },
    cancel(
      payment_key: string,
      asked: {
        cancelReason: string
        cancelAmount?: number | undefined
        refundableAmount?: number | undefined
      },
    ): GatewayResponse {
      const kept = find(payment_key)
      if (!kept) return errorResponse('NOT_FOUND_PAYMENT')
      const { payment } = kept
      if (payment.status === 'CANCELED') return errorResponse('ALREADY_CANCELED_PAYMENT')
      if (!isPaid(kept)) return errorResponse('NOT_CANCELABLE_PAYMENT')
      if (now().getTime() - Date.parse(payment.approvedAt ?? '') > refundTime)
        return errorResponse('EXCEED_MAX_REFUND_DUE')
      if (asked.refundableAmount !== undefined && asked.refundableAmount !== payment.balanceAmount)
        return errorResponse('NOT_MATCHES_REFUNDABLE_AMOUNT')
      const amount = asked.cancelAmount ?? payment.balanceAmount
      if (amount > payment.balanceAmount) return errorResponse('NOT_CANCELABLE_AMOUNT')
      const left = payment.balanceAmount - amount
      const lastTransactionKey = transactionKey()
      const next = put(kept, {
        status: left === 0 ? 'CANCELED' : 'PARTIAL_CANCELED',
        ...balance(left),
        lastTransactionKey,
        cancels: [
          ...(payment.cancels ?? []),
          {
            transactionKey: lastTransactionKey,
            cancelAmount: amount,
            cancelReason: asked.cancelReason,
            refundableAmount: left,
            canceledAt: formatSeoulTime(now()),
            cancelStatus: 'DONE',
          },
        ],
      })
      book(next, lastTransactionKey, amount)
      return okResponse(next.payment)
    },
    list(asked: { start: number; end: number; after?: string | undefined; limit: number }) {
      const all = [...books.transaction.values()].filter(({ transactionAt }) => {
        const at = Date.parse(transactionAt)
        return at >= asked.start && at <= asked.end
      })
      const from = asked.after ? all.findIndex((one) => one.transactionKey === asked.after) + 1 : 0
      return okResponse(all.slice(from, from + asked.limit))
    },
  }
}

const isPaid = ({ payment }: PaymentRecord) =>
  ['DONE', 'PARTIAL_CANCELED', 'CANCELED'].includes(payment.status)

function declineOf(amount: number, behaviour: CardBehaviour): string | undefined {
  if (amount < smallest) return 'BELOW_MINIMUM_AMOUNT'
  if (amount > largest) return 'EXCEED_MAX_AMOUNT'
  return behaviour.does === 'decline' ? behaviour.code : undefined
}

function balance(amount: number) {
  const suppliedAmount = Math.round(amount / 1.1)
  return { balanceAmount: amount, suppliedAmount, vat: amount - suppliedAmount }
}

const transactionKey = () => randomBytes(16).toString('hex').toUpperCase()

/** An instant as the gateway writes it: to the second, in Seoul. */
export function formatSeoulTime(instant: Date): string {
  return `${new Date(instant.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`
}
