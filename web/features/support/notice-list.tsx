import type { Announcement } from '#contract/customer-services/customer-services.ts'
import { formatPaddedDate } from '#web/lib/format.ts'
import { supportMessages } from './messages.ko.ts'
import { noticePath } from '#web/routing/account-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'

const messages = supportMessages.notices

export function NoticeItems({ notices }: { notices: readonly Announcement[] }) {
  return (
    <ul className="border-t border-border">
      {notices.map(({ id, title, is_pinned, created_at }) => (
        <li key={id} className="border-b border-border">
          <Link
            to={noticePath(id)}
            className="flex min-h-16 items-center gap-3 rounded-control px-2 py-4 transition-colors duration-(--duration-fast) hover:bg-surface focus-visible:-outline-offset-2 md:gap-4 md:px-4"
          >
            <span className="min-w-0 grow md:flex md:items-center md:gap-3">
              {is_pinned && (
                <span className="mr-2 inline-block shrink-0 align-[0.1em] md:mr-0 md:align-baseline">
                  <Badge tone="accent_subtle">{messages.pinned}</Badge>
                </span>
              )}
              <span className={`min-w-0 grow text-base ${is_pinned ? 'font-bold' : 'font-medium'}`}>
                {title}
              </span>
              <time
                dateTime={created_at}
                className="block shrink-0 text-xs text-foreground-subtle max-md:mt-1 md:text-sm"
              >
                {formatPaddedDate(created_at)}
              </time>
            </span>
            <Icon name="chevron_right" className="size-5 text-foreground-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
