import type { Plan } from '#contract/transactions/subscriptions.ts'
import { planSheetCopy } from './messages.ko.ts'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { pending } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Opens the sheet in which a plan is joined or changed to; its code comes when it is first wanted.
 * @param back the path to go on to when it is joined, by way of the card's window too.
 * @returns whether it was done. Without a card the page is left for its window instead.
 */
export async function openPlan(plan: Plan, back: string | null = null): Promise<boolean> {
  const loaded = await pending.during(import('./plan-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(planSheetCopy.failed, 'danger')
    return false
  }
  const label = planSheetCopy.dialog(plan.name)
  const done = await modals.open<boolean>({ label }, (close) =>
    createElement(loaded.PlanSheet, { plan, back, close }),
  )
  return done ?? false
}
