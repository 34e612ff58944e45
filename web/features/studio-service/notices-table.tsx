import { endpoints } from '#contract/index.ts'
import type { EditedNotice } from '#contract/studio-service.ts'
import { paddedDate } from '#web/copy/format.ts'
import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { call } from '#web/data/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/data-table.tsx'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/notice.tsx'
import { pageCount, pageFrom } from '#web/ui/page-blocks.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ShownSwitch } from './shown-switch.tsx'
import { keys, noticesQuery } from './queries.ts'

const words = studioServiceCopy.texts
const pageSize = 20

const columns: readonly Column<EditedNotice>[] = [
  {
    key: 'title',
    title: words.name,
    className: 'md:w-3/5',
    cell: ({ id, title, is_pinned }) => (
      <Link
        to={`${studioNoticesPath}?edit=${id}`}
        className="-my-3 block min-h-11 py-3 font-semibold hover:text-gam-bright"
      >
        {is_pinned && (
          <span className="mr-2 inline-block">
            <Badge tone="wash">{words.pinned}</Badge>
          </span>
        )}
        {title}
      </Link>
    ),
  },
  {
    key: 'date',
    title: words.date,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{paddedDate(created_at)}</time>,
  },
  {
    key: 'state',
    title: words.state,
    cell: ({ id, title, is_hidden, version }) => (
      <ShownSwitch
        title={title}
        is_hidden={is_hidden}
        stale={keys.notices}
        change={(to) =>
          call(endpoints.studio_service.changeNotice, {
            params: { id },
            body: { version, is_hidden: to },
          })
        }
      />
    ),
  },
]

/** Every notice as viewers have them, and the hidden ones. */
export function NoticesTable() {
  const [params] = useSearchParams()
  const page = pageFrom(params.get('page'), 500)
  const notices = useQuery(noticesQuery({ limit: pageSize, offset: (page - 1) * pageSize }))
  return (
    <>
      <div className="mb-4 flex justify-end">
        <ButtonLink to={`${studioNoticesPath}?edit=new`} look="primary" icon="plus">
          {words.add_notice}
        </ButtonLink>
      </div>
      {notices.isPending ? (
        <TableSkeleton />
      ) : notices.isError ? (
        <ErrorState busy={notices.isFetching} onRetry={() => void notices.refetch()} />
      ) : notices.data.count === 0 ? (
        <EmptyState icon="paper" title={words.empty}>
          {words.empty_detail}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={words.list_notices}
            columns={columns}
            rows={notices.data.results}
            keyOf={({ id }) => id}
            busy={notices.isPlaceholderData}
          />
          {notices.data.count > pageSize && (
            <div className="mt-4 [--gutter:0px]">
              <Pagination
                page={page}
                pages={pageCount(notices.data.count, pageSize)}
                hrefOf={(to) => `${studioNoticesPath}?page=${to}`}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}
