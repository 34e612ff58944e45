import { supportMessages } from './messages.ko.ts'
import { faqsPath, noticesPath, customerServicePath } from '#web/routing/account-paths.ts'
import { inquiriesRootPath } from '#web/routing/paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { SidebarLayout, type NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'
import { pageTitle, useService } from '#web/lib/service.ts'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { useRevalidator, isRouteErrorResponse } from 'react-router'

const { entries } = supportMessages

const navItems: readonly NavItem[] = [
  { to: customerServicePath, title: entries.overview, icon: 'home', end: true },
  { to: faqsPath, title: entries.faqs, icon: 'info' },
  { to: inquiriesRootPath, title: entries.inquiry, icon: 'chat' },
  { to: noticesPath, title: entries.notices, icon: 'document' },
]

/** The layout of every support page. Inquiries belong to the account, so children's profiles have no links to them. */
export function SupportLayout({ title, children }: { title: string; children: ReactNode }) {
  const isChild = useIsChild()
  return (
    <SidebarLayout
      title={title}
      nav={supportMessages.nav}
      items={isChild ? navItems.filter(({ to }) => to !== inquiriesRootPath) : navItems}
    >
      <div className="max-w-4xl">{children}</div>
    </SidebarLayout>
  )
}

/** Shown in place of a section that failed to load; retries by revalidating the page. */
export function SectionError({ message = supportMessages.load_failed }: { message?: string }) {
  const revalidator = useRevalidator()
  return (
    <InlineRetry
      isRetrying={revalidator.state !== 'idle'}
      onRetry={() => void revalidator.revalidate()}
    >
      {message}
    </InlineRetry>
  )
}

/** The error page within the support layout, for a page that failed to load. `missing` is shown for a 4xx. */
export function SupportErrorPage({
  error,
  title,
  missing,
}: {
  error: unknown
  title: string
  missing: ReactNode
}) {
  const service = useService()
  if (isRouteErrorResponse(error) && error.status < 500) return missing
  return (
    <SupportLayout title={title}>
      <title>{pageTitle(service, title)}</title>
      <meta name="robots" content="noindex" />
      <SectionError />
    </SupportLayout>
  )
}
