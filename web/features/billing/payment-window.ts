import { sessionStore } from '#web/lib/browser-storage.ts'
import { loadScript } from '#web/lib/load-script.ts'
import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { invalidateBilling } from './queries.ts'

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

/**
 * Leaves this page for the payment window: `isPending` from then on, until the back button restores the page from the
 * back/forward cache. Does nothing once the calling component has unmounted while the SDK was loading.
 */
export function usePaymentWindow() {
  const isMounted = useRef(true)
  const opening = useAsyncAction(async (window: WindowParams, returnPath?: string) => {
    await openWindow(window, () => isMounted.current, returnPath)
    // The page is being left.
    return new Promise<never>(() => {})
  })
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    opening.reset()
    void invalidateBilling()
  })
  useEffect(() => {
    isMounted.current = true
    const listener = (event: PageTransitionEvent) => onPageShow(event)
    addEventListener('pageshow', listener)
    return () => {
      isMounted.current = false
      removeEventListener('pageshow', listener)
    }
  }, [])
  return {
    open: opening.run,
    isPending: opening.isPending,
    /** The SDK of the payment gateway did not load; nothing was submitted. */
    isUnavailable: opening.error !== undefined,
  }
}

/**
 * Leaves this page for the payment window, which redirects to the success or fail URL with its result in the query. A
 * closed window, or one that fails to open, also redirects to the fail URL.
 * @param returnPath where to go after the payment, by default this page; kept per tab.
 * @throws if the SDK does not load.
 */
async function openWindow(
  window: WindowParams,
  isMounted: () => boolean,
  returnPath = location.pathname,
): Promise<void> {
  await loadScript(window.script_url)
  if (!isMounted()) return
  const toss = globalThis.window.TossPayments
  if (!toss) throw new Error('The SDK of the payment gateway did not load')
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

const returnKey = 'hanpyeon.payment-return'

/** The last order of this tab and the path to return to. */
type PaymentReturn = { order_id: string; back: string }

function saveReturn(order_id: string, returnPath: string) {
  // Without storage the return path is derived from the order.
  sessionStore.setItem(
    returnKey,
    JSON.stringify({ order_id, back: returnPath } satisfies PaymentReturn),
  )
}

/** Returns the last order of this tab, null in other tabs. A closed window does not name its order. */
export function readPaymentReturn(): PaymentReturn | null {
  try {
    const text = sessionStore.getItem(returnKey)
    const { order_id, back } = JSON.parse(text ?? '{}') as Partial<PaymentReturn>
    return order_id && back?.startsWith('/') ? { order_id, back } : null
  } catch {
    return null
  }
}
