import type { CardRequest, CardWindow, PayWindow, WindowOrder } from './port.ts'

type Opener = { base_url: string; client_key: string | undefined }

/** What opens the payment window: the gateway's script with our client key, or its page at an address. */
export function payWindowOf({ base_url, client_key }: Opener, order: WindowOrder): PayWindow {
  const order_name = named(order.order_name)
  if (client_key) return { ...order, order_name, client_key, window_url: null }
  const window_url = addressOf(base_url, '/window/pay', {
    orderId: order.order_id,
    amount: String(order.amount),
    orderName: order_name,
    customerKey: order.customer_key,
    successUrl: order.success_url,
    failUrl: order.fail_url,
  })
  return { ...order, order_name, client_key: null, window_url }
}

/** What opens the window that registers a card. */
export function cardWindowOf({ base_url, client_key }: Opener, request: CardRequest): CardWindow {
  if (client_key) return { ...request, client_key, window_url: null }
  const window_url = addressOf(base_url, '/window/card', {
    customerKey: request.customer_key,
    successUrl: request.success_url,
    failUrl: request.fail_url,
  })
  return { ...request, client_key: null, window_url }
}

/** The name of an order as the gateway takes it: not more than 100 characters. */
export function named(order_name: string): string {
  const characters = Array.from(order_name)
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : order_name
}

function addressOf(base: string, path: string, query: Record<string, string>): string {
  const url = new URL(base.replace(/\/$/, '') + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
