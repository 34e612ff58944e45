import type { GatewayStore } from './store.ts'
import { errorResponse, type GatewayResponse } from './api/responses.ts'

const days = 24 * 3_600_000

/**
 * Repeats the stored response of a POST with the same key, API key, method and path, regardless of the body, for 15
 * days. A concurrent duplicate gets 409.
 */
export function createIdempotency(store: Pick<GatewayStore, 'answer'>, now: () => Date) {
  const inProgress = new Set<string>()
  const isExpired = ({ at }: { at: string }) => now().getTime() - Date.parse(at) >= 15 * days
  for (const [id, answer] of [...store.answer.entries()])
    if (isExpired(answer)) store.answer.remove(id)
  return async (
    request: { key: string | undefined; method: string; path: string; secret_key: string },
    run: () => Promise<GatewayResponse>,
  ): Promise<GatewayResponse> => {
    const { key, method, path, secret_key } = request
    if (key === undefined || method !== 'POST') return run()
    if (key.length === 0 || key.length > 300) return errorResponse('INVALID_IDEMPOTENCY_KEY')
    const id = [key, secret_key, method, path].join('\n')
    const stored = store.answer.get(id)
    if (stored && !isExpired(stored)) return stored
    if (inProgress.has(id)) return errorResponse('IDEMPOTENT_REQUEST_PROCESSING')
    inProgress.add(id)
    try {
      const { status, body } = await run()
      store.answer.put(id, { status, body, at: now().toISOString() })
      return { status, body }
    } finally {
      inProgress.delete(id)
    }
  }
}
