import type { CategoryRef } from '#contract/contents/contents.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { appMessages } from '#web/app/messages.ko.ts'
import {
  categoriesPath,
  categoryPath,
  homePath,
  mypagePath,
  searchPath,
  shortsPath,
} from '#web/routing/paths.ts'
import { Logo } from '#web/ui/base/logo.tsx'
import { type ReactNode, lazy, Suspense } from 'react'
import { NavigationLink } from '#web/ui/base/navigation-link.tsx'
import { Link, useRouteLoaderData } from 'react-router'
import { useAuth } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'

const { nav } = appMessages

type NavigationItem = {
  to: string
  title: string
  end?: boolean
  /** Whether a children's profile has it, too. */
  isForAll?: boolean
}

/** The links of the header. Its categories are a setting, in the data of the root route. */
function useHeaderItems(): readonly NavigationItem[] {
  const root = useRouteLoaderData('root') as { header_categories?: CategoryRef[] } | undefined
  return [
    { to: homePath, title: nav.home, isForAll: true },
    { to: categoriesPath, title: nav.categories, end: true, isForAll: true },
    ...(root?.header_categories ?? []).map(({ id, name }) => ({
      to: categoryPath(id),
      title: name,
      isForAll: id === categoryIds.animation,
    })),
    { to: shortsPath, title: nav.short_drama },
  ]
}

function LogoLink() {
  return (
    <Link to={homePath} aria-label={appMessages.to_home} className="flex min-h-11 items-center">
      <Logo className="h-7 md:h-8" />
    </Link>
  )
}

/** The header of /accounts, /profiles and /terms. */
export function LogoHeader() {
  return (
    <header className="page-gutter flex h-(--header-height) items-center border-b border-border">
      <LogoLink />
    </header>
  )
}

/** Transparent over the first image; CSS makes it opaque on scroll. */
export function SiteHeader({ search, member }: { search: ReactNode; member: ReactNode }) {
  return (
    <header className="group/header site-header page-gutter fixed inset-x-0 top-0 z-header flex h-(--header-height) items-center gap-4 max-[18rem]:gap-0 lg:gap-9">
      <LogoLink />
      {/* On narrow screens the open search field would cut off a link. */}
      <nav
        aria-label={appMessages.main_nav}
        className="hidden grow md:block max-xl:group-has-[[role=combobox]]/header:invisible"
      >
        <ul className="flex items-center gap-1 lg:gap-2">
          {useHeaderItems().map(({ to, title, end = to === homePath, isForAll = false }) => (
            <li key={to} className={isForAll ? '' : 'account-only'}>
              <NavigationLink
                to={to}
                end={end}
                className={({ isActive }) =>
                  `relative flex min-h-11 items-center px-2 text-sm font-medium whitespace-nowrap transition-colors max-lg:max-w-24 duration-(--duration-fast) lg:text-base ${
                    isActive
                      ? 'font-bold text-foreground after:absolute after:inset-x-2 after:bottom-1 after:h-1 after:rounded-full after:bg-accent'
                      : 'text-foreground-muted hover:text-foreground'
                  }`
                }
              >
                <span className="truncate">{title}</span>
              </NavigationLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ml-auto flex items-center gap-1 md:gap-2">
        {search}
        {member}
      </div>
    </header>
  )
}

const personIcon = <Icon name="person" className="size-6" />

/** For members only. The icon replaces a file that fails to load. */
const ProfileAvatar = lazy(() =>
  import('#web/features/account/profiles/profile-avatar.tsx').then(
    (module) => ({ default: module.ProfileAvatar }),
    () => ({ default: () => personIcon }),
  ),
)

const bottomItems: readonly (NavigationItem & { icon: IconName })[] = [
  { to: homePath, title: nav.home, icon: 'home', end: true, isForAll: true },
  { to: categoriesPath, title: nav.categories, icon: 'grid', end: true, isForAll: true },
  { to: shortsPath, title: nav.short_drama, icon: 'phone_portrait' },
  { to: searchPath, title: nav.search, icon: 'search', isForAll: true },
  { to: mypagePath, title: nav.mypage, icon: 'person', isForAll: true },
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
        {bottomItems.map(({ to, title, icon, end = false, isForAll = false }) => (
          <li key={to} className={`flex-1 ${isForAll ? '' : 'account-only'}`}>
            <NavigationLink
              to={to}
              end={end}
              className={({ isActive }) =>
                `flex h-full flex-col items-center justify-center gap-1 short:flex-row short:gap-2 text-[min(var(--text-2xs),3.5vw)] font-medium whitespace-nowrap focus-visible:-outline-offset-3 ${isActive ? 'text-accent' : 'text-foreground-subtle'}`
              }
            >
              {to === mypagePath && user.profile ? (
                <Suspense fallback={personIcon}>
                  <ProfileAvatar profile={user.profile} size="xs" />
                </Suspense>
              ) : (
                <Icon name={icon} className="size-6" />
              )}
              {title}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
