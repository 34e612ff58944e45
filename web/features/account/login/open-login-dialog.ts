import { uiMessages } from '#web/ui/messages.ko.ts'
import type { LoginReason } from './login-form.tsx'
import { authStore } from '#web/session/auth-store.ts'
import { sessionNotices } from '#web/session/notices.ko.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { createElement } from 'react'

/**
 * Opens the login dialog over the page. Its code loads on first use.
 * @returns whether the user logged in; `useAuth` changes before this resolves.
 */
export async function openLoginDialog(reason: LoginReason = 'default'): Promise<boolean> {
  // A member whose session is being checked has nothing to log in to.
  if (authStore.getState().state === 'unknown' && (await authStore.checkAuth()) === 'member')
    return true
  const module = await loadingTracker.track(import('./login-form.tsx')).catch(() => null)
  if (!module) {
    toasts.show(uiMessages.load_failed, 'danger')
    return false
  }
  const returnPath = location.pathname + location.search + location.hash
  const done = await dialogs.open<boolean>({ label: sessionNotices.login_dialog }, (close) =>
    createElement(module.LoginDialog, { reason, returnPath, close }),
  )
  return done ?? false
}
