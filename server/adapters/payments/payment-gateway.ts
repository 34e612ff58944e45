/**
 * The port to the payment gateway (decisions/0038-card-payments). Its adapter `toss-payments.ts` calls Toss Payments over
 * HTTP or, if no key is configured on a local machine, the simulator with the same requests.
 *
 * No call throws. The result is `done`, `refused` (definitive) or `unknown`: then it may have happened, and the caller
 * reads the payment before deciding. No transaction is open during a call.
 */
export type PaymentGateway = {
  /** The merchant that receives payments; payments of other merchants are ignored. */
  readonly merchant_id: string
  /** Whether payments are configured. If not, no order is created and every call returns `unknown`. */
  readonly isEnabled: boolean
  /** Maximum time in ms of a call, and of a charge of a registered card. */
  readonly limits: { readonly call_ms: number; readonly charge_ms: number }
  /** Parameters for the browser to open the payment window for an order. */
  paymentWindow(order: PaymentWindowOrder): PaymentWindowParams
  /** Parameters for the browser to open the window that registers a card for billing. */
  billingAuthWindow(request: BillingAuthRequest): BillingAuthParams

  /**
   * Confirms a payment authorized in the window, within 10 minutes. Refused with a `DeclineCode`. After 10 minutes the
   * result is `unknown`, and reading the payment returns `EXPIRED` or nothing.
   * @param key idempotency key, at most 300 characters: the gateway repeats its response to a key for 15 days, whatever the
   *   body. One key per attempt of one order.
   */
  confirm(
    order: { payment_key: string; order_id: string; amount: number },
    key: string,
  ): Promise<GatewayResult<Payment, DeclineCode>>
  /** Refused with `NOT_FOUND_PAYMENT` if no payment exists yet. */
  getPayment(payment_key: string): Promise<GatewayResult<Payment, NotFoundCode>>
  /**
   * Reads the payment of an order. Refused with `NOT_FOUND_PAYMENT` if none exists yet, which is final only once no call
   * that may create one is in progress.
   */
  getPaymentByOrder(order_id: string): Promise<GatewayResult<Payment, NotFoundCode>>
  /**
   * Cancels a payment: the full balance, or `amount`.
   * @param request.refundable_amount the balance by our ledger; the gateway refuses if its own differs.
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
  /** Issues a billing key from the result of the card window. Refused also if the auth key is expired or of another customer. */
  issueBillingKey(
    request: { auth_key: string; customer_key: string },
    key: string,
  ): Promise<GatewayResult<BillingKey, DeclineCode | InvalidAuthKeyCode>>
  /** Charges a registered card; may take 60 s. Sends no webhook. */
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
  /** Deletes a billing key. A missing one counts as `done`. */
  deleteBillingKey(billing_key: string): Promise<GatewayResult<null, never>>
  /**
   * Lists one page of the transactions from `start` to `end` (instants, both inclusive), oldest first.
   * @param page.after `next` of the previous page.
   */
  listTransactions(page: {
    start: string
    end: string
    after?: string
    limit?: number
  }): Promise<GatewayResult<TransactionsPage, never>>
}

/** The result of a call. `reason` is for the log and contains no personal or card data. */
export type GatewayResult<T, C extends string> =
  | { status: 'done'; response: T }
  /** Definitive: it has not happened and will not. `message` is the gateway's text for the log. */
  | { status: 'refused'; code: C; message: string }
  /** It may have happened: timeout, 429, 5xx, a code that is not definitive, or an invalid body. */
  | {
      status: 'unknown'
      reason: string
      /** The error the gateway stored for the Idempotency-Key; a different response requires a new key. */
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

/** A payment as the gateway reports it. Amounts in won; instants in ISO 8601. */
export type Payment = {
  payment_key: string
  order_id: string
  merchant_id: string
  /** `NORMAL` from the window, `BILLING` from a registered card. */
  type: string
  currency: string
  status: PaymentStatus
  total_amount: number
  /** The balance after cancels. */
  balance_amount: number
  requested_at: string
  approved_at: string | null
  card: Card | null
  /** URL of the card receipt for the member. */
  receipt_url: string | null
  failure: { code: string; message: string } | null
  cancels: PaymentCancel[]
}

/** `number` is masked by the gateway; `approval_number` appears on the card statement. */
type Card = { number: string; approval_number: string | null }

export type PaymentCancel = {
  transaction_key: string
  amount: number
  reason: string
  canceled_at: string
}

export type BillingKey = {
  billing_key: string
  customer_key: string
  /** The card for display: its company in Korean and its masked number. */
  card_company: string | null
  card_number: string
  authenticated_at: string
}

/** A transaction at the gateway: one for the payment and one for each cancel. */
export type Transaction = {
  /** For a cancel, the same as in the payment's `cancels`. */
  transaction_key: string
  payment_key: string
  order_id: string
  merchant_id: string
  /** `other`: types that this site does not use, such as a virtual account deposit. */
  kind: 'payment' | 'cancel' | 'other'
  currency: string
  /** In won, never negative: `kind` gives the direction. */
  amount: number
  transaction_at: string
}

/** `next` is the cursor of the next page; undefined on the last page. */
export type TransactionsPage = { transactions: Transaction[]; next: string | undefined }

export type PaymentWindowOrder = {
  /** 6 to 64 of `[A-Za-z0-9_-]`. */
  order_id: string
  amount: number
  /** Shown to the payer; cut to 100 characters, the gateway's limit. */
  order_name: string
  /** Identifies the payer at the gateway only: 2 to 50 of `[A-Za-z0-9_=.@-]`. */
  customer_key: string
  /** Pages of this site to which the window redirects, adding query parameters. */
  success_url: string
  fail_url: string
}

/** Parameters for the gateway's browser SDK, which opens the window (Toss Payments standard SDK, version 2). */
export type PaymentWindowParams = PaymentWindowOrder & SdkParams

export type BillingAuthRequest = { customer_key: string; success_url: string; fail_url: string }
export type BillingAuthParams = BillingAuthRequest & SdkParams

type SdkParams = { client_key: string; script_url: string }

/** The definitive declines: only these mark a payment as failed. */
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

/** The auth key from the card window is not valid. */
export const invalidAuthKeyCodes = ['NOT_FOUND', 'NOT_MATCHES_CUSTOMER_KEY'] as const
export type InvalidAuthKeyCode = (typeof invalidAuthKeyCodes)[number]

/** The definitive refusals of a cancel, which then changes nothing. */
export const cancelErrorCodes = [
  // Already cancelled in the gateway's own console.
  'ALREADY_CANCELED_PAYMENT',
  'NOT_CANCELABLE_AMOUNT',
  'NOT_CANCELABLE_PAYMENT',
  'EXCEED_MAX_REFUND_DUE',
  'NOT_MATCHES_REFUNDABLE_AMOUNT',
] as const
export type CancelErrorCode = (typeof cancelErrorCodes)[number]

export const notFoundCodes = ['NOT_FOUND_PAYMENT'] as const
export type NotFoundCode = (typeof notFoundCodes)[number]
