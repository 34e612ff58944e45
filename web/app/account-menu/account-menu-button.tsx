import { appMessages } from '#web/app/messages.ko.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { homePath, loginPath, loginPathFor, mypagePath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'

/** Loaded for members only. A link to the account pages replaces a menu that fails to load. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(
    (module) => ({ default: module.AccountMenu }),
    () => ({ default: MypageLink }),
  ),
)

/** The account menu, or the login link. Of constant width, so that the session check causes no layout shift. */
export function AccountMenuButton() {
  return (
    <div className="account-slot flex min-h-11 items-center justify-end">
      <ButtonOrLink />
    </div>
  )
}

function ButtonOrLink() {
  const { state } = useAuth()
  switch (state) {
    case 'signed_in':
      return (
        // The fallback is not focusable, since its replacement would drop the focus.
        <Suspense
          fallback={
            <span
              aria-hidden="true"
              className="mr-7 ml-1 size-8 max-[18rem]:mr-2 rounded-full bg-surface"
            />
          }
        >
          <AccountMenu />
        </Suspense>
      )
    case 'signed_out':
      return <LoginLink />
    // Server-rendered pages do not know the user. The delayed link is for browsers without JavaScript.
    case 'unknown':
      return <LoginLink isDelayed />
    case 'failed': {
      const label = `${sessionMessages.check_failed}. ${sessionMessages.retry}`
      return (
        <Button
          variant="ghost"
          icon="retry"
          aria-label={label}
          title={label}
          onClick={() => void authStore.checkAuth()}
        />
      )
    }
  }
}

function MypageLink() {
  const { user } = useAuth()
  return (
    <Link
      to={mypagePath}
      aria-label={sessionMessages.menu_label(user.username)}
      className="flex p-2"
    >
      <Icon name="person" className="size-7" />
    </Link>
  )
}

function LoginLink({ isDelayed = false }: { isDelayed?: boolean }) {
  const { pathname, search } = useLocation()
  // Cached pages must not depend on the query.
  const currentPath = isDelayed ? pathname : pathname + search
  return (
    <Link
      to={currentPath === homePath ? loginPath : loginPathFor(currentPath)}
      className={`group/in flex min-h-11 items-center ${isDelayed ? 'login-pending' : ''}`}
    >
      <span className="rounded-control bg-foreground/14 px-4 py-2 text-sm font-semibold transition-colors duration-(--duration-fast) group-hover/in:bg-foreground/24">
        {appMessages.login}
      </span>
    </Link>
  )
}
