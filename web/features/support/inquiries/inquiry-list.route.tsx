import { inquiryMessages } from './messages.ko.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import type { InquiryPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { inquiriesPath, newInquiryPath } from '#web/routing/account-paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/inquiry-list.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { useRef } from 'react'
import { InquiryItem } from './inquiry-item.tsx'
import { useInquiries } from './use-inquiries.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { list_title: title, description } = inquiryMessages
  return pageMeta(matches, { title, description, path: inquiriesPath, noindex: true })
}

export const handle: InquiryPageHandle = { tab: 'list', Skeleton: InquiryListSkeleton }

export default function InquiryListPage() {
  const [searchParams] = useSearchParams()
  return (
    <MemberQueryProvider>
      <InquiryList targetId={Number(searchParams.get('id')) || null} />
    </MemberQueryProvider>
  )
}

const messages = inquiryMessages.list

/** The member's inquiries, newest first. `opened` is the id that a link targets. */
function InquiryList({ targetId }: { targetId: number | null }) {
  const { inquiries, newlyAnswered } = useInquiries()
  const top = useRef<HTMLDivElement>(null)

  if (!inquiries.data)
    return inquiries.isError ? (
      <InlineRetry isRetrying={inquiries.isFetching} onRetry={() => void inquiries.refetch()}>
        {messages.failed}
      </InlineRetry>
    ) : (
      <InquiryListSkeleton />
    )
  const { count, results } = inquiries.data

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {results.length === 0 ? (
        <EmptyState
          icon="chat"
          title={messages.empty}
          actions={
            <ButtonLink to={newInquiryPath} variant="primary" icon="chat">
              {messages.ask}
            </ButtonLink>
          }
        >
          {messages.empty_detail}
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-sm text-foreground-subtle tabular-nums">
            {messages.total(count)}
          </p>
          <ul className="border-t border-border">
            {results.map((inquiry) => (
              <li
                key={inquiry.id}
                className="[contain-intrinsic-block-size:auto_5.5rem] [content-visibility:auto] md:[contain-intrinsic-block-size:auto_4.0625rem]"
              >
                <InquiryItem
                  inquiry={inquiry}
                  is_new={newlyAnswered.has(inquiry.id)}
                  isTarget={inquiry.id === targetId}
                  // The button that had focus is gone.
                  onDeleted={() => top.current?.focus()}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function InquiryListSkeleton() {
  const line = 'shimmer rounded-control'
  return (
    <div aria-hidden="true">
      <div className={`${line} mb-4 h-4 w-16`} />
      <div className="border-t border-border">
        {[0, 1, 2, 3].map((at) => (
          <div
            key={at}
            className="border-b border-border px-2 py-4 md:flex md:h-16 md:items-center md:gap-4 md:px-4"
          >
            <div className={`${line} h-5 w-36 md:w-44`} />
            <div className={`${line} mt-2 h-4 w-3/5 md:mt-0`} />
          </div>
        ))}
      </div>
    </div>
  )
}
