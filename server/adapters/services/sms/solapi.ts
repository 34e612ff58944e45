import { createHmac, randomBytes } from 'node:crypto'
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

const Failure = z.object({ errorCode: z.string() })
const Accepted = z.object({
  failedMessageList: z.array(z.object({ statusCode: z.string() })),
  groupInfo: z.optional(z.object({ groupId: z.optional(z.string()) })),
})
const Messages = z.object({
  messageList: z.record(z.string(), z.object({ status: z.string(), statusCode: z.string() })),
})
/** States of a message whose code is final. */
const finalStates = new Set(['COMPLETE', 'FAILED'])
const arrivedCode = '4000'

/**
 * Sends SMS by Solapi (`POST /messages/v4/send-many/detail`): `solapi://API_KEY:API_SECRET@api.solapi.com?from=NUMBER`. Each
 * request is signed with HMAC-SHA256 of its time and a salt, and is valid for 15 minutes. Solapi has no idempotency key: a
 * request whose response is lost may send the message twice.
 */
export function createSolapi(url: URL): MessageTransport {
  const account = readProviderAccount(url)
  const { origin, sender } = account
  return ({ key, recipient, text }) =>
    postRequest(
      new URL('/messages/v4/send-many/detail', origin),
      {
        headers: {
          'content-type': 'application/json',
          authorization: authorizationOf(account),
        },
        body: JSON.stringify({
          messages: [{ to: recipient, from: sender, text, customFields: { key } }],
        }),
      },
      ({ status, body }) => {
        const { data: accepted } = Accepted.safeParse(body)
        if (status === 200 && accepted) {
          const [failed] = accepted.failedMessageList
          if (failed) return { status: 'refused', reason: `solapi ${failed.statusCode}` }
          const receipt = accepted.groupInfo?.groupId
          return receipt ? { status: 'delivered', receipt } : { status: 'delivered' }
        }
        const { data: failure } = Failure.safeParse(body)
        const reason = `HTTP ${status} ${failure?.errorCode ?? ''}`.trim()
        // 402 is the balance, 403 the key, the signature or the clock: of the account, not of the message.
        return status === 400 ? { status: 'refused', reason } : providerFault(reason)
      },
    )
}

/** Signs a request by its time and a salt. */
function authorizationOf({ key, secret }: ProviderAccount): string {
  const date = new Date().toISOString()
  const salt = randomBytes(16).toString('hex')
  const signature = createHmac('sha256', secret)
    .update(date + salt)
    .digest('hex')
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`
}

/** Reads results from Solapi (`GET /messages/v4/list?groupId=…`). Each message is a group of its own. */
export function createSolapiResults(url: URL): ReadSmsResult {
  const account = readProviderAccount(url)
  return (receipt) => {
    const list = new URL('/messages/v4/list', account.origin)
    list.searchParams.set('groupId', receipt)
    return getResult(list, { authorization: authorizationOf(account) }, (body) => {
      const [message] = Object.values(Messages.safeParse(body).data?.messageList ?? {})
      if (!message || !finalStates.has(message.status)) return { status: 'pending' }
      return message.statusCode === arrivedCode
        ? { status: 'arrived' }
        : { status: 'failed', reason: `solapi ${message.statusCode}` }
    })
  }
}
