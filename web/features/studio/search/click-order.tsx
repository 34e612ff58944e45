import { studioAccess } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import type { ClickedQuery } from '#contract/studio/search.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Checkbox, FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { studioSearchMessages as messages } from './messages.ko.ts'
import { clickOrderQuery } from './queries.ts'

type Row = { prefix: string } & ClickedQuery['works'][number]

const placeOf = ({ place_before, place }: Row) => {
  if (place_before === null || place === null) return messages.no_place
  return place > place_before
    ? messages.fall(place_before, place)
    : messages.rise(place_before, place)
}

const columns: readonly Column<Row>[] = [
  { key: 'prefix', title: messages.term, cell: (row) => row.prefix },
  { key: 'series', title: messages.series, cell: (row) => row.title },
  { key: 'place', title: messages.place, cell: placeOf },
  {
    key: 'reason',
    title: messages.reason,
    cell: ({ clicks, weight }) => messages.clicks(clicks, weight),
  },
]

/** The queries whose results follow clicks: which works moved, and why. */
export function ClickOrder() {
  const query = useQuery(clickOrderQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const setting = useApiMutation(endpoints.studio_search.setClickOrder, {
    errors: 'inline',
    invalidates: [studioKeys.searches()],
    toast: (_, { body }) => (body.is_on ? messages.click_order_on : messages.click_order_off),
  })
  const rows = query.data?.queries.flatMap(({ prefix, works }) =>
    works.map((work): Row => ({ prefix, ...work })),
  )
  return (
    <section aria-labelledby="click-order-title">
      <h2 id="click-order-title" className="text-lg font-bold">
        {messages.click_order}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.click_order_note}</p>
      {query.isPending ? (
        <TableSkeleton rows={4} />
      ) : query.isError ? (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Checkbox
            label={messages.order_by_clicks}
            checked={query.data.is_on}
            disabled={setting.isPending || !mayChange}
            onChange={({ target }) => setting.submit({ body: { is_on: target.checked } })}
          />
          <FormAlert>{setting.formError}</FormAlert>
          <div className="mt-4">
            {rows?.length === 0 ? (
              <EmptyState icon="info" title={messages.no_clicks} heading="h3">
                {messages.no_clicks_detail}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.click_order}
                columns={columns}
                rows={rows ?? []}
                keyOf={({ prefix, series_id }) => `${prefix} ${series_id}`}
              />
            )}
          </div>
        </>
      )}
    </section>
  )
}
