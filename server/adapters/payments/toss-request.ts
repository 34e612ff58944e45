import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { GatewayResult } from './payment-gateway.ts'
import { TossErrorResponse } from './toss-responses.ts'
import type * as z from 'zod/mini'

export type GatewayRequest<T, C extends string> = {
  /** Name of the call for logs, because the path contains payment and billing keys. */
  call: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: object
  /** Idempotency-Key of the attempt. */
  key?: string
  /** Timeout in ms, if not that of the gateway. */
  timeout_ms?: number
  response: z.ZodMiniType<T>
  /** The codes that are definitive for this call (P7). */
  refusals: readonly C[]
}

/** A page of 5,000 transactions is 2 MB. */
const maxResponseBytes = 16 * 2 ** 20
/** Errors that mean an invalid secret key: no payment succeeds until it is corrected. */
const invalidKeyCodes = new Set(['UNAUTHORIZED_KEY', 'INVALID_API_KEY'])

export type SendGatewayRequest = <T, C extends string>(
  request: GatewayRequest<T, C>,
) => Promise<GatewayResult<T, C>>

/**
 * Creates a client for the gateway at `base_url`. A result is done only with a valid body, refused only with a code that
 * is definitive for the call, and otherwise unknown (P7).
 */
export function createTossClient(
  gateway: { base_url: string; secret_key: string; timeout_ms: number },
  log: Logger,
): SendGatewayRequest {
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
        method: request.method,
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
    const refusal = request.refusals.find((one) => one === code)
    // A definitive code has a 4xx status. With any other status the outcome is unknown and the caller reads the payment.
    const isDefinitive = status >= 400 && status < 500 && status !== 409 && status !== 429
    if (refusal !== undefined && isDefinitive) return { status: 'refused', code: refusal, message }
    // 409: the first request with this key is still being processed. 429: nothing was processed. Neither is stored.
    const isStored = request.key !== undefined && status !== 409 && status !== 429
    return unknown(code, isStored ? code : undefined)
  }
  return async (request) => {
    const startedAt = performance.now()
    const result = await evaluate(request)
    metrics.gateway_seconds.labels(request.call, result.status).observe(secondsSince(startedAt))
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
