import { manageProfilesPath } from '#web/routing/account-paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ChildNotice } from '../child-notice.tsx'
import { profilesMessages } from '../messages.ko.ts'
import { PageHeading } from '#web/ui/layout/headings.tsx'

const messages = profilesMessages.manage

/** The frame of the pages that manage profiles, which a children's profile cannot. */
export function ManageFrame({
  title,
  lead,
  hasBackLink = true,
  children,
}: {
  title: string
  lead?: string
  hasBackLink?: boolean
  children: ReactNode
}) {
  const { user } = useAuth()
  return (
    <div className="page-gutter mx-auto max-w-4xl py-8 md:py-12">
      {hasBackLink && (
        <Link
          to={manageProfilesPath}
          className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-1 rounded-control px-1 text-sm text-foreground-muted hover:text-foreground"
        >
          <Icon name="chevron_left" className="size-4" />
          {messages.back}
        </Link>
      )}
      <PageHeading>{title}</PageHeading>
      {lead && <p className="mt-2 text-base text-foreground-muted">{lead}</p>}
      <div className="mt-7 md:mt-9">{user.profile?.is_child ? <ChildNotice /> : children}</div>
    </div>
  )
}

/** The frame with placeholders. */
export const manageSkeletonOf = (title: string) =>
  function ManageSkeleton() {
    return (
      <ManageFrame title={title}>
        <div aria-hidden="true" className="space-y-3">
          <div className="shimmer h-24 rounded-sheet" />
          <div className="shimmer h-24 rounded-sheet" />
        </div>
      </ManageFrame>
    )
  }
