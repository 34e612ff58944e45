/**
 * The port to the payment gateway (D-52, D-56). One adapter stands behind it, `toss.ts`, which speaks HTTP to Toss
 * Payments or, where no key is set on this machine, to the simulator: the same calls either way.
 *
 * No call throws. What was asked either is `done`, or was `refused` for good, or is `unknown`: then it may have happened,
 * and whoever asked reads before deciding (P2, P7). No transaction is open during a call (P3).
 */
export type PaymentGateway = {
  /** Who is paid: a payment of another merchant is none of ours (P5). */
  readonly merchant_id: string
  /** Whether anything can be sold. Where not, no order is made, and every call is `unknown`. */
  readonly isEnabled: boolean
  /** What the browser needs to open the payment window for an order. */
  paymentWindow(order: PaymentWindowOrder): PaymentWindowParams
  /** What the browser needs to open the window that registers a card for billing. */
  billingAuthWindow(request: BillingAuthRequest): BillingAuthParams

  /**
   * Takes the money for what was agreed to in the window. Refused with a `DeclineCode`. Within 10 minutes of the window:
   * later it is `unknown`, and reading shows `EXPIRED`, or nothing.
   * @param key of this attempt, at most 300 characters: the gateway answers the same key with the same answer for 15 days,
   *   whatever the body. One key for one attempt of one order (P4).
   */
  confirm(
    order: { payment_key: string; order_id: string; amount: number },
    key: string,
  ): Promise<GatewayResult<Payment, DeclineCode>>
  /** Refused with `NOT_FOUND_PAYMENT`: there is none by now. */
  getPayment(payment_key: string): Promise<GatewayResult<Payment, NotFoundCode>>
  /**
   * The payment of an order. Refused with `NOT_FOUND_PAYMENT`: there is none by now. It is final only when no call that may
   * make one is under way any more.
   */
  getPaymentByOrder(order_id: string): Promise<GatewayResult<Payment, NotFoundCode>>
  /**
   * Gives money back: all that is left, or `amount`.
   * @param request.refundable_amount what is left by our books; the gateway refuses where its own say otherwise.
   */
  cancel(
    request: {
      payment_key: string
      reason: string
      amount?: number
      refundable_amount?: number
    },
    key: string,
  ): Promise<GatewayResult<Payment, CancelErrorCode>>
  /** Makes a billing key of what the card window returned. Refused also where that is too old, or another's. */
  issueBillingKey(
    request: { auth_key: string; customer_key: string },
    key: string,
  ): Promise<GatewayResult<BillingKey, DeclineCode | InvalidAuthKeyCode>>
  /** Charges a registered card; may take 60 s. No webhook tells of it. */
  chargeBilling(
    charge: {
      billing_key: string
      customer_key: string
      amount: number
      order_id: string
      order_name: string
    },
    key: string,
  ): Promise<GatewayResult<Payment, DeclineCode>>
  /** Forgets a registered card. One that is gone already is `done`. */
  deleteBillingKey(billing_key: string): Promise<GatewayResult<null, never>>
  /**
   * One page of all that the gateway booked from `start` to `end` (instants, both included), oldest first.
   * @param page.after `next` of the page before.
   */
  listTransactions(page: {
    start: string
    end: string
    after?: string
    limit?: number
  }): Promise<GatewayResult<TransactionsPage, never>>
}

/** How a call went. A reason is for the log: it names no one and no card. */
export type GatewayResult<T, C extends string> =
  | { fate: 'done'; answer: T }
  /** Definitive: it has not happened and will not. `message` is the gateway's own, for the log. */
  | { fate: 'refused'; code: C; message: string }
  /** It may have happened: time-out, 429, 5xx, a code that is not definitive, a body that makes no sense. */
  | {
      fate: 'unknown'
      reason: string
      /** The gateway answered with this error, and repeats it for the Idempotency-Key: another answer needs another key. */
      stored_error?: string
    }

export type PaymentStatus = (typeof paymentStatuses)[number]
export const paymentStatuses = [
  'READY',
  'IN_PROGRESS',
  'DONE',
  'CANCELED',
  'PARTIAL_CANCELED',
  'ABORTED',
  'EXPIRED',
] as const

/** A payment as the gateway knows it. Amounts in won; instants in ISO 8601. */
export type Payment = {
  payment_key: string
  order_id: string
  merchant_id: string
  /** `NORMAL` by the window, `BILLING` by a registered card. */
  type: string
  currency: string
  status: PaymentStatus
  total_amount: number
  /** What is left of it after cancels. */
  balance_amount: number
  /** What is left of it without and as value-added tax. */
  supplied_amount: number | null
  vat: number | null
  requested_at: string
  approved_at: string | null
  /** 카드, 간편결제 … as the gateway says it. */
  method: string | null
  card: Card | null
  /** Where the member reads the card slip. */
  receipt_url: string | null
  failure: { code: string; message: string } | null
  cancels: PaymentCancel[]
}

/** `number` is masked by the gateway; `approval_number` is on the card's statement. */
export type Card = { issuer_code: string | null; number: string; approval_number: string | null }

export type PaymentCancel = {
  transaction_key: string
  amount: number
  reason: string
  canceled_at: string
}

export type BillingKey = {
  billing_key: string
  customer_key: string
  /** The card, to be shown: its company in Korean, and its masked number. */
  card_company: string | null
  card_number: string
  authenticated_at: string
}

/** Something that was booked: a payment has one of its own, and one for every cancel. */
export type Transaction = {
  /** Of a cancel, the same as in the payment's `cancels`. */
  transaction_key: string
  payment_key: string
  order_id: string
  merchant_id: string
  /** `other`: nothing that we ask for, as a transfer that is waited for. */
  kind: 'payment' | 'cancel' | 'other'
  currency: string
  /** In won, never below 0: `kind` has the direction. */
  amount: number
  transaction_at: string
}

/** `next` asks for what follows; undefined on the last page. */
export type TransactionsPage = { transactions: Transaction[]; next: string | undefined }

export type PaymentWindowOrder = {
  /** 6 to 64 of `[A-Za-z0-9_-]`. */
  order_id: string
  amount: number
  /** What the payer reads; cut off after 100 characters, which is all that the gateway takes. */
  order_name: string
  /** Names the payer to the gateway and means nothing elsewhere: 2 to 50 of `[A-Za-z0-9_=.@-]`. */
  customer_key: string
  /** Our own pages: the window returns to one of them, adding to its query. */
  success_url: string
  fail_url: string
}

/** The page loads the gateway's script, which opens the window with our key (Toss Payments' standard one, version 2). */
export type PaymentWindowParams = PaymentWindowOrder & Opening

export type BillingAuthRequest = { customer_key: string; success_url: string; fail_url: string }
export type BillingAuthParams = BillingAuthRequest & Opening

type Opening = { client_key: string; script_url: string }

/** The definitive declines: only these end a payment as failed (P7). */
export const declineCodes = [
  'REJECT_CARD_PAYMENT',
  'REJECT_CARD_COMPANY',
  'INVALID_REJECT_CARD',
  'INVALID_STOPPED_CARD',
  'INVALID_CARD_EXPIRATION',
  'INVALID_CARD_LOST_OR_STOLEN',
  'INVALID_CARD_NUMBER',
  'EXCEED_MAX_AMOUNT',
  'BELOW_MINIMUM_AMOUNT',
] as const
export type DeclineCode = (typeof declineCodes)[number]

/** What the card window returned is good for no card. */
export const invalidAuthKeyCodes = ['NOT_FOUND', 'NOT_MATCHES_CUSTOMER_KEY'] as const
export type InvalidAuthKeyCode = (typeof invalidAuthKeyCodes)[number]

/** The definitive refusals of a cancel: it changes nothing (R4). */
export const cancelErrorCodes = [
  // Somebody cancelled it in the gateway's own console.
  'ALREADY_CANCELED_PAYMENT',
  'NOT_CANCELABLE_AMOUNT',
  'NOT_CANCELABLE_PAYMENT',
  'EXCEED_MAX_REFUND_DUE',
  'NOT_MATCHES_REFUNDABLE_AMOUNT',
] as const
export type CancelErrorCode = (typeof cancelErrorCodes)[number]

export const notFoundCodes = ['NOT_FOUND_PAYMENT'] as const
export type NotFoundCode = (typeof notFoundCodes)[number]
