import * as z from 'zod/mini'
import type { MessageTransport } from '../message-transport.ts'
import { postRequest, providerFault, readProviderAccount } from './post-request.ts'

const Failure = z.object({ code: z.int() })

/** Error codes that concern the recipient or the text: invalid, unsubscribed, unreachable, no mobile number, too long. */
const refusals = new Set([21211, 21610, 21612, 21614, 21617])

/**
 * Sends SMS by Twilio (`POST /2010-04-01/Accounts/{Sid}/Messages.json`): `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=…`,
 * with a number such as `+821012345678` or the SID of a messaging service. Sending is not idempotent there: a request whose
 * response is lost may send the message twice.
 */
export function createTwilio(url: URL): MessageTransport {
  const { origin, key: sid, secret, sender } = readProviderAccount(url)
  const path = `/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`
  const from = sender.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return ({ recipient, text }) =>
    postRequest(
      new URL(path, origin),
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
        body: new URLSearchParams({
          To: internationalNumber(recipient),
          [from]: sender,
          Body: text,
        }).toString(),
      },
      ({ status, body }) => {
        if (status === 201) return { status: 'delivered' }
        const code = Failure.safeParse(body).data?.code
        const reason = `HTTP ${status} ${code ?? ''}`.trim()
        return code !== undefined && refusals.has(code)
          ? { status: 'refused', reason }
          : providerFault(reason)
      },
    )
}

/** `01012345678` → `+821012345678`. Members have Korean numbers. */
const internationalNumber = (digits: string) => `+82${digits.replace(/^0/, '')}`
