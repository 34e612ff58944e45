import type { Plan } from '#contract/transactions/subscriptions.ts'
import { planSheetCopy } from '#web/copy/plans.ts'
import { modals } from '#web/ui/modal-stack.ts'
import { pending } from '#web/ui/pending.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { createElement } from 'react'

/**
 * Opens the sheet in which a plan is joined or changed to; its code comes when it is first wanted.
 * @param back the path to go on to when it is joined, by way of the card's window too.
 * @returns whether it was done. Without a card the page is left for its window instead.
 */
export async function openPlan(plan: Plan, back: string | null = null): Promise<boolean> {
  const loaded = await pending.during(import('./plan-sheet.tsx')).catch(() => null)
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
