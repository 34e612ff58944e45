import type { MessageTransport } from './message-transport.ts'

const deadline = 20_000
/** The gateway read it and will never take it. Any other 4xx is about us: a key, an address, too many at once. */
const refusals = new Set([400, 410, 413, 422])

/**
 * SMS by an HTTP gateway: `POST {to, text}` as JSON, with an `Idempotency-Key` that is the same for every attempt.
 * A user and password in the address are sent as Basic authorization.
 */
export function createSmsTransport(address: string): MessageTransport {
  const url = new URL(address)
  const { username, password } = url
  // fetch takes no address with credentials in it.
  url.username = url.password = ''
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const authorization =
    username || password ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined
  return async ({ key, recipient, text }) => {
    let status: number
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify({ to: recipient, text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(deadline),
      })
      status = response.status
      await response.body?.cancel()
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return { fate: 'later', reason: cause?.code ?? name, is_down: true }
    }
    if (status >= 200 && status < 300) return { fate: 'delivered' }
    const reason = `HTTP ${status}`
    if (refusals.has(status)) return { fate: 'refused', reason }
    return { fate: 'later', reason, is_down: true }
  }
}
