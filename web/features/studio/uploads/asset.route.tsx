import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { loadHls } from '#web/features/player/engines/hls-loader.ts'
import type { Route } from './+types/asset.route.ts'
import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { formatDateTime, formatDuration, formatTimestamp } from '#web/lib/format.ts'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { BackLink, PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AssetPlayer, type LoadHls } from './asset-player.tsx'
import { AssetStatus } from './asset-status.tsx'
import { CaptionsPanel } from './captions-panel.tsx'
import { type MarkerName, useMarkerDraft } from './use-marker-draft.ts'
import { roundToTenth } from './marker-timeline.tsx'
import { MarkersPanel } from './markers-panel.tsx'
import { PosterPanel } from './poster-panel.tsx'
import { AssetPlacement } from './episode-picker.tsx'
import {
  assetQuery,
  isProcessing,
  useAttachAsset,
  useCancelAsset,
  useDeleteAsset,
  useRetryAsset,
} from './queries.ts'
import { ScrollArea } from '#web/features/studio/common/scroll-area.tsx'
import { useMarkerShortcuts } from './use-marker-shortcuts.ts'

export default function StudioAsset({ params }: Route.ComponentProps) {
  return <AssetPage id={Number(params.assetId)} loadHls={loadHls} />
}

/** The page of an asset with all its actions. */
function AssetPage({ id, loadHls }: { id: number; loadHls: LoadHls }) {
  const asset = useQuery(assetQuery(id, useIsLive()))
  if (isApiError(asset.error, 'not_found'))
    return (
      <EmptyState
        icon="film_reel"
        heading="h1"
        title={messages.empty_filter}
        actions={<ButtonLink to={studioUploadsPath}>{messages.back}</ButtonLink>}
      />
    )
  // A failed refetch keeps the player.
  if (asset.data) return <Asset key={id} asset={asset.data} loadHls={loadHls} />
  if (asset.isError)
    return <ErrorState isRetrying={asset.isFetching} onRetry={() => void asset.refetch()} />
  return <TableSkeleton rows={6} />
}

function Asset({ asset, loadHls }: { asset: StudioAssetDetail; loadHls: LoadHls }) {
  const { source_name, created_at, width, height } = asset
  const video = useRef<HTMLVideoElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const markers = useMarkerDraft(asset)
  const [announcement, setAnnouncement] = useState('')
  const currentTime = () => video.current?.currentTime ?? 0
  const goTo = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds
  }
  const setMarkerHere = (marker: MarkerName) => {
    const seconds = roundToTenth(currentTime())
    markers.set(marker, seconds)
    setAnnouncement(messages.set_at(messages[marker], formatMarkerTime(seconds)))
  }
  useMarkerShortcuts(region, {
    set: setMarkerHere,
    skip: (seconds) => goTo(Math.max(0, currentTime() + seconds)),
    toggle() {
      if (video.current?.paused) void video.current.play().catch(() => {})
      else video.current?.pause()
    },
  })
  const facts = [
    asset.duration !== null && formatDuration(Math.round(asset.duration)),
    width !== null && height !== null && messages.facts(width, height),
    asset.has_audio === false && messages.no_sound,
    formatDateTime(created_at),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      <BackLink to={studioUploadsPath}>{messages.back}</BackLink>
      <PageHeader
        title={source_name}
        detail={facts.join(' · ')}
        actions={<Actions asset={asset} />}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {/* On a wide screen, controls used while watching are beside the video, the rest below it. */}
      <div
        ref={region}
        className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_auto_1fr]"
      >
        <div className="min-w-0">
          <AssetPlayer {...{ asset, video, loadHls, markers, goTo }} />
        </div>
        <div className="grid min-w-0 content-start gap-4 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-span-3 xl:row-start-1">
          <section className="rounded-xl bg-surface p-4 md:max-xl:col-span-2">
            <AssetStatus asset={asset} />
            <div className="mt-2">
              <AssetPlacement asset={asset}>
                {asset.target_episode && <DetachButton id={asset.id} />}
              </AssetPlacement>
            </div>
          </section>
          {asset.state === 'ready' && (
            <>
              <MarkersPanel {...{ asset, markers, setMarkerHere, goTo }} />
              <PosterPanel asset={asset} currentTime={currentTime} />
            </>
          )}
        </div>
        <CaptionsPanel asset={asset} />
        <Log lines={asset.log} />
      </div>
    </>
  )
}

function DetachButton({ id }: { id: number }) {
  const attachment = useAttachAsset(id)
  async function detach() {
    const { remove_title: title, remove_confirm: message, remove_yes: confirmLabel } = messages
    if (await confirmDialog({ title, message, confirmLabel })) attachment.submit(null)
  }
  return (
    <button
      type="button"
      className="min-h-11 text-foreground-subtle hover:text-foreground hover:underline"
      onClick={() => void detach()}
    >
      {messages.remove_place}
    </button>
  )
}

function Actions({ asset }: { asset: StudioAssetDetail }) {
  const navigate = useNavigate()
  const cancellation = useCancelAsset(asset.id)
  const retry = useRetryAsset(asset.id)
  const deletion = useDeleteAsset(asset.id, () => navigate(studioUploadsPath))
  async function remove() {
    const { delete_title: title, delete_confirm: message, delete: confirmLabel } = messages
    if (await confirmDialog({ title, message, confirmLabel })) deletion.submit()
  }
  if (isProcessing(asset))
    return (
      <Button
        variant="danger"
        icon="close"
        busy={cancellation.isPending}
        onClick={() => cancellation.submit()}
      >
        {messages.cancel}
      </Button>
    )
  return (
    <>
      {asset.can_retry && (
        <Button
          variant="primary"
          icon="retry"
          busy={retry.isPending}
          onClick={() => retry.submit()}
        >
          {messages.retry}
        </Button>
      )}
      {(asset.state === 'failed' || !asset.target_episode) && (
        <Button variant="danger" busy={deletion.isPending} onClick={() => void remove()}>
          {messages.delete}
        </Button>
      )}
    </>
  )
}

/** The encoder's log, newest line first. */
function Log({ lines }: { lines: readonly string[] }) {
  return (
    <section aria-labelledby="log" className="min-w-0">
      <h2 id="log" className="mb-2 text-lg font-bold">
        {messages.log}
      </h2>
      <ScrollArea label={messages.log} className="max-h-72 rounded-xl bg-background-deep p-4">
        <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap text-foreground-muted">
          {lines.length === 0
            ? messages.log_empty
            : lines
                .toReversed()
                .map((line) =>
                  line.replace(/^\S+/, (at) => (Date.parse(at) ? formatTimestamp(at) : at)),
                )
                .join('\n')}
        </pre>
      </ScrollArea>
    </section>
  )
}
