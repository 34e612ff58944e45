import { gatewayErrorCopy } from './error-messages.copy.ts'

/** What goes out over the line. */
export type GatewayResponse = { status: number; body: unknown }

export const okResponse = (body: unknown): GatewayResponse => ({ status: 200, body })

/** An error of the gateway; a code that is not in its list (`TossPayments-Test-Code` takes any) is a 400. */
export function errorResponse(code: string): GatewayResponse {
  const [status, message] = gatewayErrorCopy[code] ?? [400, code]
  return { status, body: { code, message } }
}
