import type { LoginReason } from './login-reason.ts'
import { errorCopy } from '#web/copy/errors.ts'
import { sessionCopy } from '#web/copy/session.ts'
import { modals } from '#web/ui/modal-stack.ts'
import { pending } from '#web/ui/pending.ts'
import { toasts } from '#web/ui/toast-queue.ts'
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
