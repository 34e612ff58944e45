import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { GatewayResult } from './payment-gateway.ts'
import { TossErrorResponse } from './toss-responses.ts'
import type * as z from 'zod/mini'

export type GatewayRequest<T, C extends string> = {
  /** Names it in the log: keys of payments and cards are in the path. */
  call: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: object
  /** Idempotency-Key of the attempt. */
  key?: string
  /** ms until it is given up. */
  patience: number
  answer: z.ZodMiniType<T>
  /** The codes that are definitive for this call (P7). */
  refusals: readonly C[]
}

/** A page of 5,000 transactions is 2 MB. */
const largestAnswer = 16 * 2 ** 20
/** They say that our key is wrong: nothing is sold until somebody mends it. */
const ours = new Set(['UNAUTHORIZED_KEY', 'INVALID_API_KEY'])

export type SendGatewayRequest = <T, C extends string>(
  question: GatewayRequest<T, C>,
) => Promise<GatewayResult<T, C>>

/**
 * Asks the gateway at `base_url`, and judges what comes back: done only with an answer that can be read, refused only
 * with a code that is definitive for the call, and anything else unknown (P7).
 */
export function createTossClient(
  gateway: { base_url: string; secret_key: string },
  log: Logger,
): SendGatewayRequest {
  const authorization = `Basic ${Buffer.from(`${gateway.secret_key}:`).toString('base64')}`
  async function judge<T, C extends string>(
    question: GatewayRequest<T, C>,
  ): Promise<GatewayResult<T, C>> {
    const unknown = (reason: string, stored_error?: string) => {
      log.warn({ call: question.call, reason }, 'payment gateway: outcome unknown')
      return { fate: 'unknown' as const, reason, ...(stored_error ? { stored_error } : {}) }
    }
    let status: number
    let body: unknown
    try {
      const url = new URL(gateway.base_url.replace(/\/$/, '') + question.path)
      for (const [name, value] of Object.entries(question.query ?? {}))
        url.searchParams.set(name, value)
      const response = await fetch(url, {
        method: question.method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(question.body ? { 'content-type': 'application/json' } : {}),
          ...(question.key ? { 'idempotency-key': question.key } : {}),
        },
        ...(question.body ? { body: JSON.stringify(question.body) } : {}),
        // The key goes where it was configured to go, and no further.
        redirect: 'error',
        signal: AbortSignal.timeout(question.patience),
      })
      status = response.status
      body = await readJson(response)
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return unknown(cause?.code ?? name)
    }
    if (status >= 200 && status < 300) {
      const answer = body === unreadable ? undefined : question.answer.safeParse(body)
      return answer?.success ? { fate: 'done', answer: answer.data } : unknown('unreadable answer')
    }
    const said = TossErrorResponse.safeParse(body)
    if (!said.success) return unknown(`HTTP ${status}`)
    const { code, message } = said.data
    if (ours.has(code))
      log.error({ code }, 'gateway: it does not take our key; see TOSS_SECRET_KEY')
    const refusal = question.refusals.find((one) => one === code)
    // A definitive code comes with 4xx. With anything else somebody is confused, and we read before deciding.
    const isDefinitive = status >= 400 && status < 500 && status !== 409 && status !== 429
    if (refusal !== undefined && isDefinitive) return { fate: 'refused', code: refusal, message }
    // 409: the first request with this key is still being processed. 429: nothing was processed. Neither is stored.
    const isStored = question.key !== undefined && status !== 409 && status !== 429
    return unknown(code, isStored ? code : undefined)
  }
  return async (question) => {
    const began = performance.now()
    const verdict = await judge(question)
    metrics.gateway_seconds.labels(question.call, verdict.fate).observe(secondsSince(began))
    return verdict
  }
}

const unreadable = Symbol('unreadable')

/** The body, read no further than `largestAnswer`. Breaking off while it comes is as bad as no answer. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) return unreadable
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown
  } catch {
    return unreadable
  }
}
