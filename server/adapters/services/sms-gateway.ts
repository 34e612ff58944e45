import type { MessageTransport } from './message-transport.ts'

const timeoutMs = 20_000
/** Permanent rejections of the message. Any other 4xx concerns the client: credentials, URL, rate limit. */
const permanentStatuses = new Set([400, 410, 413, 422])

/**
 * Sends SMS through an HTTP gateway: `POST {to, text}` as JSON with an `Idempotency-Key` that is the same for every
 * attempt. A user and password in the URL are sent as Basic authorization.
 */
export function createSmsTransport(address: string): MessageTransport {
  const url = new URL(address)
  const { username, password } = url
  // fetch rejects URLs with credentials.
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
        signal: AbortSignal.timeout(timeoutMs),
      })
      status = response.status
      await response.body?.cancel()
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return { status: 'later', reason: cause?.code ?? name, is_down: true }
    }
    if (status >= 200 && status < 300) return { status: 'delivered' }
    const reason = `HTTP ${status}`
    if (permanentStatuses.has(status)) return { status: 'refused', reason }
    return { status: 'later', reason, is_down: true }
  }
}
