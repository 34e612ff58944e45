import { sessionStore } from '#web/lib/browser-storage.ts'
import { recoveryMessages } from './messages.ko.ts'
import { customerServicePath } from '#web/routing/account-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { PageHeading } from '#web/ui/layout/headings.tsx'

const helpLink = { to: customerServicePath, title: recoveryMessages.help }

/** A narrow page with one form and links below it. */
export function RecoveryLayout({
  icon,
  title,
  lead,
  links = [],
  children,
}: {
  icon: IconName
  title: string
  lead?: string
  links?: readonly { to: string; title: string }[]
  children: ReactNode
}) {
  return (
    <div className="page-gutter mx-auto w-full max-w-[34rem] pt-8 md:pt-16">
      <span className="mb-5 flex size-13 items-center justify-center rounded-full bg-accent-subtle text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <PageHeading>{title}</PageHeading>
      {lead && <p className="mt-2 text-base text-foreground-muted">{lead}</p>}
      <div className="mt-7">{children}</div>
      <ul className="mt-6 flex flex-wrap justify-center border-t border-border pt-4">
        {[...links, helpLink].map(({ to, title: name }) => (
          <li key={to} className="px-1">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-control px-2 text-sm text-foreground-muted hover:text-foreground"
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

const storageKey = 'hanpyeon.recovered-id'

/** The recovered address, kept for this tab so that its page survives a reload. */
export const recoveredIdStorage = {
  save(recoveredId: RecoveredId) {
    sessionStore.setItem(storageKey, JSON.stringify(recoveredId))
  },
  /** Null if nothing was recovered in this tab. */
  read(): RecoveredId | null {
    try {
      const recoveredId = JSON.parse(
        sessionStore.getItem(storageKey) ?? 'null',
      ) as Partial<RecoveredId> | null
      return recoveredId?.email && recoveredId.joined_on ? (recoveredId as RecoveredId) : null
    } catch {
      return null
    }
  },
}
