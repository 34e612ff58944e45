import { recoveryMessages } from './messages.ko.ts'
import { customerServicePath } from '#web/routing/paths.ts'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'

const help = { to: customerServicePath, title: recoveryMessages.help }

/** A narrow page with one thing to do, and below it the quiet ways on. */
export function RecoveryLayout({
  icon,
  title,
  lead,
  ways = [],
  children,
}: {
  icon: IconName
  title: string
  lead?: string
  ways?: readonly { to: string; title: string }[]
  children: ReactNode
}) {
  return (
    <div className="page-gutter mx-auto w-full max-w-[34rem] pt-8 md:pt-16">
      <span className="mb-5 flex size-13 items-center justify-center rounded-full bg-accent-subtle text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <h1 className="text-2xl font-extrabold md:text-3xl">{title}</h1>
      {lead && <p className="mt-2 text-base text-foreground-muted">{lead}</p>}
      <div className="mt-7">{children}</div>
      <ul className="mt-6 flex flex-wrap justify-center border-t border-border pt-4">
        {[...ways, help].map(({ to, title: name }) => (
          <li key={to} className="px-1">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-sm px-2 text-sm text-foreground-muted hover:text-foreground"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export type RecoveredId = EndpointResponse<typeof accounts.recoverEmail>

const key = 'hanpyeon.found-id'

/** What was found is kept for this tab, so that the page that shows it can be loaded again. */
export const recoveredIdStorage = {
  keep(found: RecoveredId) {
    sessionStorage.setItem(key, JSON.stringify(found))
  },
  /** Null where nothing was found in this tab. */
  read(): RecoveredId | null {
    try {
      const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<RecoveredId> | null
      return found?.email && found.joined_on ? (found as RecoveredId) : null
    } catch {
      return null
    }
  },
}
