import { signOut } from '#web/api/endpoints/session.generated.ts'
import { authStore } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { clearDrafts } from '#web/lib/drafts.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { sessionNotices } from './notices.ko.ts'

/**
 * Logs out in all tabs.
 * @param beforeClear navigates to a public page before the user is cleared.
 */
export async function logOut(beforeClear?: () => void | Promise<void>): Promise<void> {
  try {
    await loadingTracker.track(apiRequest(signOut, {}))
  } catch {
    toasts.show(sessionNotices.logout_failed, 'danger')
    return
  }
  clearDrafts()
  await beforeClear?.()
  authStore.clearUser()
  toasts.show(sessionNotices.logged_out, 'success')
}
