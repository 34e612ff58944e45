import type { accounts } from '#contract/accounts/accounts.ts'
import { accountsCopy } from '#web/copy/accounts.ts'
import { auth } from '#web/data/auth.ts'
import { request } from '#web/data/client.ts'
import { dropDrafts } from '#web/data/drafts.ts'
import { pending } from '#web/ui/pending.ts'
import { toasts } from '#web/ui/toast-queue.ts'

type LogOut = typeof accounts.signOut
// The types of the contract's table without its validator, as in `web/data/auth.ts`.
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
