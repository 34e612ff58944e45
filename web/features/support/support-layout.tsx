import { supportCopy } from './messages.ko.ts'
import {
  customerServicePath,
  faqsPath,
  inquiriesAreaPath,
  noticesPath,
} from '#web/routing/paths.ts'
import { AreaFrame, type AreaWay } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'

const { entries } = supportCopy

const ways: readonly AreaWay[] = [
  { to: customerServicePath, title: entries.overview, icon: 'home', end: true },
  { to: faqsPath, title: entries.faqs, icon: 'info' },
  { to: inquiriesAreaPath, title: entries.inquiry, icon: 'chat' },
  { to: noticesPath, title: entries.notices, icon: 'paper' },
]

/** What stands around each page of the customer service. */
export function SupportFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AreaFrame title={title} nav={supportCopy.nav} ways={ways}>
      <div className="max-w-4xl">{children}</div>
    </AreaFrame>
  )
}
