import { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { StudioWorkRow } from '#contract/studio/catalogue.ts'
import type { WorkOverride } from '#contract/studio/recommendations.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { studioRecommendationsMessages as messages } from './messages.ko.ts'
import { overridesQuery, workSearchQuery } from './queries.ts'

const { studio_recommendations: calls } = endpoints

/** The pinned and the excluded works, and the search for others. */
export function OverridesSection() {
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
    <section aria-labelledby="works-title">
      <h2 id="works-title" className="text-lg font-bold">
        {messages.works}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.works_note}</p>
      {mayChange && (
        <WorkSearch isBusy={isBusy} onSet={(id, kind) => setting.submit({ id, kind })} />
      )}
      <FormAlert>{setting.formError ?? removal.formError}</FormAlert>
      {query.isPending ? (
        <TableSkeleton rows={3} />
      ) : query.isError ? (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : query.data.results.length === 0 ? (
        <EmptyState icon="info" title={messages.no_works} heading="h3">
          {mayChange && messages.no_works_detail}
        </EmptyState>
      ) : (
        <DataTable
          label={messages.works}
          columns={mayChange ? columns : columns.filter(({ key }) => key !== 'restore')}
          rows={query.data.results}
          keyOf={({ series_id }) => series_id}
        />
      )}
    </section>
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
  const works: readonly StudioWorkRow[] = q === '' ? [] : (query.data?.results ?? [])
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
