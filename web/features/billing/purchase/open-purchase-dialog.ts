import type { PurchaseRequest } from './purchase-request.ts'

import { purchaseMessages } from './messages.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Opens the purchase sheet over the page; its code comes when it is first wanted.
 * @returns whether the episode is his now. Paying by card leaves the page, and leads back to it when all is paid.
 */
export async function openPurchaseDialog(wanted: PurchaseRequest): Promise<boolean> {
  const loaded = await loadingTracker.during(import('./purchase-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(purchaseMessages.failed, 'danger')
    return false
  }
  const label = purchaseMessages.dialog(wanted.episode.title)
  const done = await dialogs.open<boolean>({ label }, (close) =>
    createElement(loaded.PurchaseDialog, { ...wanted, close }),
  )
  return done ?? false
}
