import { sessionMessages } from '#web/session/messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { inquiriesRootPath, mypagePath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'

let hasChecked = false

/**
 * Checks the session once after hydration (specification, section 4). Opens the login dialog for a session without a
 * member, except on the account pages (section 2).
 */
async function checkSessionOnce() {
  const { checked, user } = authStore.getState()
  if (hasChecked || (checked && user.email)) return
  hasChecked = true
  const result = await authStore.checkAuth()
  if (result === 'no_member' && !location.pathname.startsWith('/accounts'))
    await openLoginDialog('signup_incomplete')
}

/** Checks the session at startup and shows a message if that failed. Rendered once, outside of the pages. */
export function SessionCheck() {
  const { state, user } = useAuth()
  const { pathname } = useLocation()

  useEffect(() => {
    void checkSessionOnce()
    // A page from the back/forward cache may be outdated.
    const recheck = (event: PageTransitionEvent) => event.persisted && void authStore.checkAuth()
    addEventListener('pageshow', recheck)
    return () => removeEventListener('pageshow', recheck)
  }, [])

  // Retry when the browser is online again or the window gets the focus.
  useEffect(() => {
    if (state !== 'failed') return
    const retry = () => void authStore.checkAuth()
    addEventListener('online', retry)
    addEventListener('focus', retry)
    return () => {
      removeEventListener('online', retry)
      removeEventListener('focus', retry)
    }
  }, [state])

  // Sends progress that was saved offline. D-44
  const member_id = state === 'signed_in' ? user.id : null
  useEffect(() => {
    if (member_id === null) return
    const send = () =>
      void import('#web/session/progress-outbox.ts').then(
        ({ flushUnsentProgress }) => flushUnsentProgress(0),
        // It stays in the outbox.
        () => {},
      )
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [member_id])

  // Not over the player; member pages show the error themselves.
  const isHidden = ['/video/', mypagePath, inquiriesRootPath].some((area) =>
    pathname.startsWith(area),
  )
  return state === 'failed' && !isHidden && <AuthCheckNotice />
}

function AuthCheckNotice() {
  const retry = useAsyncAction(() => authStore.checkAuth())
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+1rem)] z-popup flex justify-center px-4"
    >
      <p className="flex min-h-12 animate-[slide-up_var(--duration-slow)_var(--ease-standard)] items-center gap-2.5 rounded-xl bg-surface-raised pl-4 text-sm shadow-float">
        <Icon name="warning" className="size-4.5 text-accent" />
        {sessionMessages.check_failed}
        <button
          type="button"
          disabled={retry.isPending}
          onClick={() => retry.run()}
          className="min-h-11 rounded-lg px-3 font-semibold text-accent-bright hover:underline disabled:text-foreground-subtle"
        >
          {retry.isPending ? sessionMessages.checking : sessionMessages.retry}
        </button>
      </p>
    </div>
  )
}
