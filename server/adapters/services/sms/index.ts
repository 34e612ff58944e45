import type { MessageTransport } from '../message-transport.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createNhnCloud } from './nhn-cloud.ts'
import { createSolapi } from './solapi.ts'
import { createTwilio } from './twilio.ts'

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
