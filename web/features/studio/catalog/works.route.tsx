import { useCategories } from './queries.ts'
import {
  studio_catalogue,
  type StudioWorkRow,
  workStatuses,
} from '#contract/contents/staff/catalogue.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { formatCount, formatDate } from '#web/lib/format.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import type { OrderingOf } from '#web/features/studio/list/list-address.ts'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { ListFilters, ListTabs } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioWorksPath, studioImportPath, studioWorkPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import { useRowSelection } from '#web/features/studio/list/row-selection.tsx'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { Link, useNavigate } from 'react-router'
import { BulkWorkBar, RefusedWorks, useBulkWorks } from './bulk-works.tsx'
import { openCreateWorkDialog } from './create-work-dialog.tsx'
import { VisibilityBadge } from './visibility-badge.tsx'

export default WorksPage

const messages = studioCatalogMessages.list

type Ordering = OrderingOf<typeof studio_catalogue.listWorks>
const orders: readonly Ordering[] = [
  '-created_at',
  'created_at',
  'title',
  '-title',
  '-released_on',
  'released_on',
  '-viewer_count',
  'viewer_count',
  'publish_at',
]

const columns: readonly Column<StudioWorkRow, Ordering>[] = [
  {
    key: 'work',
    title: messages.work,
    sort: 'title',
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
    sort: '-viewer_count',
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ viewer_count }) => formatCount(viewer_count),
  },
  {
    key: 'created',
    title: messages.created,
    sort: '-created_at',
    className: 'whitespace-nowrap tabular-nums max-lg:hidden',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDate(created_at)}</time>,
  },
]

const Small = ({ children }: { children: string }) => (
  <span className="mt-1 block text-xs text-foreground-subtle tabular-nums">{children}</span>
)

function WorkCell({ work }: { work: StudioWorkRow }) {
  const categories = useCategories()
  const { id, title, poster_url, poster_color, is_series, category_ids, age_rating } = work
  return (
    <div className="flex gap-3">
      <span
        className="h-16 w-11 shrink-0 overflow-hidden rounded-control"
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
          to={studioWorkPath(id)}
          className="inline-flex min-h-6 items-center rounded-control font-semibold break-keep wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-foreground-subtle">
          <AgeRatingBadge code={age_rating} />
          {studioCatalogMessages.kinds[is_series ? 'series' : 'film']}
          <span>
            {categories
              .filter((category) => category_ids.includes(category.id))
              .map(({ name }) => name)
              .join(' · ')}
          </span>
          <span className="tabular-nums">#{id}</span>
        </span>
      </span>
    </div>
  )
}

/** All works. */
function WorksPage() {
  const navigate = useNavigate()
  const list = useList({
    endpoint: studio_catalogue.listWorks,
    path: studioWorksPath,
    queryKey: studioKeys.titles,
  })
  const categories = useCategories()
  const selection = useRowSelection(list.rows)
  const bulk = useBulkWorks(selection)
  const counts = list.data?.counts
  const exportAddress = buildPath(studio_catalogue.exportWorks, { query: list.narrowing })
  usePageActions([
    { key: 'import', title: messages.import, run: () => void navigate(studioImportPath) },
    { key: 'export', title: messages.export, run: () => location.assign(exportAddress) },
  ])
  return (
    <>
      <PageHeader
        title={studioCatalogMessages.title}
        detail={studioCatalogMessages.detail}
        actions={<HeaderActions exportAddress={exportAddress} />}
      />
      <ListFilters
        list={list}
        search={{ name: 'q', label: messages.search, maxLength: 100 }}
        selects={[
          {
            name: 'category',
            label: messages.category,
            all: messages.all_categories,
            options: categories.map(({ id, name }) => ({ value: id, title: name })),
          },
          {
            name: 'kind',
            label: messages.kind,
            all: messages.all_kinds,
            options: (['series', 'film'] as const).map((kind) => ({
              value: kind,
              title: studioCatalogMessages.kinds[kind],
            })),
          },
          {
            name: 'ordering',
            label: messages.order,
            options: orders.map((order) => ({
              value: order,
              title: messages.orders[order] ?? order,
            })),
          },
        ]}
      />
      <ListTabs
        list={list}
        name="state"
        label={messages.state}
        options={[
          { value: '', title: messages.all_states, count: counts && sum(Object.values(counts)) },
          ...workStatuses.map((state) => ({
            value: state,
            title: studioCatalogMessages.states[state],
            count: counts?.[state],
          })),
        ]}
      />
      <RefusedWorks bulk={bulk} rows={list.rows} />
      <ListTable
        list={list}
        label={studioCatalogMessages.title}
        counted={messages.count}
        choiceKey="works"
        columns={columns}
        keyOf={({ id }) => id}
        selection={{ state: selection, rowOf: (work) => work }}
        empty={{ icon: 'film_reel', title: messages.empty, detail: messages.empty_detail }}
        none={{ icon: 'search', title: messages.none, detail: messages.none_detail }}
      />
      <BulkWorkBar selection={selection} bulk={bulk} />
    </>
  )
}

function HeaderActions({ exportAddress }: { exportAddress: string }) {
  const navigate = useNavigate()
  return (
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
        onClick={() =>
          void openCreateWorkDialog().then((work) => work && navigate(studioWorkPath(work.id)))
        }
      >
        {messages.create}
      </Button>
    </>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, item) => total + item, 0)
