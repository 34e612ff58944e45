import type { PurchaseRequest } from './use-purchase.ts'
import { purchaseMessages } from './messages.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { createElement } from 'react'

/**
 * Opens the purchase dialog. Its code loads on first use.
 * @returns whether the member has the episode now and wants to watch it. Paying by card leaves the page.
 */
export async function openPurchaseDialog(request: PurchaseRequest): Promise<boolean> {
  const module = await loadingTracker.track(import('./purchase-dialog.tsx')).catch(() => null)
  if (!module) {
    toasts.show(purchaseMessages.failed, 'danger')
    return false
  }
  const label = purchaseMessages.dialog(request.episode.title)
  const done = await dialogs.open<boolean>({ label }, (close) =>
    createElement(module.PurchaseDialog, { ...request, close }),
  )
  return done ?? false
}
