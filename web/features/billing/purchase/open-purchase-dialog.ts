import type { Wanted } from './purchase-request.ts'

import { purchaseCopy } from './messages.ko.ts'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { pending } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Opens the purchase sheet over the page; its code comes when it is first wanted.
 * @returns whether the episode is his now. Paying by card leaves the page, and leads back to it when all is paid.
 */
export async function openPurchase(wanted: Wanted): Promise<boolean> {
  const loaded = await pending.during(import('./purchase-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(purchaseCopy.failed, 'danger')
    return false
  }
  const label = purchaseCopy.dialog(wanted.episode.title)
  const done = await modals.open<boolean>({ label }, (close) =>
    createElement(loaded.PurchaseSheet, { ...wanted, close }),
  )
  return done ?? false
}
