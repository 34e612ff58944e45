import * as z from 'zod/mini'
import type { MessageTransport } from '../message-transport.ts'
import {
  getResult,
  postRequest,
  type ProviderAccount,
  providerFault,
  type ReadSmsResult,
  readProviderAccount,
} from './post-request.ts'

const Failure = z.object({ code: z.int() })
const Accepted = z.object({ sid: z.string() })
const Sent = z.object({ status: z.string(), error_code: z.nullish(z.int()) })
/** States after which nothing changes, beside `delivered`. */
const failures = new Set(['undelivered', 'failed', 'canceled'])

/** Error codes that concern the recipient or the text: invalid, unsubscribed, unreachable, no mobile number, too long. */
const refusals = new Set([21211, 21610, 21612, 21614, 21617])

/**
 * Sends SMS by Twilio (`POST /2010-04-01/Accounts/{Sid}/Messages.json`): `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=…`,
 * with a number such as `+821012345678` or the SID of a messaging service. Sending is not idempotent there: a request whose
 * response is lost may send the message twice.
 */
export function createTwilio(url: URL): MessageTransport {
  const account = readProviderAccount(url)
  const { origin, sender } = account
  const path = `${pathOf(account)}.json`
  const authorization = authorizationOf(account)
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
        const receipt = Accepted.safeParse(body).data?.sid
        if (status === 201)
          return receipt ? { status: 'delivered', receipt } : { status: 'delivered' }
        const code = Failure.safeParse(body).data?.code
        const reason = `HTTP ${status} ${code ?? ''}`.trim()
        return code !== undefined && refusals.has(code)
          ? { status: 'refused', reason }
          : providerFault(reason)
      },
    )
}

const pathOf = ({ key }: ProviderAccount) =>
  `/2010-04-01/Accounts/${encodeURIComponent(key)}/Messages`

const authorizationOf = ({ key, secret }: ProviderAccount) =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

/** Reads results from Twilio (`GET …/Messages/{Sid}.json`). */
export function createTwilioResults(url: URL): ReadSmsResult {
  const account = readProviderAccount(url)
  return (receipt) => {
    const path = `${pathOf(account)}/${encodeURIComponent(receipt)}.json`
    const authorization = authorizationOf(account)
    return getResult(new URL(path, account.origin), { authorization }, (body) => {
      const { data } = Sent.safeParse(body)
      if (data?.status === 'delivered') return { status: 'arrived' }
      return data && failures.has(data.status)
        ? { status: 'failed', reason: `twilio ${data.error_code ?? data.status}` }
        : { status: 'pending' }
    })
  }
}

/** `01012345678` → `+821012345678`. Members have Korean numbers. */
const internationalNumber = (digits: string) => `+82${digits.replace(/^0/, '')}`
