import type { EndpointResponse, EndpointInput, Endpoint } from '#contract/core/endpoint.ts'
import { ApiError, apiRequest } from './client.ts'

type OnceEndpoint = Endpoint & { idempotent: true }

/** Keys of what was asked for and not answered, by the call and its body. */
const unanswered = new Map<string, string>()

/** Milliseconds before it is asked again where no answer came, or the first is still being answered. */
const pauses = [800, 2_500]

/**
 * Makes a call that must be done once (D-06): the key is of this press, and goes along again where no answer came, by
 * itself twice and then with the press on 다시 시도. What was answered or refused is over: the next press is another.
 * @throws as `request`
 */
export async function idempotentRequest<E extends OnceEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointResponse<E>> {
  const what = `${endpoint.path} ${JSON.stringify(input)}`
  const key = unanswered.get(what) ?? crypto.randomUUID()
  unanswered.set(what, key)
  for (let time = 0; ; time++) {
    try {
      const answer = await apiRequest(endpoint, input, { key })
      unanswered.delete(what)
      return answer
    } catch (error) {
      const isPending = error instanceof ApiError && error.problem.code === 'conflict'
      const isOpen = !(error instanceof ApiError) || isPending
      const pause = pauses[time]
      if (!isOpen) unanswered.delete(what)
      if (!isOpen || pause === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
