import { uiMessages } from '#web/ui/messages.ko.ts'
import type { LoginReason } from './login-reason.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { createElement } from 'react'

/**
 * Asks to sign in, in a dialog over the page. The form comes when it is first wanted.
 * @returns whether he did; the state (`useAuth`) says so before this does.
 */
export async function openLoginDialog(reason: LoginReason = 'plain'): Promise<boolean> {
  const loaded = await loadingTracker.during(import('./login-dialog.tsx')).catch(() => null)
  if (!loaded) {
    toasts.show(uiMessages.load_failed, 'danger')
    return false
  }
  const here = location.pathname + location.search + location.hash
  const done = await dialogs.open<boolean>({ label: sessionMessages.dialog }, (close) =>
    createElement(loaded.LoginDialog, { reason, here, close }),
  )
  return done ?? false
}
