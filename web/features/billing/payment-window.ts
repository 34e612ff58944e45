import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Parameters of the payment window: for an order, or for registering a card (without an order). */
type WindowParams = Pick<
  PaymentWindow,
  'customer_key' | 'success_url' | 'fail_url' | 'script_url' | 'client_key'
> &
  Partial<Pick<PaymentWindow, 'order_id' | 'amount' | 'order_name'>>

/** The part of the Toss Payments SDK (version 2) used here. */
type Toss = (client_key: string) => {
  payment(of: { customerKey: string }): {
    requestPayment(payment: object): Promise<void>
    requestBillingAuth(card: object): Promise<void>
  }
}
declare global {
  interface Window {
    TossPayments?: Toss
  }
}

const scriptTimeoutMs = 15_000

/** The SDK of the payment gateway did not load; nothing was submitted. */
export class PaymentWindowUnavailable extends Error {}

/**
 * Returns `openWindow`, which does nothing once the calling component has unmounted while the SDK was loading.
 * @param onRestored called when the back button restores this page from the back/forward cache.
 */
export function usePaymentWindow(onRestored: () => void) {
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onRestored()
  })
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onPageShow(event)
    addEventListener('pageshow', listener)
    return () => removeEventListener('pageshow', listener)
  }, [])
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return (window: WindowParams, returnPath?: string) =>
    openWindow(window, () => isMounted.current, returnPath)
}

/**
 * Leaves this page for the payment window, which redirects to the success or fail URL with its result in the query. A
 * closed window, or one that fails to open, also redirects to the fail URL. The caller stays pending meanwhile.
 * @param returnPath where to go after the payment, by default this page; kept per tab.
 * @throws PaymentWindowUnavailable
 */
async function openWindow(
  window: WindowParams,
  isMounted: () => boolean,
  returnPath = location.pathname,
): Promise<void> {
  const toss = await loadScript(window.script_url)
  if (!isMounted()) return
  if (window.order_id) saveReturn(window.order_id, returnPath)
  const payment = toss(window.client_key).payment({ customerKey: window.customer_key })
  // Opens in this page, as on a phone: a frame ends with a reload, and the windows of card companies with the back
  // button.
  const common = {
    method: 'CARD',
    windowTarget: 'self',
    successUrl: atThisOrigin(window.success_url),
    failUrl: atThisOrigin(window.fail_url),
  }
  const { order_id, order_name, amount } = window
  const redirect = order_id
    ? payment.requestPayment({
        ...common,
        orderId: order_id,
        orderName: order_name,
        amount: { currency: 'KRW', value: amount },
      })
    : payment.requestBillingAuth(common)
  await redirect.catch((error: { code?: string }) => {
    const url = new URL(atThisOrigin(window.fail_url))
    url.searchParams.set('code', error.code ?? 'PAY_PROCESS_CANCELED')
    if (order_id) url.searchParams.set('orderId', order_id)
    location.assign(url)
  })
}

/**
 * Moves a return URL to the origin of this page, which has the session. A site on loopback has several names: localhost,
 * 127.0.0.1, [::1] and the name of the machine.
 */
function atThisOrigin(url: string): string {
  const { pathname, search } = new URL(url)
  return location.origin + pathname + search
}

let script: Promise<Toss> | undefined

function loadScript(url: string): Promise<Toss> {
  script ??= new Promise<Toss>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = url
    setTimeout(() => reject(new PaymentWindowUnavailable()), scriptTimeoutMs)
    element.addEventListener('load', () =>
      globalThis.window.TossPayments
        ? resolve(globalThis.window.TossPayments)
        : reject(new PaymentWindowUnavailable()),
    )
    element.addEventListener('error', () => reject(new PaymentWindowUnavailable()))
    document.head.append(element)
  }).catch((error: unknown) => {
    script = undefined
    throw error
  })
  return script
}

const returnKey = 'hanpyeon.paying'

/** The last order of this tab and the path to return to. */
type PaymentReturn = { order_id: string; back: string }

function saveReturn(order_id: string, returnPath: string) {
  try {
    sessionStorage.setItem(
      returnKey,
      JSON.stringify({ order_id, back: returnPath } satisfies PaymentReturn),
    )
  } catch {
    // Without storage the return path is derived from the order.
  }
}

/** Returns the last order of this tab, null in other tabs. A closed window does not name its order. */
export function readPaymentReturn(): PaymentReturn | null {
  try {
    const text = sessionStorage.getItem(returnKey)
    const { order_id, back } = JSON.parse(text ?? '{}') as Partial<PaymentReturn>
    return order_id && back?.startsWith('/') ? { order_id, back } : null
  } catch {
    return null
  }
}
