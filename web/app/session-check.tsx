import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { mypagePath, inquiriesRootPath } from '#web/routing/paths.ts'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'

/** If it fails to load, the header's button still repeats the check. */
const AuthCheckNotice = lazyOrNothing(() =>
  import('./auth-check-notice.tsx').then(({ AuthCheckNotice }) => AuthCheckNotice),
)

/** For members only. Without it, pages that need a profile keep their skeleton. */
const MemberEffects = lazyOrNothing(() =>
  import('./member-effects.tsx').then(({ MemberEffects }) => MemberEffects),
)

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
    await (
      await import('#web/features/account/login/open-login-dialog.ts')
    ).openLoginDialog('signup_incomplete')
}

/** Checks the session at startup and shows a message if that failed. Rendered once, outside of the pages. */
export function SessionCheck() {
  const { state } = useAuth()
  const { pathname } = useLocation()

  useEffect(() => {
    void checkSessionOnce()
    // A page from the back/forward cache may show what the profile of now may not see: it is loaded again, unseen.
    function recheck({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      if (!authStore.isOutdated()) return void authStore.checkAuth()
      document.documentElement.hidden = true
      location.reload()
    }
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

  // Not over the player; member pages show the error themselves.
  const isHidden = ['/video/', mypagePath, inquiriesRootPath].some((area) =>
    pathname.startsWith(area),
  )
  return (
    <Suspense>
      {state === 'signed_in' && <MemberEffects />}
      {state === 'failed' && !isHidden && <AuthCheckNotice />}
    </Suspense>
  )
}
