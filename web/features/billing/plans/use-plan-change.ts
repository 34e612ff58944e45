import { sessionStore } from '#web/lib/browser-storage.ts'
import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { planDialogMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/client.ts'
import { invalidateBilling } from '#web/features/billing/queries.ts'
import { usePaymentWindow, PaymentWindowUnavailable } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import type { PurchaseConsent } from '#web/features/billing/purchase/purchase-consents.tsx'
import { useRef, useState } from 'react'
import { parseRedirectPath } from '#web/routing/login-redirect.ts'

type PlanChangeError = { message: string; declined: boolean }

/** Starts or changes a plan. Calls `onSuccess`; without a card it leaves the page for the card window instead. */
export function usePlanChange(returnPath: string | null, onSuccess: (order: Order | null) => void) {
  const [status, setStatus] = useState<'idle' | 'busy' | 'redirecting'>('idle')
  const [failure, setFailure] = useState<PlanChangeError>()
  // Guards against double submission (Enter + click).
  const isRunning = useRef(false)
  const openWindow = usePaymentWindow(() => {
    isRunning.current = false
    setStatus('idle')
    void invalidateBilling()
  })

  /** @param agreed_amount won shown in the dialog; a different amount is rejected. */
  async function submit(
    subscription_plan_id: number,
    agreed_amount: number,
    consent: PurchaseConsent,
  ) {
    if (isRunning.current) return
    isRunning.current = true
    setStatus('busy')
    setFailure(undefined)
    try {
      const { order, billing_auth: window } = await idempotentRequest(subscriptions.subscribe, {
        body: { subscription_plan_id, agreed_amount, ...consent },
      })
      if (!window) {
        onSuccess(order)
        // After the dialog has closed: its quote would already be for the current plan.
        setTimeout(() => void invalidateBilling())
        return
      }
      setStatus('redirecting')
      savePlanRedirect(returnPath)
      await openWindow(window)
    } catch (error) {
      isRunning.current = false
      setStatus('idle')
      // The price or the subscription may have changed.
      void invalidateBilling()
      const { decline, amount } = error instanceof ApiError ? error.problem : {}
      const message =
        error instanceof PaymentWindowUnavailable
          ? planDialogMessages.window_unavailable
          : errorMessage(error)
      const changed = amount === undefined ? undefined : planDialogMessages.amount_changed(amount)
      setFailure({
        message: decline?.detail ?? changed ?? message,
        declined: decline !== undefined,
      })
    }
  }

  return { busy: status !== 'idle', isRedirecting: status === 'redirecting', failure, submit }
}

const storageKey = 'hanpyeon.plan-redirect'

/** Saves for this tab where to go after the card window; null clears it. */
export function savePlanRedirect(returnPath: string | null) {
  // Without storage the result page offers links instead.
  if (returnPath) sessionStore.setItem(storageKey, returnPath)
  else sessionStore.removeItem(storageKey)
}

export const readPlanRedirect = (): string | null =>
  parseRedirectPath(sessionStore.getItem(storageKey))
