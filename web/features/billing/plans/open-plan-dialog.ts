import type { Plan } from '#contract/transactions/subscriptions.ts'
import { planDialogMessages } from './messages.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Opens the sheet in which a plan is joined or changed to; its code comes when it is first wanted.
 * @param back the path to go on to when it is joined, by way of the card's window too.
 * @returns whether it was done. Without a card the page is left for its window instead.
 */
export async function openPlanDialog(plan: Plan, back: string | null = null): Promise<boolean> {
  const loaded = await loadingTracker.during(import('./plan-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(planDialogMessages.failed, 'danger')
    return false
  }
  const label = planDialogMessages.dialog(plan.name)
  const done = await dialogs.open<boolean>({ label }, (close) =>
    createElement(loaded.PlanDialog, { plan, back, close }),
  )
  return done ?? false
}
