import type { Announcement } from '#contract/customer-services/customer-services.ts'
import { paddedDate } from '#web/lib/format.ts'
import { supportCopy } from '#web/features/support/messages.ko.ts'
import { noticePath, noticesPath } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { Link } from 'react-router'
import { NotLoaded } from '#web/features/support/section-error.tsx'
import type { NoticeList } from './load-notices.ts'
import { SupportFrame } from '#web/features/support/support-layout.tsx'

const words = supportCopy.notices

/** What we have to say to everybody, the pinned ones first (D-72). */
export function NoticesPage({ list }: { list: NoticeList | null }) {
  return (
    <SupportFrame title={words.title}>
      {!list && <NotLoaded />}
      {list?.count === 0 && (
        <EmptyState icon="paper" title={words.empty}>
          {words.empty_detail}
        </EmptyState>
      )}
      {list && list.count > 0 && (
        <>
          <NoticeLines notices={list.results} />
          {list.pages > 1 && (
            <div className="mt-6">
              <Pagination
                page={list.page}
                pages={list.pages}
                label={words.pages}
                hrefOf={(page) => `${noticesPath}?page=${page}`}
              />
            </div>
          )}
        </>
      )}
    </SupportFrame>
  )
}

export function NoticeLines({ notices }: { notices: readonly Announcement[] }) {
  return (
    <ul className="border-t border-line">
      {notices.map(({ id, title, is_pinned, created_at }) => (
        <li key={id} className="border-b border-line">
          <Link
            to={noticePath(id)}
            className="flex min-h-16 items-center gap-3 rounded-md px-2 py-3.5 transition-colors duration-(--quick) hover:bg-surface focus-visible:-outline-offset-2 md:gap-4 md:px-4"
          >
            <span className="min-w-0 grow md:flex md:items-center md:gap-3">
              {is_pinned && (
                <span className="mr-2 inline-block shrink-0 align-[0.1em] md:mr-0 md:align-baseline">
                  <Badge tone="wash">{words.pinned}</Badge>
                </span>
              )}
              <span className={`min-w-0 grow text-base ${is_pinned ? 'font-bold' : 'font-medium'}`}>
                {title}
              </span>
              <time
                dateTime={created_at}
                className="block shrink-0 text-xs text-paper-3 max-md:mt-1 md:text-sm"
              >
                {paddedDate(created_at)}
              </time>
            </span>
            <Icon name="right" className="size-4.5 text-paper-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
