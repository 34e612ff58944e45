import type { Wanted } from './purchase-request.ts'

import { purchaseCopy } from '#web/copy/purchase.ts'
import { modals } from '#web/ui/modal-stack.ts'
import { pending } from '#web/ui/pending.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { createElement } from 'react'

/**
 * Opens the purchase sheet over the page; its code comes when it is first wanted.
 * @returns whether the episode is his now. Paying by card leaves the page, and leads back to it when all is paid.
 */
export async function openPurchase(wanted: Wanted): Promise<boolean> {
  const loaded = await pending.during(import('./purchase-sheet.tsx')).catch(() => null)
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
