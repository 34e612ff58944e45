import { sessionMessages } from '#web/session/messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { hasUnsentProgress } from '#web/session/progress-outbox.ts'
import { inquiriesRootPath, mypagePath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'

let has_played = false

/**
 * Asks once, when the page has come to life, who is there (specification, section 4). Where there is a session
 * with nobody in it, it asks to sign in, but for those who are about to (section 2).
 */
async function checkSessionOnce() {
  const { checked, user } = authStore.getState()
  if (has_played || (checked && user.email)) return
  has_played = true
  const outcome = await authStore.checkAuth()
  if (outcome === 'no_member' && !location.pathname.startsWith('/accounts'))
    await openLoginDialog('signup_incomplete')
}

/** The check at the start, and a quiet word where nobody could tell. Mounted once, outside the pages. */
export function SessionCheck() {
  const { state, user } = useAuth()
  const { pathname } = useLocation()

  useEffect(() => {
    void checkSessionOnce()
    // A page that was put away and comes back knows what was true then.
    const again = (event: PageTransitionEvent) => event.persisted && void authStore.checkAuth()
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])

  // What failed for want of a network is asked again when there is one, and when somebody looks.
  useEffect(() => {
    if (state !== 'failed') return
    const again = () => void authStore.checkAuth()
    addEventListener('online', again)
    addEventListener('focus', again)
    return () => {
      removeEventListener('online', again)
      removeEventListener('focus', again)
    }
  }, [state])

  // D-44: what was watched without a network is told now, or once there is one.
  const member_id = state === 'signed_in' ? user.id : null
  useEffect(() => {
    if (member_id === null) return
    const send = () => {
      if (!hasUnsentProgress()) return
      import('#web/session/progress-outbox-sync.ts').then(
        ({ flushMemberOutbox: sendKeptProgress }) => sendKeptProgress(member_id),
        // It is still kept.
        () => {},
      )
    }
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [member_id])

  // Over a film nothing is laid that is not about the film; a member's page says it in its place.
  const quiet = ['/video/', mypagePath, inquiriesRootPath].some((area) => pathname.startsWith(area))
  return state === 'failed' && !quiet && <Unsure />
}

function Unsure() {
  const [busy, setBusy] = useState(false)
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+1rem)] z-popup flex justify-center px-4"
    >
      <p className="flex min-h-12 animate-[slide-up_var(--duration-slow)_var(--ease-standard)] items-center gap-2.5 rounded-xl bg-surface-raised pl-4 text-sm shadow-float">
        <Icon name="warning" className="size-4.5 text-accent" />
        {sessionMessages.unsure}
        <button
          type="button"
          disabled={busy}
          onClick={() => {
            setBusy(true)
            void authStore.checkAuth().finally(() => setBusy(false))
          }}
          className="min-h-11 rounded-lg px-3 font-semibold text-accent-bright hover:underline disabled:text-foreground-subtle"
        >
          {busy ? sessionMessages.busy : sessionMessages.retry}
        </button>
      </p>
    </div>
  )
}
