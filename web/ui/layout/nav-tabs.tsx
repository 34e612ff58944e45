import type { ReactNode } from 'react'
import { Link } from 'react-router'

const bar = 'flex gap-6 overflow-x-auto border-b border-border [scrollbar-width:none]'
const tab =
  'relative inline-flex min-h-12 items-center whitespace-nowrap text-base font-semibold transition-colors duration-(--duration-fast) after:absolute after:inset-x-0 after:bottom-0 after:h-0.75 after:rounded-full focus-visible:-outline-offset-2'
const tabOn = 'text-foreground after:bg-accent'
const tabOff = 'text-foreground-subtle hover:text-foreground'

/** Tabs whose panels are pages: the chosen one is in the address. */
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
              className={`${tab} ${selected ? tabOn : tabOff}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
