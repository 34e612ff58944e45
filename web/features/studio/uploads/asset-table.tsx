import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { assetFilters, studio_uploads, type StudioAsset } from '#contract/media/staff.ts'
import { formatDateTime, formatDuration } from '#web/lib/format.ts'
import { uploadsMessages as messages } from './messages.ko.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { ListFilters, ListTabs } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AssetPlacement } from './episode-picker.tsx'
import { assetPollInterval, isProcessing, useCancelAsset, useRetryAsset } from './queries.ts'

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
      <time dateTime={created_at} className="leading-6 md:leading-11">
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
    cell: (asset) => <AssetActions asset={asset} />,
  },
]

/**
 * Assets: encoding and queued ones, then the most recent.
 * @param empty shown if there are none.
 */
export function AssetTable({ empty }: { empty: ReactNode }) {
  const isLive = useIsLive()
  const list = useList({
    endpoint: studio_uploads.listAssets,
    path: studioUploadsPath,
    queryKey: studioKeys.assets,
    staleTime: 0,
    refetchInterval: (rows) => assetPollInterval(rows, isLive),
  })
  const counts = list.data?.counts
  if (counts?.all === 0 && !list.isNarrowed) return empty
  const none = {
    icon: 'search',
    title: messages.empty_filter,
    detail: messages.empty_filter_detail,
  } as const
  return (
    <section aria-label={messages.assets}>
      <ListFilters list={list} search={{ name: 'name', label: messages.search, maxLength: 100 }} />
      <ListTabs
        list={list}
        name="show"
        label={messages.assets}
        options={assetFilters.map((show) => ({
          value: show,
          title: messages.filters[show],
          count: counts?.[show],
        }))}
      />
      <ListTable
        list={list}
        label={messages.assets}
        choiceKey="assets"
        columns={columns}
        keyOf={({ id }) => id}
        empty={none}
        none={none}
      />
    </section>
  )
}

function Name({ asset }: { asset: StudioAsset }) {
  const { id, source_name, poster, duration: length, orientation } = asset
  return (
    <Link
      to={`${studioUploadsPath}/${id}`}
      className="group flex min-h-11 items-center gap-3 rounded-control"
    >
      <span
        className={`flex h-11 shrink-0 items-center justify-center overflow-hidden rounded-control bg-surface-raised ${orientation === 'vertical' ? 'w-7' : 'w-20'}`}
      >
        {poster ? (
          <img
            src={imageUrlAtWidth(poster, 'thumbnail', 240)}
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

function AssetActions({ asset }: { asset: StudioAsset }) {
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

const stateTones: Record<StudioAsset['state'], BadgeTone> = {
  uploaded: 'neutral',
  probing: 'accent_subtle',
  encoding: 'accent_subtle',
  ready: 'success',
  failed: 'neutral',
}

/** The status of an asset: state, encoding progress, queue position and failure. */
export function AssetStatus({
  asset,
  inRow = false,
}: {
  asset: StudioAsset
  /** In a table, aligned with the row's button. */
  inRow?: boolean
}) {
  const { state, progress, reason, queue_place, source_name, stage } = asset
  return (
    <div className={`min-w-40 space-y-2 ${inRow ? 'md:-space-y-1 md:pb-1' : ''}`}>
      <p className={`flex items-center gap-2 ${inRow ? 'md:min-h-11' : ''}`}>
        {state === 'failed' ? (
          <span className="inline-flex h-6 items-center rounded-control bg-danger/15 px-2 text-2xs font-bold text-danger">
            {messages.asset_states.failed}
          </span>
        ) : (
          <Badge tone={stateTones[state]}>
            {state !== 'encoding'
              ? messages.asset_states[state]
              : stage === 'packaging'
                ? messages.packaging
                : messages.encoding(Math.floor(progress * 100))}
          </Badge>
        )}
        {queue_place !== null && state === 'uploaded' && (
          <span className="text-xs text-foreground-subtle tabular-nums">
            {messages.queue(queue_place)}
          </span>
        )}
      </p>
      {state === 'encoding' && (
        <ProgressBar size="sm" value={progress} label={messages.encoding_progress(source_name)} />
      )}
      {reason && (
        <p className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-foreground-subtle'}`}>
          {reason}
        </p>
      )}
    </div>
  )
}
