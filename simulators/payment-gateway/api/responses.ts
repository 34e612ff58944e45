import { gatewayErrorCopy } from './error-messages.copy.ts'

/** Status and JSON body of a response. */
export type GatewayResponse = { status: number; body: unknown }

export const okResponse = (body: unknown): GatewayResponse => ({ status: 200, body })

/** Builds an error response. Unknown codes, which `TossPayments-Test-Code` allows, get status 400. */
export function errorResponse(code: string): GatewayResponse {
  const [status, message] = gatewayErrorCopy[code] ?? [400, code]
  return { status, body: { code, message } }
}
