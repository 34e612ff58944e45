import { studioAccess } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import { rowStatsDays, type RowStats, type WorkOverride } from '#contract/studio/recommendations.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/common/data-table.tsx'
import { ReadOnlyNote } from '#web/features/studio/common/require-role.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryTable, TableSection } from '#web/features/studio/table/query-table.tsx'
import { formatCount } from '#web/lib/format-basics.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ExperimentsSection } from './experiments-section.tsx'
import { studioRecommendationsMessages as messages } from './messages.ko.ts'
import { overridesQuery, overviewQuery, workSearchQuery } from './queries.ts'

const { studio_recommendations: calls } = endpoints

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
    <TableSection
      title={messages.rows}
      note={
        <>
          {messages.rows_note(rowStatsDays)}{' '}
          {query.data &&
            (model
              ? messages.trained(formatDateTime(model.trained_at), formatCount(model.profile_count))
              : messages.untrained)}
        </>
      }
    >
      <QueryTable
        label={messages.rows}
        query={query}
        skeletonRows={4}
        columns={columns}
        rows={rows}
        keyOf={({ kind }) => kind}
      />
    </TableSection>
  )
}

/** The pinned and the excluded works, and the search for others. */
function OverridesSection() {
  const query = useQuery(overridesQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const options = { errors: 'inline', invalidates: [studioKeys.recommendations()] } as const
  const setting = useApiMutation(
    ({ id, kind }: { id: number; kind: WorkOverride['kind'] }) =>
      apiRequest(calls.setOverride, { params: { id }, body: { kind } }),
    { ...options, toast: (_, { kind }) => messages[kind] },
  )
  const removal = useApiMutation(calls.removeOverride, { ...options, toast: messages.restored })
  const isBusy = setting.isPending || removal.isPending
  const columns: readonly Column<WorkOverride>[] = [
    { key: 'title', title: messages.work, className: 'md:w-2/5', cell: ({ title }) => title },
    { key: 'state', title: messages.state, cell: ({ kind }) => messages.states[kind] },
    {
      key: 'since',
      title: messages.since,
      numeric: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      key: 'restore',
      title: '',
      bare: true,
      className: 'md:w-24',
      cell: ({ series_id, title }) => (
        <Button
          variant="ghost"
          aria-label={messages.restore_work(title)}
          disabled={isBusy}
          onClick={() => removal.submit({ params: { id: series_id } })}
        >
          {messages.restore}
        </Button>
      ),
    },
  ]
  return (
    <TableSection title={messages.works} note={messages.works_note}>
      {mayChange && (
        <WorkSearch isBusy={isBusy} onSet={(id, kind) => setting.submit({ id, kind })} />
      )}
      <FormAlert>{setting.formError ?? removal.formError}</FormAlert>
      <QueryTable
        label={messages.works}
        query={query}
        skeletonRows={3}
        columns={mayChange ? columns : columns.filter(({ key }) => key !== 'restore')}
        rows={query.data?.results}
        keyOf={({ series_id }) => series_id}
        empty={
          <EmptyState icon="info" title={messages.no_works} heading="h3">
            {mayChange && messages.no_works_detail}
          </EmptyState>
        }
      />
    </TableSection>
  )
}

function WorkSearch({
  isBusy,
  onSet,
}: {
  isBusy: boolean
  onSet: (id: number, kind: WorkOverride['kind']) => void
}) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = useQuery(workSearchQuery(q))
  const works = q === '' ? [] : (query.data?.results ?? [])
  return (
    <div className="mb-6 max-w-2xl">
      <TextField
        label={messages.search}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div aria-live="polite">
        {q !== '' && query.isError && (
          <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {q !== '' && query.data?.results.length === 0 && (
          <p className="mt-3 text-sm text-foreground-subtle">{messages.not_found}</p>
        )}
      </div>
      {works.length > 0 && (
        <ul aria-label={messages.found} className="mt-2 divide-y divide-border">
          {works.map(({ id, title }) => (
            <li key={id} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 grow truncate">{title}</span>
              <Button
                variant="ghost"
                aria-label={messages.pin_work(title)}
                disabled={isBusy}
                onClick={() => onSet(id, 'pinned')}
              >
                {messages.pin}
              </Button>
              <Button
                variant="ghost"
                aria-label={messages.exclude_work(title)}
                disabled={isBusy}
                onClick={() => onSet(id, 'excluded')}
              >
                {messages.exclude}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
