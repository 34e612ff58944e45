import type { EndpointResponse, EndpointInput, Endpoint } from '#contract/core/endpoint.ts'
import { ApiError } from './api-errors.ts'
import { apiRequest } from './client.ts'

type IdempotentEndpoint = Endpoint & { idempotent: true }

/** Idempotency keys of requests without a response, by path and input. */
const pendingKeys = new Map<string, string>()

/** Delays before the retries. */
const retryDelays_ms = [800, 2_500]

/**
 * Sends an idempotent request (D-06). Reuses the key if there was no response or the first request is still in progress:
 * for two automatic retries, and then for the next call with the same input. Any other response ends the use of the key.
 * @throws as `apiRequest`
 */
export async function idempotentRequest<E extends IdempotentEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointResponse<E>> {
  const requestId = `${endpoint.path} ${JSON.stringify(input)}`
  const key = pendingKeys.get(requestId) ?? crypto.randomUUID()
  pendingKeys.set(requestId, key)
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await apiRequest(endpoint, input, { key })
      pendingKeys.delete(requestId)
      return response
    } catch (error) {
      const isInProgress = error instanceof ApiError && error.problem.code === 'conflict'
      const canRetry = !(error instanceof ApiError) || isInProgress
      const delay_ms = retryDelays_ms[attempt]
      if (!canRetry) pendingKeys.delete(requestId)
      if (!canRetry || delay_ms === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, delay_ms))
    }
  }
}
