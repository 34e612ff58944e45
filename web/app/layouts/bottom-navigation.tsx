import { categoryIds } from '#contract/core/constants.ts'
import { appMessages } from '#web/app/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import {
  categoriesPath,
  categoryPath,
  homePath,
  mypagePath,
  searchPath,
} from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'

const { nav } = appMessages

const personIcon = <Icon name="person" className="size-5.5" />

/** For members only. The icon replaces a file that fails to load. */
const ProfileAvatar = lazy(() =>
  import('#web/features/account/profiles/profile-avatar.tsx').then(
    (module) => ({ default: module.ProfileAvatar }),
    () => ({ default: () => personIcon }),
  ),
)

const items: { to: string; title: string; icon: IconName; end?: boolean }[] = [
  { to: homePath, title: nav.home, icon: 'home', end: true },
  { to: categoriesPath, title: nav.categories, icon: 'grid', end: true },
  { to: categoryPath(categoryIds.short_drama), title: nav.short_drama, icon: 'phone_portrait' },
  { to: searchPath, title: nav.search, icon: 'search' },
  { to: mypagePath, title: nav.mypage, icon: 'person' },
]

/** The main navigation on phones. */
export function BottomNavigation() {
  const { user } = useAuth()
  return (
    <nav
      aria-label={appMessages.bottom_nav}
      className="fixed inset-x-0 bottom-0 z-header h-(--bottom-nav-height) border-t border-border bg-background pb-[env(safe-area-inset-bottom,0px)] md:hidden"
    >
      <ul className="flex h-full">
        {items.map(({ to, title, icon, end = false }) => (
          <li key={to} className="flex-1">
            <NavLink
              to={to}
              end={end}
              className={({ isActive }) =>
                `flex h-full flex-col items-center justify-center gap-0.5 short:flex-row short:gap-2 text-[min(var(--text-2xs),3.5vw)] font-medium whitespace-nowrap focus-visible:-outline-offset-3 ${isActive ? 'text-accent' : 'text-foreground-subtle'}`
              }
            >
              {to === mypagePath && user.profile ? (
                <Suspense fallback={personIcon}>
                  <ProfileAvatar profile={user.profile} size="xs" />
                </Suspense>
              ) : (
                <Icon name={icon} className="size-5.5" />
              )}
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
