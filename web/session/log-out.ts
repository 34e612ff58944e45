import { signOut } from '#web/api/endpoints/session.generated.ts'
import { authStore } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { clearDrafts } from '#web/lib/drafts.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { sessionNotices } from './notices.ko.ts'

/**
 * Logs out in all tabs.
 * @param leave navigates to a public page, first: a page of members would request data without a session, and lead to the
 * login page once the session has ended.
 */
export async function logOut(leave?: () => void | Promise<void>): Promise<void> {
  await leave?.()
  try {
    await loadingTracker.track(apiRequest(signOut, {}))
  } catch {
    toasts.show(sessionNotices.logout_failed, 'danger')
    return
  }
  clearDrafts()
  authStore.clearUser()
  toasts.show(sessionNotices.logged_out, 'success')
}
