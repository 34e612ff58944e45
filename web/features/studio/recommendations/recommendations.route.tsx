import { studioAccess } from '#contract/core/staff-roles.ts'
import { rowStatsDays, type RowStats } from '#contract/studio/recommendations.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { ReadOnlyNote } from '#web/features/studio/common/require-role.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { formatCount } from '#web/lib/format-basics.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { ExperimentsSection } from './experiments-section.tsx'
import { studioRecommendationsMessages as messages } from './messages.ko.ts'
import { OverridesSection } from './overrides-section.tsx'
import { overviewQuery } from './queries.ts'

/** The figures of personal rows, the works that staff pin or exclude, and experiments. */
export default function RecommendationsPage() {
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ReadOnlyNote access={studioAccess.discovery_editing} />
      <div className="space-y-12">
        <RowsSection />
        <OverridesSection />
        <ExperimentsSection />
      </div>
    </>
  )
}

const formatShare = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`

function RowsSection() {
  const query = useQuery(overviewQuery)
  const { model, public_works = 0, rows = [] } = query.data ?? {}
  const columns: readonly Column<RowStats>[] = [
    {
      key: 'kind',
      title: messages.row,
      className: 'md:w-2/5',
      cell: ({ kind }) => messages.kinds[kind],
    },
    {
      key: 'impressions',
      title: messages.impressions,
      numeric: true,
      cell: ({ impressions }) => formatCount(impressions),
    },
    {
      key: 'clicks',
      title: messages.clicks,
      numeric: true,
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      key: 'click_rate',
      title: messages.click_rate,
      numeric: true,
      cell: ({ clicks, impressions }) =>
        impressions > 0 ? formatShare(clicks, impressions) : messages.none,
    },
    {
      key: 'coverage',
      title: messages.coverage,
      numeric: true,
      cell: ({ works }) =>
        works === null || public_works === 0
          ? messages.none
          : messages.coverage_of(
              formatCount(works),
              formatCount(public_works),
              formatShare(works, public_works),
            ),
    },
  ]
  return (
    <section aria-labelledby="rows-title">
      <h2 id="rows-title" className="text-lg font-bold">
        {messages.rows}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">
        {messages.rows_note(rowStatsDays)}{' '}
        {query.data &&
          (model
            ? messages.trained(formatDateTime(model.trained_at), formatCount(model.profile_count))
            : messages.untrained)}
      </p>
      {query.isPending ? (
        <TableSkeleton rows={4} />
      ) : query.isError ? (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable label={messages.rows} columns={columns} rows={rows} keyOf={({ kind }) => kind} />
      )}
    </section>
  )
}
