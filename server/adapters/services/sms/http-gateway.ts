import type { MessageTransport } from '../message-transport.ts'
import { postRequest, providerFault } from './post-request.ts'

/** Permanent rejections of the message. Any other 4xx concerns the client: credentials, URL, rate limit. */
const permanentStatuses = new Set([400, 410, 413, 422])

/**
 * Sends SMS through a gateway of one's own: `POST {to, text}` as JSON with an `Idempotency-Key` that is the same for every
 * attempt. A user and password in the URL are sent as Basic authorization.
 */
export function createHttpGateway(address: URL): MessageTransport {
  const url = new URL(address)
  const { username, password } = url
  // fetch rejects URLs with credentials.
  url.username = url.password = ''
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const authorization =
    username || password ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined
  return ({ key, recipient, text }) =>
    postRequest(
      url,
      {
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify({ to: recipient, text }),
      },
      ({ status }) => {
        if (status >= 200 && status < 300) return { status: 'delivered' }
        const reason = `HTTP ${status}`
        return permanentStatuses.has(status) ? { status: 'refused', reason } : providerFault(reason)
      },
    )
}
