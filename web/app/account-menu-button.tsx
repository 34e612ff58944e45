import { appMessages } from './messages.ko.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { loginPathFor } from '#web/routing/login-redirect.ts'
import { homePath, loginPath, mypagePath } from '#web/routing/paths.ts'
import { IconButton } from '#web/ui/base/button.tsx'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { accountButtonClass, AccountAvatar } from './account-avatar.tsx'

/** Loaded for members only. A link to the account pages replaces a menu that does not load. */
const MemberMenu = lazy(() =>
  import('./account-menu.tsx').then(
    (module) => ({ default: module.AccountMenu }),
    () => ({ default: ToMypage }),
  ),
)

/** The corner of the header that knows who is there. Always of the same width: nothing moves when it is known. */
export function AccountMenuButton() {
  return (
    <div className="flex min-h-11 min-w-17 items-center justify-end max-[18rem]:min-w-0">
      <Inside />
    </div>
  )
}

function Inside() {
  const { state, user } = useAuth()
  switch (state) {
    case 'signed_in':
      return (
        // Nothing to press while it is on its way: what has the focus would vanish from under it.
        <Suspense
          fallback={
            <span aria-hidden="true" className={accountButtonClass}>
              <AccountAvatar user={user} />
            </span>
          }
        >
          <MemberMenu />
        </Suspense>
      )
    case 'signed_out':
      return <LoginLink />
    // The page of the server does not know. Readers without scripts find the way in a moment later.
    case 'unknown':
      return <LoginLink late />
    case 'failed':
      return (
        <IconButton
          label={`${sessionMessages.unsure}. ${sessionMessages.retry}`}
          icon="retry"
          onClick={() => void authStore.checkAuth()}
        />
      )
  }
}

function ToMypage() {
  const { user } = useAuth()
  return (
    <Link to={mypagePath} className={accountButtonClass}>
      <AccountAvatar user={user} />
    </Link>
  )
}

function LoginLink({ late = false }: { late?: boolean }) {
  const { pathname, search } = useLocation()
  // The server's page knows of no query but those it depends on.
  const here = late ? pathname : pathname + search
  return (
    <Link
      to={here === homePath ? loginPath : loginPathFor(here)}
      className={`group/in flex min-h-11 items-center ${late ? 'fade-in-delayed [animation-delay:2s]' : ''}`}
    >
      <span className="rounded-lg bg-foreground/14 px-3.5 py-1.5 text-sm font-semibold transition-colors duration-(--duration-fast) group-hover/in:bg-foreground/24">
        {appMessages.login}
      </span>
    </Link>
  )
}
