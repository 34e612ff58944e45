import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { assetFilters, type StudioAsset } from '#contract/studio/uploads.ts'
import { formatDateTime, formatDuration } from '#web/lib/format.ts'
import { uploadsMessages as messages } from './messages.ko.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { IconButton } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AssetStatus } from './asset-status.tsx'
import { AssetPlacement } from './episode-picker.tsx'
import { assetsQuery, isProcessing, useCancelAsset, useRetryAsset } from './queries.ts'

const pageSize = 20

const columns: readonly Column<StudioAsset>[] = [
  {
    key: 'name',
    title: messages.name,
    cell: (asset) => <Name asset={asset} />,
    bare: true,
    className: 'md:w-1/3 md:min-w-52',
  },
  {
    key: 'state',
    title: messages.state,
    bare: true,
    cell: (asset) => <AssetStatus inRow asset={asset} />,
  },
  {
    key: 'for',
    title: messages.for,
    bare: true,
    className: 'md:min-w-44',
    cell: (asset) => <AssetPlacement asset={asset} />,
  },
  {
    key: 'created',
    title: messages.created,
    className:
      'whitespace-nowrap tabular-nums text-foreground-subtle max-md:basis-auto! md:max-xl:hidden',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="leading-5.5 md:leading-11">
        {formatDateTime(created_at)}
      </time>
    ),
  },
  {
    key: 'actions',
    title: messages.actions,
    bare: true,
    // On a phone beside the time, where a row of its own would be mostly empty.
    className: 'max-md:ml-auto max-md:basis-auto!',
    cell: (asset) => <Acts asset={asset} />,
  },
]

/**
 * Assets: encoding and queued ones, then the most recent.
 * @param empty shown if there are none.
 */
export function AssetTable({ empty }: { empty: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const show = assetFilters.find((candidate) => candidate === params.get('show')) ?? 'all'
  const name = params.get('q') ?? ''
  const page = parsePageParam(params.get('page'), 500)
  const isLive = useIsLive()
  const filters = {
    ...{ show, limit: pageSize, offset: (page - 1) * pageSize },
    ...(name.trim() ? { name } : {}),
  }
  const assets = useQuery(assetsQuery(filters, isLive))
  const hrefOf = (to: { show?: string; page?: number }) => {
    const next = { ...(name && { q: name }), ...(show !== 'all' && { show }), ...to }
    const query = new URLSearchParams(
      Object.entries(next).map(([key, value]) => [key, String(value)]),
    )
    if (to.show === 'all') query.delete('show')
    return `${studioUploadsPath}?${query}`
  }
  const filtered = show !== 'all' || name !== ''
  const counts = assets.data?.counts
  if (counts?.all === 0 && !filtered) return empty
  return (
    <section aria-label={messages.assets}>
      <NavTabs
        label={messages.assets}
        tabs={assetFilters.map((key) => ({
          ...{ key, to: hrefOf({ show: key }), selected: key === show },
          title: messages.filter(key, counts?.[key]),
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
        <ErrorState isRetrying={assets.isFetching} onRetry={() => void assets.refetch()} />
      ) : assets.data.count === 0 ? (
        <EmptyState icon="search" title={messages.empty_filter}>
          {messages.empty_filter_detail}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={messages.assets}
            choiceKey="assets"
            columns={columns}
            rows={assets.data.results}
            keyOf={({ id }) => id}
            busy={assets.isPlaceholderData}
          />
          {assets.data.count > pageSize && (
            <div className="mt-6">
              <Pagination
                page={page}
                pages={pageCount(assets.data.count, pageSize)}
                hrefOf={(to) => hrefOf({ page: to })}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Search({ name, onSought }: { name: string; onSought: (name: string) => void }) {
  const [text, setText] = useState(name)
  return (
    <form
      role="search"
      className="my-4 max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onSought(text.trim())
      }}
    >
      <input
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="h-11 w-full rounded-lg bg-surface-raised px-4 text-base text-foreground inset-ring inset-ring-control-border placeholder:text-foreground-subtle"
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
        className={`flex h-11 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-surface-raised ${orientation === 'vertical' ? 'w-7' : 'w-19.5'}`}
      >
        {poster ? (
          <img
            src={imageUrlAtWidth(poster, 240)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <Icon
            name={asset.state === 'failed' ? 'warning' : 'film_reel'}
            className={`size-5 ${asset.state === 'failed' ? 'text-danger' : 'text-foreground-subtle'}`}
          />
        )}
      </span>
      {/* The row is aligned to its name, not to the bottom of its image. */}
      <span className="min-w-0 self-baseline pt-3">
        <span className="line-clamp-2 font-semibold break-all group-hover:underline">
          {source_name}
        </span>
        {length !== null && (
          <span className="text-xs text-foreground-subtle">
            {formatDuration(Math.round(length))}
          </span>
        )}
      </span>
    </Link>
  )
}

function Acts({ asset }: { asset: StudioAsset }) {
  const cancellation = useCancelAsset(asset.id)
  const retry = useRetryAsset(asset.id)
  if (isProcessing(asset))
    return (
      <IconButton
        label={`${messages.cancel}: ${asset.source_name}`}
        icon="close"
        onClick={() => cancellation.submit()}
      />
    )
  if (asset.state === 'failed' && asset.can_retry)
    return (
      <IconButton
        label={`${messages.retry}: ${asset.source_name}`}
        icon="retry"
        onClick={() => retry.submit()}
      />
    )
  return null
}
