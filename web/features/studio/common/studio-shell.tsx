import { studioMessages } from './messages.ko.ts'
import { homePath } from '#web/routing/paths.ts'
import { useScrollCurrentIntoView } from '#web/ui/layout/use-scroll-current-into-view.ts'
import { PaletteButton } from '#web/features/studio/palette/palette-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { useDocumentTheme, useStudioTheme } from './studio-theme.ts'
import type { ReactNode } from 'react'
import { NavigationLink } from '#web/ui/base/navigation-link.tsx'
import { Link, useLocation } from 'react-router'
import { studioPath } from '#web/routing/studio-paths.ts'
import { useStudioLinks } from './studio-navigation.ts'

/** The layout of the studio: navigation beside the page on a wide screen, above it on a narrow one. */
export function StudioShell({
  account,
  isDenied = false,
  children,
}: {
  /** The account name and the logout button. */
  account?: ReactNode
  /** Without access, no navigation is shown. */
  isDenied?: boolean
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
        className="fixed top-2 left-2 z-skip-link -translate-y-24 rounded-control bg-accent px-5 py-3 font-bold text-on-accent focus:translate-y-0"
      >
        {studioMessages.skip}
      </a>
      <header className="border-border bg-background-deep max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r">
        <div className="flex min-h-14 items-center gap-2 px-4 lg:min-h-18 lg:px-6">
          <Link to={studioPath} className="flex min-h-11 items-center gap-2 rounded-control">
            <Logo className="h-5" />
            <span className="text-sm font-semibold text-foreground-subtle">
              {studioMessages.title}
            </span>
          </Link>
          <div className="-mr-2 ml-auto flex lg:hidden">
            {!isDenied && <PaletteButton pages={items} isCompact />}
            <ThemeButton isCompact />
            <Link
              to={homePath}
              aria-label={studioMessages.to_site}
              title={studioMessages.to_site}
              className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:text-foreground"
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
            {items.map(({ to, title, icon, end = false, Badge }) => (
              <li key={to}>
                <NavigationLink
                  to={to}
                  end={end}
                  className={({ isActive }) =>
                    `relative flex min-h-11 items-center gap-3 rounded-control text-sm whitespace-nowrap transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 lg:min-h-[clamp(2.25rem,4.4dvh,2.5rem)] max-lg:after:absolute max-lg:after:inset-x-0 max-lg:after:bottom-0 max-lg:after:h-1 max-lg:after:rounded-full lg:px-3 ${
                      isActive
                        ? 'font-bold text-foreground max-lg:after:bg-accent lg:bg-surface-raised'
                        : 'font-medium text-foreground-subtle hover:text-foreground lg:hover:bg-surface'
                    }`
                  }
                >
                  <Icon name={icon} className="size-5 max-lg:hidden" />
                  {title}
                  {Badge && <Badge />}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-auto border-t border-border p-3 max-lg:hidden">
          {account}
          <ThemeButton />
          <Link
            to={homePath}
            className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm text-foreground-subtle hover:bg-surface hover:text-foreground"
          >
            <Icon name="home" className="size-5" />
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
      className={`flex items-center rounded-control text-foreground-subtle hover:text-foreground ${
        isCompact
          ? 'size-11 justify-center'
          : 'min-h-11 w-full gap-3 px-3 text-sm hover:bg-surface-raised'
      }`}
    >
      <Icon name="contrast" className={isCompact ? 'size-6' : 'size-5'} />
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
    className={`-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 rounded-control text-sm text-foreground-subtle hover:text-foreground ${className}`}
  >
    <Icon name="chevron_left" className="size-4" />
    {children}
  </Link>
)
