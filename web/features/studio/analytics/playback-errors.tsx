import { endpoints } from '#contract/index.ts'
import type { PlayerError } from '#contract/studio/analytics.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { analyticsMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CsvLink } from './csv-link.tsx'
import type { DateRange } from './date-range.ts'

const { errors: messages, exact } = analyticsMessages
const { studio_analytics } = endpoints

const columns: readonly Column<PlayerError>[] = [
  {
    key: 'code',
    title: messages.code,
    className: 'md:w-2/5',
    cell: ({ code, detail }) => (
      <>
        <span className="font-semibold">{messages.codes[code]}</span>
        {detail && <span className="block text-xs break-all text-foreground-subtle">{detail}</span>}
      </>
    ),
  },
  {
    key: 'work',
    title: messages.work,
    cell: (row) => (
      <>
        <span className="break-all">{messages.episode(row.series_title, row.episode_number)}</span>
        <span className="block text-xs text-foreground-subtle">
          {row.browser || messages.no_browser}
        </span>
      </>
    ),
  },
  { key: 'count', title: messages.count, numeric: true, cell: (row) => exact.times(row.count) },
  {
    key: 'last_seen',
    title: messages.last_seen,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ last_seen_at }) => <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>,
  },
]

/** The playback errors that players reported, most frequent first. */
export function PlaybackErrors({ range }: { range: DateRange }) {
  const { from, to } = range
  const errors = useQuery({
    queryKey: studioKeys.analytics('errors', from, to),
    queryFn: () => call(studio_analytics.listPlayerErrors, { query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const rest = (errors.data?.count ?? 0) - (errors.data?.results.length ?? 0)
  return (
    <section aria-labelledby="errors-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="errors-title" className="text-lg font-bold">
          {messages.title}
        </h2>
        <CsvLink
          call={studio_analytics.downloadPlayerErrors}
          query={{ from: range.from, to: range.to }}
          tableName={messages.title}
        />
      </div>
      {errors.data ? (
        errors.data.count > 0 ? (
          <>
            <DataTable
              label={messages.title}
              columns={columns}
              rows={errors.data.results}
              keyOf={(row) => `${row.code} ${row.episode_id} ${row.browser}`}
              busy={errors.isPlaceholderData}
            />
            {rest > 0 && (
              <p className="mt-3 text-xs text-foreground-subtle">{messages.more(rest)}</p>
            )}
          </>
        ) : (
          <EmptyState icon="check" title={messages.empty} heading="h3">
            {messages.empty_detail}
          </EmptyState>
        )
      ) : errors.isError ? (
        <ErrorState isRetrying={errors.isFetching} onRetry={() => void errors.refetch()} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </section>
  )
}
