import type { accounts } from '#contract/accounts/accounts.ts'
import { accountsCopy } from '#web/features/account/login/messages.ko.ts'
import { auth } from './auth-store.ts'
import { request } from '#web/api/client.ts'
import { dropDrafts } from '#web/lib/drafts.ts'
import { pending } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'

type LogOut = typeof accounts.signOut
// The types of the contract's table without its validator, as in `web/session/auth-store.ts`.
const call = { method: 'POST', path: '/api/accounts/logout/' } satisfies Pick<
  LogOut,
  'method' | 'path'
>

/**
 * Ends the session here and in every tab.
 * @param leave goes where a visitor may be, before the page loses its member.
 */
export async function logOut(leave?: () => void | Promise<void>): Promise<void> {
  try {
    await pending.during(request(call as unknown as LogOut, {}))
  } catch {
    toasts.show(accountsCopy.logout_failed, 'danger')
    return
  }
  dropDrafts()
  await leave?.()
  auth.clear()
  toasts.show(accountsCopy.logged_out, 'good')
}
