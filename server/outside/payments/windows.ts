import type { CardRequest, CardWindow, PayWindow, WindowOrder } from './port.ts'

type Opener = { client_key: string; script_url: string }

/** What opens the payment window: the gateway's script, and our key for it. */
export function payWindowOf({ client_key, script_url }: Opener, order: WindowOrder): PayWindow {
  return { ...order, order_name: named(order.order_name), client_key, script_url }
}

/** What opens the window that registers a card. */
export const cardWindowOf = (
  { client_key, script_url }: Opener,
  request: CardRequest,
): CardWindow => ({ ...request, client_key, script_url })

/** The name of an order as the gateway takes it: not more than 100 characters. */
export function named(order_name: string): string {
  const characters = Array.from(order_name)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : order_name
}
