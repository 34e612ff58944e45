import { endpoints } from '#contract/index.ts'
import { type WorkStats, workKinds, type PlayerError } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import { Select, Options } from '#web/ui/forms/form-controls.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CsvLink } from './csv-link.tsx'
import type { DateRange } from './date-range-picker.tsx'
import { formatDateTime } from '#web/lib/format.ts'

const { works: messages, errors: errorMessages, exact } = analyticsMessages
const { studio_analytics } = endpoints
/** Keeps a number and its unit on one line. */
const numeric = { numeric: true, className: 'whitespace-nowrap' }
const orders = ['plays', 'minutes', 'sales'] as const
type Order = (typeof orders)[number]

/** The works with the most plays, watch time or sales. */
export function TopWorks({
  range,
  by: requestedOrder,
  kind: requestedKind,
  onChange,
}: {
  range: DateRange
  by: string | null
  kind: string | null
  /** Puts a selection into the address; null removes it. */
  onChange: (choice: { by: Order } | { kind: string | null }) => void
}) {
  const by = orders.find((order) => order === requestedOrder) ?? 'plays'
  const kind = workKinds.find((item) => item === requestedKind)
  const { from, to } = range
  const query = { from, to, by, ...(kind && { kind }) }
  const works = useQuery({
    queryKey: studioKeys.analytics('titles', query),
    queryFn: () => call(studio_analytics.listWorks, { query }),
    placeholderData: keepPreviousData,
  })
  const max = works.data?.results[0]?.[by] ?? 0
  const columns: readonly Column<WorkStats>[] = [
    {
      key: 'work',
      title: messages.work,
      className: 'md:w-2/5',
      cell: (work) => (
        <WorkCell
          work={work}
          kind={kind ? null : messages.kinds[work.kind]}
          share={max > 0 ? Math.max(0, work[by] / max) : 0}
        />
      ),
    },
    {
      key: 'plays',
      title: messages.plays,
      ...numeric,
      cell: (item) => exact.plays(item.plays),
    },
    {
      key: 'minutes',
      title: messages.minutes,
      ...numeric,
      cell: (item) => exact.minutes(item.minutes),
    },
    {
      key: 'sales',
      title: messages.sales,
      ...numeric,
      cell: (item) => exact.won(item.sales),
    },
  ]
  return (
    <section aria-labelledby="works-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="works-title" className="text-lg font-bold">
          {messages.title}
        </h2>
        <CsvLink call={studio_analytics.downloadWorks} query={query} tableName={messages.title} />
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div role="group" aria-label={messages.by} className="flex flex-wrap gap-2">
          {orders.map((order) => (
            <Chip key={order} selected={order === by} onClick={() => onChange({ by: order })}>
              {messages.orders[order]}
            </Chip>
          ))}
        </div>
        <Select
          aria-label={messages.kind}
          value={kind ?? ''}
          onChange={({ target }) => onChange({ kind: target.value || null })}
          className="ml-auto"
        >
          <option value="">{messages.all_kinds}</option>
          <Options values={workKinds} names={messages.kinds} />
        </Select>
      </div>
      <QueryTable
        label={messages.title}
        query={works}
        skeletonRows={6}
        choiceKey="top-titles"
        columns={columns}
        rows={works.data?.results}
        keyOf={({ series_id }) => series_id}
        empty={
          <EmptyState icon="play" title={messages.empty} heading="h3">
            {messages.empty_detail}
          </EmptyState>
        }
      />
      {Boolean(works.data?.results.length) && (
        <p className="mt-3 text-xs text-foreground-subtle">{messages.sales_note}</p>
      )}
    </section>
  )
}

/** @param share of the first work's figure, from 0 to 1, which a bar shows */
function WorkCell({ work, kind, share }: { work: WorkStats; kind: string | null; share: number }) {
  return (
    <>
      <Link
        to={seriesPath(work.series_id)}
        className="mr-2 inline-flex min-h-6 items-center font-semibold break-keep wrap-anywhere hover:text-accent-bright hover:underline"
      >
        {work.title}
      </Link>
      {kind && <span className="text-xs text-foreground-subtle">{kind}</span>}
      <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-surface-raised">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </>
  )
}

const columns: readonly Column<PlayerError>[] = [
  {
    key: 'code',
    title: errorMessages.code,
    className: 'md:w-2/5',
    cell: ({ code, detail }) => (
      <>
        <span className="font-semibold">{errorMessages.codes[code]}</span>
        {detail && <span className="block text-xs break-all text-foreground-subtle">{detail}</span>}
      </>
    ),
  },
  {
    key: 'work',
    title: errorMessages.work,
    cell: (row) => (
      <>
        <span className="break-all">
          {errorMessages.episode(row.series_title, row.episode_number)}
        </span>
        <span className="block text-xs text-foreground-subtle">
          {row.browser || errorMessages.no_browser}
        </span>
      </>
    ),
  },
  {
    key: 'count',
    title: errorMessages.count,
    numeric: true,
    cell: (row) => exact.times(row.count),
  },
  {
    key: 'last_seen',
    title: errorMessages.last_seen,
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
          {errorMessages.title}
        </h2>
        <CsvLink
          call={studio_analytics.downloadPlayerErrors}
          query={{ from: range.from, to: range.to }}
          tableName={errorMessages.title}
        />
      </div>
      <QueryTable
        label={errorMessages.title}
        query={errors}
        skeletonRows={6}
        columns={columns}
        rows={errors.data?.results}
        keyOf={(row) => `${row.code} ${row.episode_id} ${row.browser}`}
        empty={
          <EmptyState icon="check" title={errorMessages.empty} heading="h3">
            {errorMessages.empty_detail}
          </EmptyState>
        }
      />
      {rest > 0 && (
        <p className="mt-3 text-xs text-foreground-subtle">{errorMessages.more(rest)}</p>
      )}
    </section>
  )
}
