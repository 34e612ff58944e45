import { sessionStore } from '#web/lib/browser-storage.ts'
import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { planDialogMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { invalidateBilling } from '#web/features/billing/queries.ts'
import { usePaymentWindow } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { PurchaseConsent } from '#web/features/billing/purchase/purchase-consents.tsx'
import { parseRedirectPath } from '#web/routing/login-redirect.ts'

/** Starts or changes a plan. Calls `onSuccess`; without a card it leaves the page for the card window instead. */
export function usePlanChange(returnPath: string | null, onSuccess: (order: Order | null) => void) {
  const cardWindow = usePaymentWindow()
  const change = useApiMutation(subscriptions.subscribe, {
    errors: 'inline',
    messageOf(error) {
      const { decline, amount } = error instanceof ApiError ? error.problem : {}
      if (decline) return decline.detail
      return amount === undefined ? errorMessage(error) : planDialogMessages.amount_changed(amount)
    },
    onSuccess({ order, billing_auth: window }) {
      if (!window) return onSuccess(order)
      savePlanRedirect(returnPath)
      cardWindow.open(window)
    },
    // After the dialog has closed: its quote would already be for the current plan.
    onSettled: () => void setTimeout(() => void invalidateBilling()),
  })
  return {
    isPending: change.isPending || cardWindow.isPending,
    isRedirecting: cardWindow.isPending,
    isDeclined: change.error instanceof ApiError && change.error.problem.decline !== undefined,
    formError:
      change.formError ??
      (cardWindow.isUnavailable && !change.isPending
        ? planDialogMessages.window_unavailable
        : null),
    /** @param agreed_amount won shown in the dialog; another amount or other terms of the plan are rejected. */
    submit(plan: Pick<Plan, 'id' | 'version'>, agreed_amount: number, consent: PurchaseConsent) {
      const terms = { subscription_plan_id: plan.id, plan_version: plan.version, agreed_amount }
      change.submit({ body: { ...terms, ...consent } })
    },
  }
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
