import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { planDialogMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/client.ts'
import { billingKeys } from '#web/features/billing/queries.ts'
import { usePaymentWindow, PaymentWindowUnavailable } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import type { PurchaseConsent } from '#web/features/billing/purchase/purchase-consents.tsx'
import { useEffect, useRef, useState } from 'react'
import { parseRedirectPath } from '#web/routing/login-redirect.ts'

type Failure = { words: string; declined: boolean }

/** The press that joins a plan or changes to it. `done` where it is so; without a card the page is left instead. */
export function usePlanChange(back: string | null, done: (order: Order | null) => void) {
  const openWindow = usePaymentWindow()
  const [state, setState] = useState<'idle' | 'busy' | 'leaving'>('idle')
  const [failure, setFailure] = useState<Failure>()
  // Enter and a press in the same moment are one wish.
  const running = useRef(false)

  // Who turns back from the window finds the sheet as he left it.
  useEffect(() => {
    function returned({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      running.current = false
      setState('idle')
      void billingKeys()
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [])

  /** @param agreed_amount won that the sheet shows: another is not charged, but shown. */
  async function choose(
    subscription_plan_id: number,
    agreed_amount: number,
    agreed: PurchaseConsent,
  ) {
    if (running.current) return
    running.current = true
    setState('busy')
    setFailure(undefined)
    try {
      const { order, billing_auth: window } = await idempotentRequest(subscriptions.subscribe, {
        body: { subscription_plan_id, agreed_amount, ...agreed },
      })
      if (!window) {
        done(order)
        // When the sheet is gone: its quote would be of the plan that one has by now.
        setTimeout(() => void billingKeys())
        return
      }
      setState('leaving')
      savePlanRedirect(back)
      await openWindow(window)
    } catch (error) {
      running.current = false
      setState('idle')
      // What it costs, or what is there, may not be what was shown any more.
      void billingKeys()
      const { decline, amount } = error instanceof ApiError ? error.problem : {}
      const words =
        error instanceof PaymentWindowUnavailable
          ? planDialogMessages.unreachable
          : errorMessage(error)
      const changed = amount === undefined ? undefined : planDialogMessages.amount_changed(amount)
      setFailure({
        words: decline?.detail ?? changed ?? words,
        declined: decline !== undefined,
      })
    }
  }

  return { busy: state !== 'idle', leaving: state === 'leaving', failure, choose }
}

const key = 'hanpyeon.joining'

/** Keeps for this tab where somebody was going when he left for the card's window; null where nowhere. */
export function savePlanRedirect(back: string | null) {
  try {
    if (back) sessionStorage.setItem(key, back)
    else sessionStorage.removeItem(key)
  } catch {
    // Then the page that the window returns to says where one can go.
  }
}

export function readPlanRedirect(): string | null {
  try {
    return parseRedirectPath(sessionStorage.getItem(key))
  } catch {
    return null
  }
}
