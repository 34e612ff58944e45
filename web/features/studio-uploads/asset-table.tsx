import { endpoints } from '#contract/index.ts'
import { imageAt } from '#contract/images.ts'
import type { StudioAsset } from '#contract/studio-uploads.ts'
import { dateTime, duration } from '#web/copy/format.ts'
import { uploadsCopy as words } from '#web/copy/studio-uploads.ts'
import { call } from '#web/data/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/data-table.tsx'
import { studioUploadsPath } from '#web/features/studio/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/notice.tsx'
import { pageCount, pageFrom } from '#web/ui/page-blocks.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { LinkTabs } from '#web/ui/tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AssetState } from './asset-state.tsx'
import { PlaceLine } from './place-picker.tsx'
import { acting, assetsQuery, isUnderWay } from './queries.ts'

const pageSize = 20
const shows = ['all', 'under_way', 'failed', 'ready', 'unplaced'] as const
const { studio_uploads } = endpoints

const columns: readonly Column<StudioAsset>[] = [
  {
    key: 'name',
    title: words.name,
    cell: (asset) => <Name asset={asset} />,
    className: 'md:w-1/3 md:min-w-52',
  },
  { key: 'state', title: words.state, cell: (asset) => <AssetState asset={asset} /> },
  {
    key: 'for',
    title: words.for,
    className: 'md:min-w-44',
    cell: ({ id, source_name, place, is_replacement }) => (
      <PlaceLine
        name={source_name}
        place={place}
        note={is_replacement ? words.replacing : undefined}
        onChosen={({ episode_id }) =>
          void acting(
            call(studio_uploads.placeAsset, { params: { id }, body: { episode_id } }),
            words.placed,
          )
        }
      />
    ),
  },
  {
    key: 'created',
    title: words.created,
    className: 'whitespace-nowrap tabular-nums text-paper-3 md:max-xl:hidden',
    cell: ({ created_at }) => <time dateTime={created_at}>{dateTime(created_at)}</time>,
  },
  { key: 'actions', title: words.actions, cell: (asset) => <Acts asset={asset} /> },
]

/** Films: those that the encoder is at or that wait for it, then the last handed in first. */
export function AssetTable() {
  const [params, setParams] = useSearchParams()
  const show = shows.find((one) => one === params.get('show')) ?? 'all'
  const name = params.get('q') ?? ''
  const page = pageFrom(params.get('page'), 500)
  const assets = useQuery(
    assetsQuery({
      ...{ show, limit: pageSize, offset: (page - 1) * pageSize },
      ...(name.trim() ? { name } : {}),
    }),
  )
  const hrefOf = (to: { show?: string; page?: number }) => {
    const next = { ...(name && { q: name }), ...(show !== 'all' && { show }), ...to }
    const query = new URLSearchParams(
      Object.entries(next).map(([key, value]) => [key, String(value)]),
    )
    if (to.show === 'all') query.delete('show')
    return `${studioUploadsPath}?${query}`
  }
  const filtered = show !== 'all' || name !== ''
  return (
    <section aria-label={words.films}>
      <LinkTabs
        label={words.films}
        tabs={shows.map((key) => ({
          ...{ key, to: hrefOf({ show: key }), title: words.filters[key], selected: key === show },
        }))}
      />
      <Search
        key={name}
        name={name}
        onSought={(q) => setParams({ ...(q && { q }), ...(show !== 'all' && { show }) })}
      />
      {assets.isPending ? (
        <TableSkeleton />
      ) : assets.isError ? (
        <ErrorState busy={assets.isFetching} onRetry={() => void assets.refetch()} />
      ) : assets.data.count === 0 ? (
        <EmptyState
          icon={filtered ? 'search' : 'reel'}
          title={filtered ? words.empty_filter : words.empty}
        >
          {filtered ? words.empty_filter_detail : words.empty_detail}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={words.films}
            columns={columns}
            rows={assets.data.results}
            keyOf={({ id }) => id}
            busy={assets.isPlaceholderData}
          />
          {assets.data.count > pageSize && (
            <Pagination
              page={page}
              pages={pageCount(assets.data.count, pageSize)}
              hrefOf={(to) => hrefOf({ page: to })}
            />
          )}
        </>
      )}
    </section>
  )
}

function Search({ name, onSought }: { name: string; onSought: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  return (
    <form
      role="search"
      className="my-4 max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onSought(typed.trim())
      }}
    >
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="h-11 w-full rounded-lg bg-surface-2 px-4 text-base text-paper inset-ring inset-ring-edge placeholder:text-paper-3"
      />
    </form>
  )
}

function Name({ asset }: { asset: StudioAsset }) {
  const { id, source_name, poster, duration: length, orientation } = asset
  return (
    <Link
      to={`${studioUploadsPath}/${id}`}
      className="group flex min-h-11 items-center gap-3 rounded-md"
    >
      <span
        className={`flex h-11 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-surface-2 ${orientation === 'vertical' ? 'w-7' : 'w-19.5'}`}
      >
        {poster && (
          <img
            src={imageAt(poster, 240)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold break-all group-hover:underline">
          {source_name}
        </span>
        {length !== null && (
          <span className="text-xs text-paper-3">{duration(Math.round(length))}</span>
        )}
      </span>
    </Link>
  )
}

function Acts({ asset }: { asset: StudioAsset }) {
  const params = { id: asset.id }
  if (isUnderWay(asset))
    return (
      <IconButton
        label={`${words.cancel}: ${asset.source_name}`}
        icon="close"
        onClick={() => void acting(call(studio_uploads.cancelAsset, { params }), words.cancelled)}
      />
    )
  if (asset.state === 'failed' && asset.can_retry)
    return (
      <IconButton
        label={`${words.retry}: ${asset.source_name}`}
        icon="retry"
        onClick={() => void acting(call(studio_uploads.retryAsset, { params }), words.retried)}
      />
    )
  return null
}
