import { inquiryMessages } from './messages.ko.ts'
import { inquiriesPath, newInquiryPath } from '#web/routing/account-paths.ts'
import { useRouteHandle, type InquiryPageHandle } from '#web/routing/route-handles.ts'
import { ClosedToChildren } from '#web/features/account/profiles/closed-to-children.tsx'
import { RequireMember } from '#web/session/require-member.tsx'
import { SupportLayout } from '#web/features/support/support-layout.tsx'
import { Link, Outlet } from 'react-router'

const tabs = [
  { key: 'new', to: newInquiryPath, title: inquiryMessages.new_title },
  { key: 'list', to: inquiriesPath, title: inquiryMessages.list_title },
] as const

/** The layout of the inquiry pages. */
export default function InquiriesLayout() {
  const { Skeleton, tab } = useRouteHandle<InquiryPageHandle>()
  return (
    <SupportLayout title={inquiryMessages.title}>
      <ClosedToChildren>
        <InquiryTabs selected={tab} />
        <RequireMember skeleton={<Skeleton />}>
          <Outlet />
        </RequireMember>
      </ClosedToChildren>
    </SupportLayout>
  )
}

/** The tabs of the inquiry pages (specification, section 2). */
function InquiryTabs({ selected }: { selected: 'new' | 'list' }) {
  return (
    <nav aria-label={inquiryMessages.tabs} className="mb-8">
      <ul className="grid max-w-md grid-cols-2 gap-1 panel p-1">
        {tabs.map(({ key, to, title }) => (
          <li key={key}>
            <Link
              to={to}
              {...(key === selected && { 'aria-current': 'page' as const })}
              className={`flex min-h-11 items-center justify-center rounded-control text-base font-semibold transition-colors duration-(--duration-fast) ${
                key === selected
                  ? 'bg-surface-high text-foreground'
                  : 'text-foreground-subtle hover:text-foreground'
              }`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
