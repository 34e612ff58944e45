import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { useStaffRole } from '#web/features/studio/common/staff-access.ts'
import { PageHeader, useStudioLinks } from '#web/features/studio/common/studio-shell.tsx'
import {
  PendingInquiryCount,
  PendingReviewCount,
} from '#web/features/studio/service/pending-badges.tsx'
import { studioInquiriesPath, studioReviewsPath } from '#web/routing/studio-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Pages whose cards show what waits. Staff that may open them may request the counts. */
const counts: Readonly<Record<string, ReactNode>> = {
  [studioInquiriesPath]: <PendingInquiryCount />,
  [studioReviewsPath]: <PendingReviewCount />,
}

/** The studio's home for roles that see no figures: the pages that they work on. */
export function StudioHome() {
  const role = useStaffRole()
  const [home, ...pages] = useStudioLinks()
  return (
    <>
      <PageHeader title={home?.title ?? ''} detail={role && studioMessages.roles.home(role)} />
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map(({ to, title, detail, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full gap-4 rounded-xl bg-surface p-5 inset-ring inset-ring-border transition-colors duration-(--duration-fast) hover:bg-surface-raised"
            >
              <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-accent" />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-x-3 font-bold">
                  {title}
                  {counts[to]}
                </span>
                <span className="mt-1 block text-sm text-foreground-muted">{detail}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
