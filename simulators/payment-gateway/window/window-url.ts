/** What a shop's page is told to open a window with: to pay in, or, without an order, to register a card in. */
export type WindowRequest = {
  script_url: string
  customer_key: string
  success_url: string
  fail_url: string
  order_id?: string
  order_name?: string
  amount?: number
}

/** Where the shop's script leads with it, for who goes there without a browser. */
export function windowUrl(opening: WindowRequest): URL {
  const { order_id, order_name, amount, customer_key, success_url, fail_url } = opening
  const url = new URL(order_id ? '/window/pay' : '/window/card', opening.script_url)
  const query = {
    ...(order_id ? { orderId: order_id, orderName: order_name, amount: String(amount) } : {}),
    ...{ customerKey: customer_key, successUrl: success_url, failUrl: fail_url },
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value ?? '')
  return url
}
