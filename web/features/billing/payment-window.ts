import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import { useEffect, useRef } from 'react'

/** What opens a window: to pay in, or to register a card in (without an order). */
type AnyWindow = Pick<
  PaymentWindow,
  'customer_key' | 'success_url' | 'fail_url' | 'script_url' | 'client_key'
> &
  Partial<Pick<PaymentWindow, 'order_id' | 'amount' | 'order_name'>>

/** The part of the gateway's script that we use (Toss Payments, version 2). */
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

/** ms until a script that neither comes nor fails is given up. */
const scriptTimeoutMs = 15_000

/** Where the gateway's own script did not come: nobody was asked anything yet. */
export class PaymentWindowUnavailable extends Error {}

/** `openWindow` for as long as its asker is on the screen: who closed that on a slow line wants no window any more. */
export function usePaymentWindow() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return (window: AnyWindow, back?: string) => openWindow(window, () => isHere.current, back)
}

/**
 * Leaves this page for the gateway's window, which comes back to the addresses in it, with its answer in the query; a
 * window that is closed, and one that the script does not open, come back to the second. What was pressed stays busy
 * meanwhile.
 * @param back the path of ours to return to once all is paid, this page unless told; kept for this tab alone.
 * @throws WindowUnreachable
 */
async function openWindow(
  window: AnyWindow,
  isWanted: () => boolean,
  back = location.pathname,
): Promise<void> {
  const toss = await loadScript(window.script_url)
  if (!isWanted()) return
  if (window.order_id) rememberReturn(window.order_id, back)
  const payment = toss(window.client_key).payment({ customerKey: window.customer_key })
  // In this page's place, as on a phone: a frame in it would end with a reload, and card companies' own windows with a
  // press of the back button.
  const way = { method: 'CARD', windowTarget: 'self' }
  const ways = { ...way, successUrl: window.success_url, failUrl: window.fail_url }
  const { order_id, order_name, amount } = window
  const opened = order_id
    ? payment.requestPayment({
        ...ways,
        orderId: order_id,
        orderName: order_name,
        amount: { currency: 'KRW', value: amount },
      })
    : payment.requestBillingAuth(ways)
  await opened.catch((error: { code?: string }) => {
    const url = new URL(window.fail_url)
    url.searchParams.set('code', error.code ?? 'PAY_PROCESS_CANCELED')
    if (order_id) url.searchParams.set('orderId', order_id)
    location.assign(url)
  })
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

/** What this tab set out to pay last, and where it came from. */
type Paying = { order_id: string; back: string }

function rememberReturn(order_id: string, back: string) {
  try {
    sessionStorage.setItem(returnKey, JSON.stringify({ order_id, back } satisfies Paying))
  } catch {
    // Then the order itself says where to go.
  }
}

/** What this tab set out to pay, null in another one: a window that was closed does not say of which order it was. */
export function readPaymentReturn(): Paying | null {
  try {
    const text = sessionStorage.getItem(returnKey)
    const { order_id, back } = JSON.parse(text ?? '{}') as Partial<Paying>
    return order_id && back?.startsWith('/') ? { order_id, back } : null
  } catch {
    return null
  }
}
