import { gatewayErrors } from './errors.copy.ts'

/** What goes out over the line. */
export type GatewayAnswer = { status: number; body: unknown }

export const answered = (body: unknown): GatewayAnswer => ({ status: 200, body })

/** An error of the gateway; a code that is not in its list (`TossPayments-Test-Code` takes any) is a 400. */
export function failed(code: string): GatewayAnswer {
  const [status, message] = gatewayErrors[code] ?? [400, code]
  return { status, body: { code, message } }
}
