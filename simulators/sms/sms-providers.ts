/**
 * Simulates the documented behaviour of three SMS providers on loopback: authentication, the body of a message, and the
 * errors that a test asks for. Nothing is sent.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedSms = { provider: Provider; to: string; from: string; text: string }
type Provider = 'solapi' | 'nhncloud' | 'twilio'
type Answer = { status: number; body: unknown }
/** The result of every accepted SMS: `arrived`, `pending`, or the code of a failure. */
type SmsState = string

/** Credentials of every account. */
const key = 'simulated/key'
const secret = 'simulated:secret'
export const smsSender = '+8221234567'
/** Solapi rejects a request whose clock differs by more than this. */
const maxSkewMs = 15 * 60_000

/**
 * Answers a request like the provider. `fault` is what the recipient of a message causes: a code of the provider, or the number
 * of an HTTP status.
 */
type Simulation = {
  path: RegExp
  answer(
    request: { headers: IncomingMessage['headers']; path: string; body: string },
    fault: (recipient: string) => string | undefined,
  ): { sms?: Omit<ReceivedSms, 'provider'>; answer: Answer }
}

const solapi: Simulation = {
  path: /^\/messages\/v4\/send-many\/detail$/,
  answer({ headers, body }, fault) {
    const refuse = (status: number, errorCode: string) => ({
      answer: { status, body: { errorCode, errorMessage: errorCode } },
    })
    const [, apiKey, date = '', salt = '', signature] =
      /^HMAC-SHA256 apiKey=([^,]+), date=([^,]+), salt=([^,]+), signature=([^,]+)$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (apiKey !== key) return refuse(403, 'InvalidAPIKey')
    if (Math.abs(Date.parse(date) - Date.now()) > maxSkewMs)
      return refuse(403, 'RequestTimeTooSkewed')
    const expected = createHmac('sha256', secret)
      .update(date + salt)
      .digest('hex')
    if (signature !== expected) return refuse(403, 'SignatureDoesNotMatch')
    const { messages = [] } = JSON.parse(body) as { messages?: Omit<ReceivedSms, 'provider'>[] }
    const [sms] = messages
    if (!sms?.to || !sms.text) return refuse(400, 'MissingRequiredParameter')
    const code = fault(sms.to)
    if (code === '402') return refuse(402, 'NotEnoughBalance')
    if (code === '500') return refuse(500, 'InternalError')
    const failedMessageList = code ? [{ ...sms, statusCode: code, statusMessage: 'refused' }] : []
    return {
      ...(code ? {} : { sms }),
      answer: { status: 200, body: { failedMessageList, groupInfo: { groupId: 'G4V1' } } },
    }
  },
}

const nhncloud: Simulation = {
  path: /^\/sms\/v3\.0\/appKeys\/([^/]+)\/sender\/auth\/sms$/,
  answer({ headers, path, body }, fault) {
    const respond = (resultCode: number, sendResultList: object[] = []) => ({
      status: 200,
      body: {
        header: { isSuccessful: resultCode === 0, resultCode, resultMessage: String(resultCode) },
        body: resultCode === 0 ? { data: { requestId: '20261128', sendResultList } } : null,
      },
    })
    const [, appKey = ''] = nhncloud.path.exec(path) ?? []
    if (decodeURIComponent(appKey) !== key) return { answer: respond(-1001) }
    // Not documented with a code of its own: any refusal of the account will do.
    if (headers['x-secret-key'] !== secret) return { answer: respond(-1000) }
    const message = JSON.parse(body) as {
      body: string
      sendNo: string
      recipientList: { recipientNo: string }[]
    }
    const to = message.recipientList[0]?.recipientNo ?? ''
    if (!/인증|비밀번호|auth|password|verif/i.test(message.body)) return { answer: respond(-8000) }
    const code = fault(to)
    if (code === '503') return { answer: { status: 503, body: '<html>' } }
    if (code) return { answer: respond(Number(code)) }
    const sms = { to, from: message.sendNo, text: message.body }
    return { sms, answer: respond(0, [{ recipientNo: to, resultCode: 0, recipientSeq: 1 }]) }
  },
}

const twilio: Simulation = {
  path: /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/,
  answer({ headers, body }, fault) {
    const refuse = (status: number, code: number) => ({
      answer: { status, body: { code, message: 'refused', status } },
    })
    const credentials = Buffer.from(`${key}:${secret}`).toString('base64')
    if (headers.authorization !== `Basic ${credentials}`) return refuse(401, 20003)
    const form = new URLSearchParams(body)
    const [to = '', from = '', text = ''] = ['To', 'From', 'Body'].map(
      (name) => form.get(name) ?? undefined,
    )
    const code = fault(to)
    if (code === '20429') return refuse(429, 20429)
    if (code === '20500') return refuse(500, 20500)
    if (code) return refuse(400, Number(code))
    return { sms: { to, from, text }, answer: { status: 201, body: { sid: 'SM1' } } }
  },
}

const simulations = { solapi, nhncloud, twilio } satisfies Record<Provider, Simulation>

export type SmsProviders = Awaited<ReturnType<typeof openSmsProviders>>

/** Requests for the result of an SMS, and their answers. */
const results: Record<Provider, { path: RegExp; answer(state: SmsState): unknown }> = {
  solapi: {
    path: /^\/messages\/v4\/list\?groupId=G4V1$/,
    answer: (state) => ({
      messageList: {
        M4V1:
          state === 'pending'
            ? { status: 'SENDING', statusCode: '3000' }
            : { status: 'COMPLETE', statusCode: state === 'arrived' ? '4000' : state },
      },
    }),
  },
  nhncloud: {
    path: /^\/sms\/v3\.0\/appKeys\/[^/]+\/sender\/auth\/sms\/20261128\?recipientSeq=1$/,
    answer: (state) => ({
      header: { isSuccessful: true, resultCode: 0, resultMessage: '' },
      body: {
        data:
          state === 'pending'
            ? { msgStatus: '2', resultCode: null }
            : state === 'arrived'
              ? { msgStatus: '3', resultCode: '1000' }
              : { msgStatus: '0', resultCode: state },
      },
    }),
  },
  twilio: {
    path: /^\/2010-04-01\/Accounts\/[^/]+\/Messages\/SM1\.json$/,
    answer: (state) =>
      state === 'pending'
        ? { status: 'sent', error_code: null }
        : state === 'arrived'
          ? { status: 'delivered', error_code: null }
          : { status: 'undelivered', error_code: Number(state) },
  },
}

/**
 * Opens all three on one port. `faults` are codes by recipient, as the provider writes the number; `state` is the result of every
 * SMS that is accepted.
 */
export async function openSmsProviders(
  faults: ReadonlyMap<string, string>,
  state: SmsState = 'arrived',
) {
  const received: ReceivedSms[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const path = request.url ?? ''
      const result = Object.values(results).find((known) => known.path.test(path))
      if (request.method === 'GET' && result)
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(result.answer(state)))
      const found = Object.entries(simulations).find(([, simulation]) => simulation.path.test(path))
      if (!found) return response.writeHead(404).end()
      const [provider, simulation] = found as [Provider, Simulation]
      const { sms, answer } = simulation.answer(
        { headers: request.headers, path, body },
        (recipient) => faults.get(recipient),
      )
      if (sms) received.push({ provider, to: sms.to, from: sms.from, text: sms.text })
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const [user, password, from] = [key, secret, smsSender].map(encodeURIComponent)
  return {
    received,
    /** The value of `SMS_URL`. */
    address: (provider: Provider, credentials = `${user}:${password}`) =>
      `${provider}://${credentials}@127.0.0.1:${port}?from=${from}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
