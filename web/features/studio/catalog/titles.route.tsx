import { studio_catalogue, type StudioWorkRow, workStatuses } from '#contract/studio/catalogue.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { formatCount, formatDate } from '#web/lib/format.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioTitlesPath, studioImportPath, studioTitlePath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import { useRowSelection } from '#web/features/studio/table/row-selection.tsx'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, parsePageParam, Pagination } from '#web/ui/layout/pagination.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { BulkTitleBar, RefusedTitles, useBulkTitles } from './bulk-titles.tsx'
import { openCreateTitleDialog } from './create-title-dialog.tsx'
import { VisibilityBadge } from './visibility-badge.tsx'

export default TitlesPage

const messages = studioCatalogMessages.list
const pageSize = 50
/** The address's parameters besides the page. */
const filterNames = ['q', 'category', 'kind', 'state', 'ordering'] as const

const columns: readonly Column<StudioWorkRow>[] = [
  {
    key: 'work',
    title: messages.work,
    bare: true,
    className: 'md:w-1/2',
    cell: (work) => <WorkCell work={work} />,
  },
  {
    key: 'state',
    title: messages.state,
    cell: ({ state, publish_at, unpublish_at }) => (
      <>
        <VisibilityBadge state={state} />
        {state === 'scheduled' && publish_at && <Small>{messages.opens(publish_at)}</Small>}
        {state !== 'ended' && unpublish_at && <Small>{messages.closes(unpublish_at)}</Small>}
      </>
    ),
  },
  {
    key: 'episodes',
    title: messages.episodes,
    className: 'whitespace-nowrap',
    cell: ({ is_series, episode_count, ready_count }) =>
      is_series ? messages.ready(ready_count, episode_count) : messages.has_video(ready_count),
  },
  {
    key: 'viewers',
    title: messages.viewers,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ viewer_count }) => formatCount(viewer_count),
  },
  {
    key: 'created',
    title: messages.created,
    className: 'whitespace-nowrap tabular-nums max-lg:hidden',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDate(created_at)}</time>,
  },
]

const Small = ({ children }: { children: string }) => (
  <span className="mt-1 block text-xs text-foreground-subtle tabular-nums">{children}</span>
)

function WorkCell({ work }: { work: StudioWorkRow }) {
  const { id, title, poster_url, poster_color, is_series, category_ids, age_rating } = work
  return (
    <div className="flex gap-3">
      <span
        className="h-16 w-11 shrink-0 overflow-hidden rounded-sm"
        style={{ backgroundColor: poster_color }}
      >
        {poster_url && (
          <img
            src={poster_url.replace(/\d+\.webp$/, '160.webp')}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
      {/* The row is aligned to its title, not to the bottom of its image. */}
      <span className="min-w-0 self-baseline">
        <Link
          to={studioTitlePath(id)}
          className="inline-flex min-h-6 items-center rounded-sm font-semibold break-keep wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-foreground-subtle">
          <AgeRatingBadge code={age_rating} />
          {studioCatalogMessages.kinds[is_series ? 'series' : 'film']}
          <span>
            {category_ids.map((item) => studioCatalogMessages.categories[item]).join(' · ')}
          </span>
          <span className="tabular-nums">#{id}</span>
        </span>
      </span>
    </div>
  )
}

/** All titles; search, filters and order are in the address. */
function TitlesPage() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const page = parsePageParam(params.get('page'), 201)
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  ) as Record<string, string>
  const query = { ...filters, limit: pageSize, offset: (page - 1) * pageSize } as never
  const works = useQuery({
    queryKey: studioKeys.titles(filters, page),
    queryFn: () => call(studio_catalogue.listWorks, { query }),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (changes: Record<string, string>) => {
    const search = new URLSearchParams({ ...filters, ...changes })
    for (const [name, value] of [...search]) if (!value) search.delete(name)
    return search.size > 0 ? `${studioTitlesPath}?${search}` : studioTitlesPath
  }
  const setFilter = (name: string, value: string) =>
    setParams(new URL(hrefOf({ [name]: value }), 'http://here').searchParams)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    setFilter('q', typeof typed === 'string' ? typed.trim() : '')
  }
  const rows = works.data?.results ?? []
  const selection = useRowSelection(rows)
  const bulk = useBulkTitles(selection)
  const { ordering: _, ...narrowing } = filters
  const isNarrowed = Object.keys(narrowing).length > 0
  const exportAddress = buildPath(studio_catalogue.exportWorks, { query: narrowing })
  usePageActions([
    { key: 'import', title: messages.import, run: () => void navigate(studioImportPath) },
    { key: 'export', title: messages.export, run: () => location.assign(exportAddress) },
  ])
  return (
    <>
      <PageHeader
        title={studioCatalogMessages.title}
        detail={studioCatalogMessages.detail}
        actions={
          <>
            <ButtonLink to={exportAddress} reloadDocument download variant="outline">
              {messages.export}
            </ButtonLink>
            <ButtonLink to={studioImportPath} variant="outline">
              {messages.import}
            </ButtonLink>
            <Button
              variant="primary"
              icon="plus"
              className="max-sm:order-first max-sm:w-full"
              onClick={() => {
                void openCreateTitleDialog().then(
                  (work) => work && navigate(studioTitlePath(work.id)),
                )
              }}
            >
              {messages.create}
            </Button>
          </>
        }
      />
      <form role="search" onSubmit={find} className="mb-3 flex flex-wrap gap-2">
        <input
          key={filters['q'] ?? ''}
          name="q"
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          defaultValue={filters['q'] ?? ''}
          maxLength={100}
          className="h-11 min-w-0 grow basis-56 rounded-lg bg-surface-raised px-4 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle"
        />
        <Button type="submit" icon="search">
          {messages.find}
        </Button>
        <Filter
          name="category"
          label={messages.category}
          value={filters['category']}
          onChange={setFilter}
        >
          <option value="">{messages.all_categories}</option>
          {studioCatalogMessages.category_order.map((id) => (
            <option key={id} value={id}>
              {studioCatalogMessages.categories[id]}
            </option>
          ))}
        </Filter>
        <Filter name="kind" label={messages.kind} value={filters['kind']} onChange={setFilter}>
          <option value="">{messages.all_kinds}</option>
          {Object.entries(studioCatalogMessages.kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Filter>
        <Filter
          name="ordering"
          label={messages.order}
          value={filters['ordering']}
          onChange={setFilter}
        >
          {Object.entries(messages.orders).map(([key, name]) => (
            <option key={key} value={key === '-created_at' ? '' : key}>
              {name}
            </option>
          ))}
        </Filter>
      </form>
      <ul aria-label={messages.state} className="mb-4 flex flex-wrap gap-2">
        {(['', ...workStatuses] as const).map((state) => {
          const counts = works.data?.counts
          const number = counts && (state === '' ? sum(Object.values(counts)) : counts[state])
          return (
            <li key={state}>
              <ChipLink to={hrefOf({ state })} selected={(filters['state'] ?? '') === state}>
                {state === '' ? messages.all_states : studioCatalogMessages.states[state]}
                {number !== undefined && (
                  <span className="tabular-nums opacity-85">{formatCount(number)}</span>
                )}
              </ChipLink>
            </li>
          )
        })}
      </ul>
      <RefusedTitles bulk={bulk} rows={rows} />
      {works.isPending ? (
        <TableSkeleton />
      ) : works.isError ? (
        <ErrorState isRetrying={works.isFetching} onRetry={() => void works.refetch()} />
      ) : works.data.results.length === 0 ? (
        isNarrowed ? (
          <EmptyState
            icon="search"
            title={messages.none}
            actions={<ButtonLink to={studioTitlesPath}>{messages.clear_all}</ButtonLink>}
          >
            {messages.none_detail}
          </EmptyState>
        ) : (
          <EmptyState icon="film_reel" title={messages.empty}>
            {messages.empty_detail}
          </EmptyState>
        )
      ) : (
        <>
          <p role="status" className="sr-only">
            {messages.count(works.data.count)}
          </p>
          <DataTable
            label={studioCatalogMessages.title}
            choiceKey="works"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            busy={works.isPlaceholderData}
            selection={{ state: selection, rowOf: (work) => work }}
          />
          {works.data.count > pageSize && (
            <div className="mt-6">
              <Pagination
                page={page}
                pages={Math.min(201, pageCount(works.data.count, pageSize))}
                hrefOf={(to) => hrefOf({ page: String(to) })}
              />
            </div>
          )}
          <BulkTitleBar selection={selection} bulk={bulk} />
        </>
      )}
    </>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, item) => total + item, 0)

function Filter({
  name,
  label,
  value = '',
  onChange,
  children,
}: {
  name: string
  label: string
  value: string | undefined
  onChange: (name: string, value: string) => void
  children: React.ReactNode
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(name, target.value)}
      className="max-sm:grow"
    >
      {children}
    </Select>
  )
}
