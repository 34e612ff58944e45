import type * as z from 'zod/mini'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  cancelErrorCodes,
  declineCodes,
  notFoundCodes,
  type PaymentGateway,
  invalidAuthKeyCodes,
  type GatewayResult,
} from './payment-gateway.ts'
import {
  BillingKeyResponse,
  PaymentResponse,
  DeletedResponse,
  TransactionsResponse,
  TossErrorResponse,
} from './toss-responses.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import { recordProviderOutcome } from '#server/adapters/services/provider-outcomes.ts'

type TossSettings = {
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
  const { client_key, script_url, timeout_ms } = gateway
  const limits = { call_ms: timeout_ms, charge_ms: timeout_ms * 6 }
  return {
    merchant_id: gateway.merchant_id,
    isEnabled: true,
    limits,
    paymentWindow: (order) => ({
      ...order,
      order_name: truncateOrderName(order.order_name),
      client_key,
      script_url,
    }),
    billingAuthWindow: (request) => ({ ...request, client_key, script_url }),
    ...paymentCalls(send),
    ...billingCalls(send, limits),
    listTransactions: (page) => listTransactions(send, page, limits.charge_ms),
  }
}

type Send = ReturnType<typeof createTossClient>
const encode = encodeURIComponent

function paymentCalls(
  send: Send,
): Pick<PaymentGateway, 'confirm' | 'getPayment' | 'getPaymentByOrder' | 'cancel'> {
  const readPayment = (call: string, path: string) =>
    send({ call, path, response: PaymentResponse, refusals: notFoundCodes })
  return {
    confirm: ({ payment_key, order_id, amount }, key) =>
      send({
        call: 'confirm',
        path: '/v1/payments/confirm',
        body: { paymentKey: payment_key, orderId: order_id, amount },
        response: PaymentResponse,
        refusals: declineCodes,
        key,
      }),
    getPayment: (payment_key) => readPayment('read', `/v1/payments/${encode(payment_key)}`),
    getPaymentByOrder: (order_id) =>
      readPayment('readOrder', `/v1/payments/orders/${encode(order_id)}`),
    cancel: ({ payment_key, reason, amount, refundable_amount }, key) =>
      send({
        call: 'cancel',
        path: `/v1/payments/${encode(payment_key)}/cancel`,
        body: { cancelReason: reason, cancelAmount: amount, refundableAmount: refundable_amount },
        response: PaymentResponse,
        refusals: cancelErrorCodes,
        key,
      }),
  }
}

function billingCalls(
  send: Send,
  limits: PaymentGateway['limits'],
): Pick<PaymentGateway, 'issueBillingKey' | 'chargeBilling' | 'deleteBillingKey'> {
  return {
    issueBillingKey: ({ auth_key, customer_key }, key) =>
      send({
        call: 'issueBillingKey',
        path: '/v1/billing/authorizations/issue',
        body: { authKey: auth_key, customerKey: customer_key },
        response: BillingKeyResponse,
        refusals: [...declineCodes, ...invalidAuthKeyCodes],
        key,
      }),
    chargeBilling: ({ billing_key, customer_key, amount, order_id, order_name }, key) =>
      send({
        call: 'chargeBilling',
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
        timeout_ms: limits.charge_ms,
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
  }
}

async function listTransactions(
  send: Send,
  { start, end, after, limit = maxPageSize }: Parameters<PaymentGateway['listTransactions']>[0],
  timeout_ms: number,
): ReturnType<PaymentGateway['listTransactions']> {
  const result = await send({
    call: 'listTransactions',
    path: '/v1/transactions',
    query: {
      startDate: toSeoulTime(start),
      endDate: toSeoulTime(end),
      limit: String(limit),
      ...(after === undefined ? {} : { startingAfter: after }),
    },
    response: TransactionsResponse,
    refusals: [] as never[],
    timeout_ms,
  })
  if (result.status !== 'done') return result
  const transactions = result.response
  const next = transactions.length < limit ? undefined : transactions.at(-1)?.transaction_key
  return { status: 'done', response: { transactions, next } }
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
  limits: { call_ms: 0, charge_ms: 0 },
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

/** Truncates an order name to 100 characters, the gateway's limit. */
function truncateOrderName(order_name: string): string {
  const characters = Array.from(order_name)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : order_name
}

type GatewayRequest<T, C extends string> = {
  /** Name of the call for logs, because the path contains payment and billing keys. */
  call: string
  /** Defaults to POST with a body and GET without. */
  method?: 'DELETE'
  path: string
  query?: Record<string, string>
  body?: object
  /** Idempotency-Key of the attempt. */
  key?: string
  /** Timeout in ms, if not that of the gateway. */
  timeout_ms?: number
  response: z.ZodMiniType<T>
  /** The codes that are definitive for this call. */
  refusals: readonly C[]
}

/** A page of 5,000 transactions is 2 MB. */
const maxResponseBytes = 16 * 2 ** 20
/** Errors that mean an invalid secret key: no payment succeeds until it is corrected. */
const invalidKeyCodes = new Set(['UNAUTHORIZED_KEY', 'INVALID_API_KEY'])

/**
 * Creates a client for the gateway at `base_url`. A result is done only with a valid body, refused only with a code that
 * is definitive for the call, and otherwise unknown.
 */
function createTossClient(gateway: TossSettings, log: Logger) {
  const authorization = `Basic ${Buffer.from(`${gateway.secret_key}:`).toString('base64')}`
  async function evaluate<T, C extends string>(
    request: GatewayRequest<T, C>,
  ): Promise<GatewayResult<T, C>> {
    const unknown = (reason: string, stored_error?: string) => {
      log.warn({ call: request.call, reason }, 'payment gateway: outcome unknown')
      return { status: 'unknown' as const, reason, ...(stored_error ? { stored_error } : {}) }
    }
    let status: number
    let body: unknown
    try {
      const url = new URL(gateway.base_url.replace(/\/$/, '') + request.path)
      for (const [name, value] of Object.entries(request.query ?? {}))
        url.searchParams.set(name, value)
      const response = await fetch(url, {
        method: request.method ?? (request.body ? 'POST' : 'GET'),
        headers: {
          authorization,
          accept: 'application/json',
          ...(request.body ? { 'content-type': 'application/json' } : {}),
          ...(request.key ? { 'idempotency-key': request.key } : {}),
        },
        ...(request.body ? { body: JSON.stringify(request.body) } : {}),
        // Never forwards the secret key to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(request.timeout_ms ?? gateway.timeout_ms),
      })
      status = response.status
      body = await readJson(response)
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return unknown(cause?.code ?? name)
    }
    if (status >= 200 && status < 300) {
      const parsed = body === unreadable ? undefined : request.response.safeParse(body)
      return parsed?.success
        ? { status: 'done', response: parsed.data }
        : unknown('unreadable response')
    }
    const error = TossErrorResponse.safeParse(body)
    if (!error.success) return unknown(`HTTP ${status}`)
    const { code, message } = error.data
    if (invalidKeyCodes.has(code))
      log.error({ code }, 'payment gateway rejected the secret key; check TOSS_SECRET_KEY')
    const refusal = request.refusals.find((refusedCode) => refusedCode === code)
    // A definitive code has a 4xx status. With any other status the outcome is unknown and the caller reads the payment.
    const isDefinitive = status >= 400 && status < 500 && status !== 409 && status !== 429
    if (refusal !== undefined && isDefinitive) return { status: 'refused', code: refusal, message }
    // 409: the first request with this key is still being processed. 429: nothing was processed. Neither is stored.
    const isStored = request.key !== undefined && status !== 409 && status !== 429
    return unknown(code, isStored ? code : undefined)
  }
  return async <T, C extends string>(request: GatewayRequest<T, C>) => {
    const startedAt = performance.now()
    const result = await evaluate(request)
    metrics.gateway_seconds.labels(request.call, result.status).observe(secondsSince(startedAt))
    recordProviderOutcome('payments', result.status === 'unknown' ? result.reason : undefined)
    return result
  }
}

const unreadable = Symbol('unreadable')

/** Reads the body up to `maxResponseBytes`. A connection that closes early counts as no response. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxResponseBytes) return unreadable
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
  } catch {
    return unreadable
  }
}
