import { endpoints } from '#contract/index.ts'
import type { EditableNotice } from '#contract/studio/support.ts'
import { paddedDate } from '#web/copy/format.ts'
import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { call } from '#web/data/client.ts'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { pageCount, pageFrom } from '#web/ui/page-blocks.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { keys, noticesQuery } from './queries.ts'
import { TextsTable } from './texts-table.tsx'

const words = studioServiceCopy.texts
const pageSize = 20

/** Every notice as viewers have them, and the hidden ones. */
export function Notices() {
  const [params] = useSearchParams()
  const page = pageFrom(params.get('page'), 500)
  const notices = useQuery(noticesQuery({ limit: pageSize, offset: (page - 1) * pageSize }))
  const count = notices.data?.count ?? 0
  return (
    <>
      <TextsTable<EditableNotice>
        label={words.list_notices}
        query={notices}
        rows={notices.data?.results ?? []}
        head={words.name}
        mark={({ is_pinned }) => is_pinned && words.pinned}
        hrefOf={({ id }) => `${studioNoticesPath}?edit=${id}`}
        columns={[
          {
            key: 'date',
            title: words.date,
            className: 'whitespace-nowrap tabular-nums',
            cell: ({ created_at }) => <time dateTime={created_at}>{paddedDate(created_at)}</time>,
          },
        ]}
        stale={keys.notices}
        change={({ id }, body) =>
          call(endpoints.studio_support.updateNotice, { params: { id }, body })
        }
      />
      {count > pageSize && (
        <div className="mt-4 [--gutter:0px]">
          <Pagination
            page={page}
            pages={pageCount(count, pageSize)}
            hrefOf={(to) => `${studioNoticesPath}?page=${to}`}
          />
        </div>
      )}
    </>
  )
}
