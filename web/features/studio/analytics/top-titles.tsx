import { endpoints } from '#contract/index.ts'
import { type WorkStats, workKinds } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CsvLink } from './csv-link.tsx'
import type { DateRange } from './date-range.ts'

const { works: messages, exact } = analyticsMessages
const { studio_analytics } = endpoints
/** A figure and its unit stay together. */
const numeric = { numeric: true, className: 'whitespace-nowrap' }
type Order = keyof typeof messages.orders

/** The works that were played, watched or sold most. */
export function TopTitles({
  range,
  by: asked,
  kind: askedKind,
  put,
}: {
  range: DateRange
  by: string | null
  kind: string | null
  /** Puts a choice into the address; null takes it out. */
  put: (choice: { by: Order } | { kind: string | null }) => void
}) {
  const by: Order = asked !== null && asked in messages.orders ? (asked as Order) : 'plays'
  const kind = workKinds.find((one) => one === askedKind)
  const { from, to } = range
  const query = { from, to, by, ...(kind && { kind }) }
  const works = useQuery({
    queryKey: ['studio', 'numbers', 'works', query],
    queryFn: () => call(studio_analytics.listWorks, { query }),
    placeholderData: keepPreviousData,
  })
  const most = works.data?.results[0]?.[by] ?? 0
  const columns: readonly Column<WorkStats>[] = [
    {
      key: 'work',
      title: messages.work,
      className: 'md:w-2/5',
      cell: (work) => (
        <>
          <Link
            to={seriesPath(work.series_id)}
            className="inline-flex min-h-6 items-center font-semibold break-keep wrap-anywhere hover:text-accent-bright hover:underline"
          >
            {work.title}
          </Link>
          {!kind && (
            <span className="ml-2 text-xs text-foreground-subtle">{messages.kinds[work.kind]}</span>
          )}
          <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-surface-raised">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${most > 0 ? Math.max(0, work[by] / most) * 100 : 0}%` }}
            />
          </span>
        </>
      ),
    },
    {
      key: 'plays',
      title: messages.plays,
      ...numeric,
      cell: (one) => exact.plays(one.plays),
    },
    {
      key: 'minutes',
      title: messages.minutes,
      ...numeric,
      cell: (one) => exact.minutes(one.minutes),
    },
    {
      key: 'sales',
      title: messages.sales,
      ...numeric,
      cell: (one) => exact.won(one.sales),
    },
  ]
  return (
    <section aria-labelledby="works-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="works-title" className="text-lg font-bold">
          {messages.title}
        </h2>
        <CsvLink call={studio_analytics.downloadWorks} query={query} what={messages.title} />
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div role="group" aria-label={messages.by} className="flex flex-wrap gap-2">
          {Object.entries(messages.orders).map(([key, name]) => (
            <Chip key={key} selected={key === by} onClick={() => put({ by: key as Order })}>
              {name}
            </Chip>
          ))}
        </div>
        <Select
          aria-label={messages.kind}
          value={kind ?? ''}
          onChange={({ target }) => put({ kind: target.value || null })}
          className="ml-auto"
        >
          <option value="">{messages.all_kinds}</option>
          {workKinds.map((one) => (
            <option key={one} value={one}>
              {messages.kinds[one]}
            </option>
          ))}
        </Select>
      </div>
      {works.data ? (
        works.data.results.length > 0 ? (
          <>
            <DataTable
              label={messages.title}
              columns={columns}
              rows={works.data.results}
              keyOf={({ series_id }) => series_id}
              busy={works.isPlaceholderData}
            />
            <p className="mt-3 text-xs text-foreground-subtle">{messages.sales_note}</p>
          </>
        ) : (
          <EmptyState icon="play" title={messages.empty} heading="h3">
            {messages.empty_detail}
          </EmptyState>
        )
      ) : works.isError ? (
        <ErrorState busy={works.isFetching} onRetry={() => void works.refetch()} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </section>
  )
}
