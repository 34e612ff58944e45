import type { MessageTransport } from '../message-transport.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createNhnCloud, createNhnCloudResults } from './nhn-cloud.ts'
import type { ReadSmsResult } from './post-request.ts'
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
