import { hasStaffAccess, type StaffAccess, studioAccess } from '#contract/core/staff-roles.ts'
import { studioMessages } from './messages.ko.ts'
import { useStaffRole } from './staff-access.ts'
import { homePath } from '#web/routing/paths.ts'
import { useScrollCurrentIntoView } from '#web/ui/layout/use-scroll-current-into-view.ts'
import { PaletteButton } from '#web/features/studio/palette/palette-button.tsx'
import type { StudioPage } from '#web/features/studio/palette/palette-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { useDocumentTheme, useStudioTheme } from './studio-theme.ts'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import {
  studioAuditLogPath,
  studioCampaignsPath,
  studioDeletionSurveysPath,
  studioHomeCurationPath,
  studioInquiriesPath,
  studioMembersPath,
  studioNoticesPath,
  studioPath,
  studioReviewsPath,
  studioRecommendationsPath,
  studioSchedulePath,
  studioSearchesPath,
  studioStaffPath,
  studioUploadsPath,
  studioTitlesPath,
} from '#web/routing/studio-paths.ts'

const { nav, nav_details } = studioMessages

type StudioLink = StudioPage & {
  /** The tasks of the page, in a sentence. */
  detail?: string
  /** The access that the page and those below it require; all staff may open a page without one. */
  access?: StaffAccess
}

const links: readonly StudioLink[] = [
  { to: studioPath, title: nav.home, icon: 'grid', end: true },
  {
    to: studioTitlesPath,
    title: nav.works,
    detail: nav_details.works,
    icon: 'film_reel',
    access: studioAccess.catalogue,
  },
  {
    to: studioSchedulePath,
    title: nav.schedule,
    detail: nav_details.schedule,
    icon: 'calendar',
    access: studioAccess.catalogue,
  },
  {
    to: studioHomeCurationPath,
    title: nav.home_curation,
    detail: nav_details.home_curation,
    icon: 'home',
    access: studioAccess.catalogue,
  },
  {
    to: studioUploadsPath,
    title: nav.uploads,
    detail: nav_details.uploads,
    icon: 'share',
    access: studioAccess.catalogue,
  },
  {
    to: studioInquiriesPath,
    title: nav.inquiries,
    detail: nav_details.inquiries,
    icon: 'chat',
    access: studioAccess.support,
  },
  {
    to: studioNoticesPath,
    title: nav.notices,
    detail: nav_details.notices,
    icon: 'document',
    access: studioAccess.support,
  },
  {
    to: studioReviewsPath,
    title: nav.reviews,
    detail: nav_details.reviews,
    icon: 'star',
    access: studioAccess.support,
  },
  {
    to: studioMembersPath,
    title: nav.members,
    detail: nav_details.members,
    icon: 'person',
    access: studioAccess.members,
  },
  {
    to: studioCampaignsPath,
    title: nav.campaigns,
    detail: nav_details.campaigns,
    icon: 'mail',
    access: studioAccess.marketing,
  },
  {
    to: studioDeletionSurveysPath,
    title: nav.deletion_surveys,
    detail: nav_details.deletion_surveys,
    icon: 'info',
    access: studioAccess.deletion_surveys,
  },
  {
    to: studioRecommendationsPath,
    title: nav.recommendations,
    detail: nav_details.recommendations,
    icon: 'heart',
    access: studioAccess.discovery,
  },
  {
    to: studioSearchesPath,
    title: nav.searches,
    detail: nav_details.searches,
    icon: 'search',
    access: studioAccess.discovery,
  },
  {
    to: studioAuditLogPath,
    title: nav.audit_log,
    detail: nav_details.audit_log,
    icon: 'clock',
    access: studioAccess.audit_log,
  },
  {
    to: studioStaffPath,
    title: nav.staff,
    detail: nav_details.staff,
    icon: 'key',
    access: studioAccess.staff,
  },
]

const linkOf = (pathname: string) => links.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`))

/** The title of the page at an address: its own nav item's, or its parent's. */
export const studioPageTitle = (pathname: string): string | undefined => linkOf(pathname)?.title

/** The access that the page at an address requires; undefined if all staff may open it. */
export const studioPageAccess = (pathname: string): StaffAccess | undefined =>
  linkOf(pathname)?.access

/** The nav items of the pages that the member may open, the studio's home first. */
export function useStudioLinks(): readonly StudioLink[] {
  const role = useStaffRole()
  return links.filter(({ access }) => !access || hasStaffAccess(access, role))
}

/** The layout of the studio: navigation beside the page on a wide screen, above it on a narrow one. */
export function StudioShell({
  account,
  badges = {},
  isDenied = false,
  children,
}: {
  /** The account name and the logout button. */
  account?: ReactNode
  /** Without access, no navigation is shown. */
  isDenied?: boolean
  /** Badges beside nav items, by address: the number of pending items. */
  badges?: Readonly<Record<string, ReactNode>>
  children: ReactNode
}) {
  useDocumentTheme()
  const items = useStudioLinks()
  const list = useScrollCurrentIntoView<HTMLUListElement>(
    // The items appear once the role is known.
    `${useLocation().pathname} ${items.length}`,
  )
  return (
    <div data-studio="" className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-skip-link -translate-y-24 rounded-lg bg-accent px-5 py-3 font-bold text-on-accent focus:translate-y-0"
      >
        {studioMessages.skip}
      </a>
      <header className="border-border bg-background-deep max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r">
        <div className="flex min-h-14 items-center gap-2 px-4 lg:min-h-18 lg:px-6">
          <Link to={studioPath} className="flex min-h-11 items-center gap-2 rounded-md">
            <Logo className="h-5" />
            <span className="text-sm font-semibold text-foreground-subtle">
              {studioMessages.title}
            </span>
          </Link>
          <div className="-mr-2.5 ml-auto flex lg:hidden">
            {!isDenied && <PaletteButton pages={items} isCompact />}
            <ThemeButton isCompact />
            <Link
              to={homePath}
              aria-label={studioMessages.to_site}
              title={studioMessages.to_site}
              className="flex size-11 items-center justify-center rounded-lg text-foreground-subtle hover:text-foreground"
            >
              <Icon name="home" />
            </Link>
          </div>
        </div>
        <div className={`px-3 pb-3 max-lg:hidden ${isDenied ? 'lg:hidden' : ''}`}>
          <PaletteButton pages={items} />
        </div>
        <nav
          aria-label={studioMessages.nav_label}
          className={`lg:grow lg:overflow-y-auto lg:px-3 ${isDenied ? 'hidden' : ''}`}
        >
          <ul
            ref={list}
            className="relative flex gap-5 overflow-x-auto px-4 [scrollbar-width:none] lg:flex-col lg:px-0"
          >
            {items.map(({ to, title, icon, end = false }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={end}
                  className={({ isActive }) =>
                    `relative flex min-h-11 items-center gap-3 rounded-lg text-sm whitespace-nowrap transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 lg:min-h-[clamp(2.25rem,4.4dvh,2.5rem)] max-lg:after:absolute max-lg:after:inset-x-0 max-lg:after:bottom-0 max-lg:after:h-0.75 max-lg:after:rounded-full lg:px-3 ${
                      isActive
                        ? 'font-bold text-foreground max-lg:after:bg-accent lg:bg-surface-raised'
                        : 'font-medium text-foreground-subtle hover:text-foreground lg:hover:bg-surface'
                    }`
                  }
                >
                  <Icon name={icon} className="size-4.5 max-lg:hidden" />
                  {title}
                  {badges[to]}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-auto border-t border-border p-3 max-lg:hidden">
          {account}
          <ThemeButton />
          <Link
            to={homePath}
            className="flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm text-foreground-subtle hover:bg-surface hover:text-foreground"
          >
            <Icon name="home" className="size-4.5" />
            {studioMessages.to_site}
          </Link>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-(--page-gutter) pt-6 pb-20 outline-none [--page-gutter:1rem] md:[--page-gutter:2rem] lg:pt-11"
      >
        {children}
      </main>
    </div>
  )
}

function ThemeButton({ isCompact = false }: { isCompact?: boolean }) {
  const [theme, setTheme] = useStudioTheme()
  const other = theme === 'light' ? 'dark' : 'light'
  const label = studioMessages.themes[other]
  return (
    <button
      type="button"
      onClick={() => setTheme(other)}
      {...(isCompact && { 'aria-label': label, title: label })}
      className={`flex items-center rounded-lg text-foreground-subtle hover:text-foreground ${
        isCompact
          ? 'size-11 justify-center'
          : 'min-h-11 w-full gap-3 px-3 text-sm hover:bg-surface-raised'
      }`}
    >
      <Icon name="contrast" className={isCompact ? 'size-5.5' : 'size-4.5'} />
      {!isCompact && label}
    </button>
  )
}

/** The header of a page: title, description and actions. */
export function PageHeader({
  title,
  detail,
  actions,
}: {
  title: string
  detail?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-extrabold">{title}</h1>
        {detail && <p className="mt-1 text-sm text-foreground-subtle">{detail}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

/** The link from a page to the list that it belongs to, whose name it may show. */
export const BackLink = ({
  to,
  className = '',
  children = studioMessages.back_to_list,
}: {
  to: string
  className?: string
  children?: string
}) => (
  <Link
    to={to}
    className={`-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 rounded-md text-sm text-foreground-subtle hover:text-foreground ${className}`}
  >
    <Icon name="chevron_left" className="size-4" />
    {children}
  </Link>
)
