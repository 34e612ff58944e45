import { formatDate } from '#web/lib/format.ts'
import { inquiryMessages } from './messages.ko.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { inquiriesPath } from '#web/routing/account-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { Link } from 'react-router'
import { InquiryStatusBadge } from './inquiry-item.tsx'
import { useInquiries } from './use-inquiries.ts'

const messages = inquiryMessages.mine
const maxShown = 3

/** The member's open inquiries on the support home, and those answered while the page is open. */
export function OpenInquiries() {
  return (
    <MemberQueryProvider>
      <OpenInquiryList />
    </MemberQueryProvider>
  )
}

function OpenInquiryList() {
  const { inquiries, newlyAnswered } = useInquiries()
  if (!inquiries.data) {
    // No alert (decisions/0001-specification-deviations).
    return inquiries.isError ? (
      <InlineRetry isRetrying={inquiries.isFetching} onRetry={() => void inquiries.refetch()}>
        {messages.failed}
      </InlineRetry>
    ) : null
  }
  const openInquiries = inquiries.data.results.filter(
    ({ id, is_answered }) => !is_answered || newlyAnswered.has(id),
  )
  // A member without open inquiries has the link to the list below.
  if (openInquiries.length === 0) return null
  return (
    <section aria-labelledby="waiting" className={card}>
      <h2 id="waiting" className="text-lg font-bold">
        {messages.title}
      </h2>
      <ul className="mt-3 -mx-3">
        {openInquiries.slice(0, maxShown).map(({ id, title, is_answered, created_at }) => (
          <li key={id}>
            <Link
              to={`${inquiriesPath}?id=${id}`}
              className="block rounded-control px-3 py-3 transition-colors duration-(--duration-fast) hover:bg-surface-raised focus-visible:-outline-offset-2"
            >
              <span className="flex items-center justify-between gap-3">
                <InquiryStatusBadge is_answered={is_answered} />
                <time dateTime={created_at} className="text-xs text-foreground-subtle">
                  {formatDate(created_at)}
                </time>
              </span>
              <span className="mt-2 line-clamp-2 text-base font-medium">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={inquiriesPath}
        className="mt-1 -mb-2 flex min-h-11 w-fit items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
      >
        {messages.all}
        {openInquiries.length > maxShown && ` (${messages.more(openInquiries.length - maxShown)})`}
        <Icon name="chevron_right" className="size-4" />
      </Link>
    </section>
  )
}

const card = 'panel p-5 md:p-6'
