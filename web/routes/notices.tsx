import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { supportCopy } from '#web/copy/support.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { ErrorScreen } from '#web/features/frame/error-screen.tsx'
import { NoticePage } from '#web/features/support/notice-page.tsx'
import { NoticesPage } from '#web/features/support/notices-page.tsx'
import { readNotices } from '#web/features/support/read-notices.ts'
import { SupportFailed } from '#web/features/support/support-failed.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { noticePath, noticesPath } from '#web/paths.ts'
import type { Route } from './+types/notices.ts'

const words = supportCopy.notices

export async function loader({ context, request }: Route.LoaderArgs) {
  return readNotices(context.get(loaderCall), request.url)
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
    title: words.title,
    description: words.description,
    path: noticesPath + page,
  })
}

/** The list, or with `?id=` one of them: the specification has the one address. */
export default function Notices({ loaderData }: Route.ComponentProps) {
  const { notice, list } = loaderData
  return notice ? <NoticePage notice={notice} /> : <NoticesPage list={list} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SupportFailed error={error} title={words.title} missing={<ErrorScreen error={error} />} />
}
