import type { GatewayStore } from './store.ts'
import { errorResponse, type GatewayResponse } from './api/responses.ts'

const days = 24 * 3_600_000

/**
 * Answers a POST that was made before as it was answered then: by key, API key, method and address, and not by the body.
 * For 15 days. While the first is under way, the second is a 409.
 */
export function createIdempotency(books: Pick<GatewayStore, 'answer'>, now: () => Date) {
  const underWay = new Set<string>()
  const isOver = ({ at }: { at: string }) => now().getTime() - Date.parse(at) >= 15 * days
  for (const [id, answer] of [...books.answer.entries()])
    if (isOver(answer)) books.answer.remove(id)
  return async (
    request: { key: string | undefined; method: string; path: string; secret_key: string },
    run: () => Promise<GatewayResponse>,
  ): Promise<GatewayResponse> => {
    const { key, method, path, secret_key } = request
    if (key === undefined || method !== 'POST') return run()
    if (key.length === 0 || key.length > 300) return errorResponse('INVALID_IDEMPOTENCY_KEY')
    const id = [key, secret_key, method, path].join('\n')
    const before = books.answer.get(id)
    if (before && !isOver(before)) return before
    if (underWay.has(id)) return errorResponse('IDEMPOTENT_REQUEST_PROCESSING')
    underWay.add(id)
    try {
      const { status, body } = await run()
      books.answer.put(id, { status, body, at: now().toISOString() })
      return { status, body }
    } finally {
      underWay.delete(id)
    }
  }
}
