import type { MessageTransport } from '../message-transport.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createNhnCloud, createNhnCloudResults } from './nhn-cloud.ts'
import { getResult, type ReadSmsResult } from './post-request.ts'
import { createSolapi, createSolapiResults } from './solapi.ts'
import { createTwilio, createTwilioResults } from './twilio.ts'

/** Schemes of the addresses of providers: `solapi://KEY:SECRET@HOST?from=NUMBER`. */
export const smsProviders: readonly string[] = ['solapi:', 'nhncloud:', 'twilio:']

/** Creates the transport for the scheme of `SMS_URL`. */
export function createSmsTransport(address: string): MessageTransport {
  const url = new URL(address)
  switch (url.protocol) {
    case 'solapi:':
      return createSolapi(url)
    case 'nhncloud:':
      return createNhnCloud(url)
    case 'twilio:':
      return createTwilio(url)
    default:
      return createHttpGateway(url)
  }
}

export type { ReadSmsResult } from './post-request.ts'

/** Creates the reader of results for the scheme of `SMS_URL`; undefined for the operator's own gateway, which reports none. */
export function createSmsResults(address: string): ReadSmsResult | undefined {
  const url = new URL(address)
  switch (url.protocol) {
    case 'solapi:':
      return createSolapiResults(url)
    case 'nhncloud:':
      return createNhnCloudResults(url)
    case 'twilio:':
      return createTwilioResults(url)
    default:
      return undefined
  }
}

/** Statuses and codes with which providers refuse an account, not a receipt that they do not have. */
const refusal = /^(?:HTTP (?:401|403|5\d\d)|nhncloud -1\d{3}|[A-Z_]{4,}|\w+Error)$/

/**
 * Finds out whether a provider accepts the credentials by asking for a message that does not exist; the operator's own gateway
 * only has to answer.
 * @returns the reason of a failure; null if it does
 */
export async function checkSmsProvider(address: string): Promise<string | null> {
  const readResult = createSmsResults(address)
  const result = await (readResult?.('trial') ?? reach(new URL(address)))
  const reason = result.status === 'pending' ? result.reason : undefined
  return reason !== undefined && refusal.test(reason) ? reason : null
}

/** Asks for the address of a gateway with a method that sends nothing. */
function reach(address: URL) {
  const url = new URL(address)
  url.username = url.password = ''
  return getResult(url, {}, () => ({ status: 'pending' }))
}
