import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { MessageTransport } from '../message-transport.ts'
import { postRequest, providerFault, readProviderAccount } from './post-request.ts'

const Failure = z.object({ errorCode: z.string() })
const Accepted = z.object({
  failedMessageList: z.array(z.object({ statusCode: z.string() })),
})

/**
 * Sends SMS by Solapi (`POST /messages/v4/send-many/detail`): `solapi://API_KEY:API_SECRET@api.solapi.com?from=NUMBER`. Each
 * request is signed with HMAC-SHA256 of its time and a salt, and is valid for 15 minutes. Solapi has no idempotency key: a
 * request whose response is lost may send the message twice.
 */
export function createSolapi(url: URL): MessageTransport {
  const { origin, key: apiKey, secret, sender } = readProviderAccount(url)
  return ({ key, recipient, text }) => {
    const date = new Date().toISOString()
    const salt = randomBytes(16).toString('hex')
    const signature = createHmac('sha256', secret)
      .update(date + salt)
      .digest('hex')
    return postRequest(
      new URL('/messages/v4/send-many/detail', origin),
      {
        headers: {
          'content-type': 'application/json',
          authorization: `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`,
        },
        body: JSON.stringify({
          messages: [{ to: recipient, from: sender, text, customFields: { key } }],
        }),
      },
      ({ status, body }) => {
        const { data: accepted } = Accepted.safeParse(body)
        if (status === 200 && accepted) {
          const [failed] = accepted.failedMessageList
          return failed
            ? { status: 'refused', reason: `solapi ${failed.statusCode}` }
            : { status: 'delivered' }
        }
        const { data: failure } = Failure.safeParse(body)
        const reason = `HTTP ${status} ${failure?.errorCode ?? ''}`.trim()
        // 402 is the balance, 403 the key, the signature or the clock: of the account, not of the message.
        return status === 400 ? { status: 'refused', reason } : providerFault(reason)
      },
    )
  }
}
