import type { ReactNode } from 'react'
import { Link } from 'react-router'

const bar = 'flex gap-6 overflow-x-auto border-b border-border [scrollbar-width:none]'
const tab =
  'relative inline-flex min-h-12 items-center whitespace-nowrap text-base font-semibold transition-colors duration-(--duration-fast) after:absolute after:inset-x-0 after:bottom-0 after:h-1 after:rounded-full focus-visible:-outline-offset-2'
const selectedTab = 'text-foreground after:bg-accent'
const unselectedTab = 'text-foreground-subtle hover:text-foreground'

/** Links that look like tabs; the selected one is in the URL. */
export function NavTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { key: string | number; to: string; title: ReactNode; selected: boolean }[]
}) {
  return (
    <nav aria-label={label}>
      <ul className={bar}>
        {tabs.map(({ key, to, title, selected }) => (
          <li key={key}>
            <Link
              to={to}
              preventScrollReset
              {...(selected && { 'aria-current': 'page' as const })}
              className={`${tab} ${selected ? selectedTab : unselectedTab}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
