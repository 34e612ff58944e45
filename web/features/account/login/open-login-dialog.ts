import type { LoginReason } from './login-reason.ts'
import { errorCopy } from '#web/app/messages.ko.ts'
import { sessionCopy } from '#web/session/messages.ko.ts'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { pending } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Asks to sign in, in a dialog over the page. The form comes when it is first wanted.
 * @returns whether he did; the state (`useAuth`) says so before this does.
 */
export async function openLogin(reason: LoginReason = 'plain'): Promise<boolean> {
  const loaded = await pending.during(import('./login-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(errorCopy.load_failed, 'danger')
    return false
  }
  const here = location.pathname + location.search + location.hash
  const done = await modals.open<boolean>({ label: sessionCopy.dialog }, (close) =>
    createElement(loaded.LoginDialog, { reason, here, close }),
  )
  return done ?? false
}
