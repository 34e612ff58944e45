import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { supportMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ErrorPage } from '#web/app/error-page.tsx'
import { NoticeItems } from './notice-list.tsx'
import { loadNotices } from './load-support.ts'
import { SectionError, SupportErrorPage, SupportLayout } from './support-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { noticePath, noticesPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/notices.route.ts'
import type { AnnouncementDetail } from '#contract/customer-services/customer-services.ts'
import { formatPaddedDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { Link } from 'react-router'

const messages = supportMessages.notices

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadNotices(context.get(apiContext), request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { notice, list } = loaderData
  if (notice)
    return pageMeta(matches, {
      title: notice.title,
      description: toPlainText(notice.context),
      path: noticePath(notice.id),
    })
  const page = list && list.page > 1 ? `?page=${list.page}` : ''
  return pageMeta(matches, {
    title: messages.title,
    description: messages.description,
    path: noticesPath + page,
  })
}

/** The list, or one notice with `?id=`: the specification has one address for both. */
export default function Notices({ loaderData }: Route.ComponentProps) {
  const { notice, list } = loaderData
  return notice ? <NoticePage notice={notice} /> : <NoticesPage list={list} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SupportErrorPage error={error} title={messages.title} missing={<ErrorPage error={error} />} />
  )
}

/** The notices, pinned ones first. */
function NoticesPage({ list }: Pick<Route.ComponentProps['loaderData'], 'list'>) {
  return (
    <SupportLayout title={messages.title}>
      {!list && <SectionError />}
      {list?.count === 0 && (
        <EmptyState icon="document" title={messages.empty}>
          {messages.empty_detail}
        </EmptyState>
      )}
      {list && list.count > 0 && (
        <>
          <NoticeItems notices={list.results} />
          {list.pages > 1 && (
            <div className="mt-6">
              <Pagination
                page={list.page}
                pages={list.pages}
                label={messages.pages}
                hrefOf={(page) => `${noticesPath}?page=${page}`}
              />
            </div>
          )}
        </>
      )}
    </SupportLayout>
  )
}

/** A notice with links to the adjacent ones. */
function NoticePage({ notice }: { notice: AnnouncementDetail }) {
  const { title, is_pinned, created_at, context, previous, next } = notice
  return (
    <SupportLayout title={title}>
      <p className="flex items-center gap-2 border-b border-border pb-5 text-sm text-foreground-subtle md:-mt-3">
        {is_pinned && <Badge tone="accent_subtle">{messages.pinned}</Badge>}
        <span className="sr-only">{messages.posted}</span>
        <time dateTime={created_at}>{formatPaddedDate(created_at)}</time>
      </p>
      <div className="mt-6 md:mt-8">
        <RichText source={context} headingLevel={2} />
      </div>
      <nav aria-label={messages.title} className="mt-12 print:hidden">
        <ul className="border-y border-border *:not-first:border-t *:not-first:border-border">
          {next && <AdjacentNotice icon="chevron_up" label={messages.newer} {...next} />}
          {previous && <AdjacentNotice icon="chevron_down" label={messages.older} {...previous} />}
        </ul>
        <div className="mt-6 flex justify-center">
          <ButtonLink to={noticesPath} icon="document">
            {messages.back}
          </ButtonLink>
        </div>
      </nav>
    </SupportLayout>
  )
}

function AdjacentNotice({
  icon,
  label,
  id,
  title,
}: {
  icon: IconName
  label: string
  id: number
  title: string
}) {
  return (
    <li>
      <Link
        to={noticePath(id)}
        className="flex min-h-14 items-center gap-3 rounded-control px-2 py-3 transition-colors duration-(--duration-fast) hover:bg-surface focus-visible:-outline-offset-2 md:px-4"
      >
        <Icon name={icon} className="size-5 text-foreground-subtle" />
        <span className="shrink-0 text-sm text-foreground-subtle">{label}</span>
        <span className="truncate text-base">{title}</span>
      </Link>
    </li>
  )
}
