/** Parameters of a window: a payment, or without an order, a card registration. */
export type WindowRequest = {
  script_url: string
  customer_key: string
  success_url: string
  fail_url: string
  order_id?: string
  order_name?: string
  amount?: number
}

/** Returns the URL that the SDK would navigate to, for clients without a browser. */
export function windowUrl(request: WindowRequest): URL {
  const { order_id, order_name, amount, customer_key, success_url, fail_url } = request
  const url = new URL(order_id ? '/window/pay' : '/window/card', request.script_url)
  const query = {
    ...(order_id ? { orderId: order_id, orderName: order_name, amount: String(amount) } : {}),
    customerKey: customer_key,
    successUrl: success_url,
    failUrl: fail_url,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value ?? '')
  return url
}
