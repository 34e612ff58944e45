import * as z from 'zod/mini'
import type { MessageTransport } from '../message-transport.ts'
import {
  getResult,
  postRequest,
  providerFault,
  type ReadSmsResult,
  readProviderAccount,
} from './post-request.ts'

const Result = z.object({ resultCode: z.int() })
const Answer = z.object({
  header: Result,
  body: z.optional(
    z.nullable(
      z.object({
        data: z.object({ requestId: z.optional(z.string()), sendResultList: z.array(Result) }),
      }),
    ),
  ),
})
/** `msgStatus`: 0 failed, 1 requested, 2 in progress, 3 arrived, 4 cancelled, 5 a duplicate. */
const Sent = z.object({
  body: z.object({ data: z.object({ msgStatus: z.string(), resultCode: z.nullish(z.string()) }) }),
})
const unfinished = new Set(['1', '2'])

/**
 * Result codes that concern the message: text empty, too long or with characters outside EUC-KR, recipient missing, invalid or
 * one that refuses messages, no word such as 인증 in it. All others concern the account or the service.
 */
const refusals = new Set([-2014, -2015, -2018, -2019, -2023, -6001, -8000])

/**
 * Sends SMS for verification by NHN Cloud (`POST /sms/v3.0/appKeys/{appKey}/sender/auth/sms`):
 * `nhncloud://APP_KEY:SECRET_KEY@api-sms.cloud.toast.com?from=NUMBER`. It has no idempotency key: a request whose response is
 * lost may send the message twice. `senderGroupingKey` finds it in the console.
 */
export function createNhnCloud(url: URL): MessageTransport {
  const { origin, key: appKey, secret, sender } = readProviderAccount(url)
  const path = pathOf(appKey)
  return ({ key, recipient, text }) =>
    postRequest(
      new URL(path, origin),
      {
        headers: { 'content-type': 'application/json;charset=UTF-8', 'x-secret-key': secret },
        body: JSON.stringify({
          body: text,
          sendNo: sender,
          senderGroupingKey: key,
          recipientList: [{ recipientNo: recipient }],
        }),
      },
      ({ status, body }) => {
        const { data } = Answer.safeParse(body)
        if (!data) return providerFault(`HTTP ${status}`)
        const codes = [data.header, ...(data.body?.data.sendResultList ?? [])]
        const code = codes.find(({ resultCode }) => resultCode !== 0)?.resultCode
        const receipt = data.body?.data.requestId
        if (code === undefined && status === 200)
          return receipt ? { status: 'delivered', receipt } : { status: 'delivered' }
        const reason = `nhncloud ${code ?? `HTTP ${status}`}`
        return code !== undefined && refusals.has(code)
          ? { status: 'refused', reason }
          : providerFault(reason)
      },
    )
}

const pathOf = (appKey: string) => `/sms/v3.0/appKeys/${encodeURIComponent(appKey)}/sender/auth/sms`

/** Reads results from NHN Cloud (`GET …/sender/auth/sms/{requestId}?recipientSeq=1`). */
export function createNhnCloudResults(url: URL): ReadSmsResult {
  const { origin, key: appKey, secret } = readProviderAccount(url)
  return (receipt) => {
    const query = `${pathOf(appKey)}/${encodeURIComponent(receipt)}?recipientSeq=1`
    return getResult(new URL(query, origin), { 'x-secret-key': secret }, (body) => {
      const message = Sent.safeParse(body).data?.body.data
      const code = Answer.safeParse(body).data?.header.resultCode
      if (!message && code) return { status: 'pending', reason: `nhncloud ${code}` }
      if (!message || unfinished.has(message.msgStatus)) return { status: 'pending' }
      return message.msgStatus === '3'
        ? { status: 'arrived' }
        : { status: 'failed', reason: `nhncloud ${message.resultCode ?? message.msgStatus}` }
    })
  }
}
