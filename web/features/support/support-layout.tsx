import { supportMessages } from './messages.ko.ts'
import { faqsPath, noticesPath } from '#web/routing/account-paths.ts'
import { customerServicePath, inquiriesRootPath } from '#web/routing/paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { SidebarLayout, type NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'

const { entries } = supportMessages

const navItems: readonly NavItem[] = [
  { to: customerServicePath, title: entries.overview, icon: 'home', end: true },
  { to: faqsPath, title: entries.faqs, icon: 'info' },
  { to: inquiriesRootPath, title: entries.inquiry, icon: 'chat' },
  { to: noticesPath, title: entries.notices, icon: 'document' },
]

/** The layout of every support page. Inquiries belong to the account, so children's profiles have no links to them (D-101). */
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
