import type { ReactNode } from 'react'
import { NavigationLink } from '#web/ui/base/navigation-link.tsx'
import { Link, useLocation } from 'react-router'
import { useScrollCurrentIntoView } from './use-scroll-current-into-view.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { PageHeading } from './headings.tsx'

export type NavItem = {
  to: string
  title: string
  icon: IconName
  end?: boolean
  /** Path prefix of further pages for which the item is current. */
  matchPrefix?: string
}

/**
 * The heading and navigation of an area: beside the page on wide screens, above it on narrow ones. `hideMobileNav` is
 * for pages that list the links themselves; `exitItem` leads out of the area and shows on wide screens only.
 */
export function SidebarLayout({
  title,
  nav,
  items,
  exitItem,
  hideMobileNav = false,
  hideNav = false,
  isWide = false,
  children,
}: {
  title: string
  /** Accessible name of the navigation. */
  nav: string
  items: readonly NavItem[]
  exitItem?: NavItem
  hideMobileNav?: boolean
  /** For visitors of a page that is public. */
  hideNav?: boolean
  /** Whether the page fills wide screens, by columns. Others keep a width at which their lists are easy to read. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={`page-gutter page-top print:block print:max-w-none print:p-0 ${hideNav ? 'mx-auto w-full max-w-[72rem]' : `${isWide ? 'max-w-[135rem]' : 'max-w-[90rem]'} lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-14`}`}
    >
      {!hideNav && (
        <SidebarNav nav={nav} items={items} exitItem={exitItem} hideMobileNav={hideMobileNav} />
      )}
      <div className="min-w-0">
        <PageHeading>{title}</PageHeading>
        <div className="mt-5 md:mt-7">{children}</div>
      </div>
    </div>
  )
}

function SidebarNav({
  nav,
  items,
  exitItem,
  hideMobileNav,
}: {
  nav: string
  items: readonly NavItem[]
  exitItem: NavItem | undefined
  hideMobileNav: boolean
}) {
  const { pathname } = useLocation()
  const list = useScrollCurrentIntoView<HTMLUListElement>(pathname)
  const matches = (prefix: string | undefined) =>
    prefix !== undefined && pathname.startsWith(prefix)
  return (
    <nav aria-label={nav} className={`max-lg:mb-6 ${hideMobileNav ? 'max-md:hidden' : ''}`}>
      <ul
        ref={list}
        className="relative flex gap-1 max-lg:full-bleed max-lg:gap-6 max-lg:overflow-x-auto max-lg:border-b max-lg:border-border max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header-height)+2.5rem)] lg:flex-col"
      >
        {items.map(({ to, title, icon, end = false, matchPrefix }) => (
          <li key={to}>
            <NavigationLink
              to={to}
              end={end}
              {...(matches(matchPrefix) && { 'data-current': true })}
              className={({ isActive }) =>
                `relative flex min-h-12 items-center gap-3 rounded-control text-base whitespace-nowrap transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 max-lg:after:absolute max-lg:after:inset-x-0 max-lg:after:bottom-0 max-lg:after:h-1 max-lg:after:rounded-full lg:px-4 ${
                  isActive || matches(matchPrefix)
                    ? 'font-bold text-foreground max-lg:after:bg-accent lg:bg-surface-raised'
                    : 'font-medium text-foreground-subtle hover:text-foreground lg:hover:bg-surface'
                }`
              }
            >
              <Icon name={icon} className="size-5 max-lg:hidden" />
              {title}
            </NavigationLink>
          </li>
        ))}
        {exitItem && (
          <li className="max-lg:hidden lg:mt-3 lg:border-t lg:border-border lg:pt-3">
            <Link
              to={exitItem.to}
              className="flex min-h-12 items-center gap-3 rounded-control px-4 text-base font-medium text-foreground-subtle transition-colors duration-(--duration-fast) hover:bg-surface hover:text-foreground"
            >
              <Icon name={exitItem.icon} />
              {exitItem.title}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
