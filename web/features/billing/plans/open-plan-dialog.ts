import type { Plan } from '#contract/transactions/subscriptions.ts'
import { planDialogMessages } from './messages.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { createElement } from 'react'

/**
 * Opens the dialog that starts or changes a plan. Its code loads on first use.
 * @param returnPath where to go afterwards, also by way of the card window.
 * @returns whether the plan was started or changed. Without a card the page is left for the card window instead.
 */
export async function openPlanDialog(
  plan: Plan,
  returnPath: string | null = null,
): Promise<boolean> {
  const module = await loadingTracker.track(import('./plan-dialog.tsx')).catch(() => null)
  if (!module) {
    toasts.show(planDialogMessages.failed, 'danger')
    return false
  }
  const label = planDialogMessages.dialog(plan.name)
  const done = await dialogs.open<boolean>({ label }, (close) =>
    createElement(module.PlanDialog, { plan, returnPath, close }),
  )
  return done ?? false
}
