import { categoryIds } from '#contract/core/constants.ts'
import { appMessages } from '#web/app/messages.ko.ts'
import { categoriesPath, categoryPath, homePath } from '#web/routing/paths.ts'
import { Logo } from '#web/ui/base/logo.tsx'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'

const { nav } = appMessages

const entries = [
  { to: homePath, title: nav.home },
  { to: categoriesPath, title: nav.categories, end: true },
  { to: categoryPath(categoryIds.drama), title: nav.drama },
  { to: categoryPath(categoryIds.film), title: nav.film },
  { to: categoryPath(categoryIds.animation), title: nav.animation },
  { to: categoryPath(categoryIds.short_drama), title: nav.short_drama },
]

function LogoLink() {
  return (
    <Link to={homePath} aria-label={appMessages.to_home} className="flex min-h-11 items-center">
      <Logo className="h-7 md:h-8" />
    </Link>
  )
}

/** On /accounts and /terms: nothing to wander off to. */
export function LogoHeader() {
  return (
    <header className="page-gutter flex h-(--header-height) items-center border-b border-border">
      <LogoLink />
    </header>
  )
}

/**
 * Lies on the first picture and turns solid as the page scrolls (by CSS alone; where the browser cannot, it is
 * solid from the start). `search` leads to the search, `member` is the corner of who is there, from the feature that knows.
 */
export function SiteHeader({ search, member }: { search: ReactNode; member: ReactNode }) {
  return (
    <header className="group/header site-header page-gutter fixed inset-x-0 top-0 z-header flex h-(--header-height) items-center gap-4 max-[18rem]:gap-0 lg:gap-9">
      <LogoLink />
      {/* The field of the search opens over it, and would cut a word in two where there is little room. */}
      <nav
        aria-label={appMessages.main_nav}
        className="hidden grow md:block max-xl:group-has-[[role=combobox]]/header:invisible"
      >
        <ul className="flex items-center gap-1 lg:gap-2">
          {entries.map(({ to, title, end = to === homePath }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={end}
                className={({ isActive }) =>
                  `relative flex min-h-11 items-center px-2 text-sm font-medium whitespace-nowrap transition-colors duration-(--duration-fast) lg:text-base ${
                    isActive
                      ? 'font-bold text-foreground after:absolute after:inset-x-2 after:bottom-1 after:h-0.5 after:rounded-full after:bg-accent'
                      : 'text-foreground-muted hover:text-foreground'
                  }`
                }
              >
                {title}
              </NavLink>
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
