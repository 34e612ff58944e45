import { studio_catalogue } from '#contract/studio/catalogue.ts'
import type { CatalogueAuditEntry } from '#contract/studio/catalogue.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { catalogActionLabels } from '#web/features/studio/audit/messages.ko.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  revisionsQuery,
  revisionPageSize,
  useTitleMutation,
} from '#web/features/studio/catalog/queries.ts'
import { formatAuditValue } from '#web/features/studio/audit/format-audit-value.ts'

const messages = studioCatalogMessages.history

/** The revisions of a title, with undo where possible. */
export function RevisionHistory({ work_id }: { work_id: number }) {
  const [params] = useSearchParams()
  const page = parsePageParam(params.get('page'), 300)
  const history = useQuery(revisionsQuery(work_id, page))
  const undo = useTitleMutation(
    (id: number) => apiRequest(studio_catalogue.undoEdit, { params: { id }, body: {} }),
    { toast: messages.undone, invalidates: [studioKeys.title(work_id)] },
  )
  if (history.isPending) return <TableSkeleton rows={5} />
  if (history.isError)
    return <ErrorState isRetrying={history.isFetching} onRetry={() => void history.refetch()} />
  const { count, results } = history.data
  if (count === 0)
    return (
      <EmptyState icon="clock" title={messages.empty}>
        {messages.empty_detail}
      </EmptyState>
    )
  return (
    <>
      <ol className="divide-y divide-border">
        {results.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-4">
            <div className="w-40 shrink-0 text-sm">
              <p className="font-semibold">{entry.staff_name}</p>
              <time dateTime={entry.at} className="text-foreground-subtle tabular-nums">
                {formatDateTime(entry.at)}
              </time>
            </div>
            <div className="min-w-0 grow basis-80">
              <p className="text-sm font-semibold">
                {catalogActionLabels[entry.kind] ?? entry.kind}
              </p>
              <p className="text-sm break-keep wrap-anywhere text-foreground-subtle">
                {[entry.subject_name, entry.reason].filter(Boolean).join(' · ')}
              </p>
              <Fields entry={entry} />
            </div>
            {entry.undo === 'open' && (
              <Button
                variant="outline"
                busy={undo.isPending && undo.input === entry.id}
                onClick={() => undo.submit(entry.id)}
              >
                {messages.undo}
                <span className="sr-only">
                  {Object.keys(entry.after ?? {})
                    .map((field) => studioCatalogMessages.fields[field])
                    .join(', ')}
                </span>
              </Button>
            )}
            {entry.undo === 'newer' && (
              <p className="w-40 text-xs break-keep text-foreground-subtle">{messages.newer}</p>
            )}
          </li>
        ))}
      </ol>
      {count > revisionPageSize && (
        <Pagination
          page={page}
          pages={pageCount(count, revisionPageSize)}
          hrefOf={(to) => `?tab=history&page=${to}`}
        />
      )}
    </>
  )
}

const maxLength = 120
const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

/** The changed fields with their old and new values. */
function Fields({ entry: { before, after } }: { entry: CatalogueAuditEntry }) {
  if (!before || !after) return null
  return (
    <dl className="mt-2 space-y-1 text-sm">
      {Object.keys(after).map((field) => (
        <div key={field} className="flex gap-x-3">
          <dt className="w-20 shrink-0 text-foreground-subtle">
            {studioCatalogMessages.fields[field] ?? field}
          </dt>
          <dd className="min-w-0 break-keep wrap-anywhere">
            <del className="mr-2 text-foreground-subtle">
              {truncate(formatAuditValue(field, before[field]))}
            </del>
            <ins className="no-underline">{truncate(formatAuditValue(field, after[field]))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
