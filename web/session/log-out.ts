import { signOut } from '#web/api/endpoints/accounts.generated.ts'
import { authStore } from './auth-store.ts'
import { apiRequest } from '#web/api/client.ts'
import { clearDrafts } from '#web/lib/drafts.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { sessionMessages } from './messages.ko.ts'

/**
 * Ends the session here and in every tab.
 * @param leave goes where a visitor may be, before the page loses its member.
 */
export async function logOut(leave?: () => void | Promise<void>): Promise<void> {
  try {
    await loadingTracker.track(apiRequest(signOut, {}))
  } catch {
    toasts.show(sessionMessages.logout_failed, 'danger')
    return
  }
  clearDrafts()
  await leave?.()
  authStore.clearUser()
  toasts.show(sessionMessages.logged_out, 'success')
}
