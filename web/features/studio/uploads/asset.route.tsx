import type { Route } from './+types/asset.route.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { studio_uploads, type StudioAssetDetail } from '#contract/media/staff.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'
import { CaptionsPanel } from './captions-panel.tsx'
import { ScrollArea } from '#web/features/studio/common/scroll-area.tsx'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { BackLink, PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { formatDateTime, formatDuration, formatTimestamp } from '#web/lib/format.ts'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AssetPlayer } from './asset-player.tsx'
import { AssetStatus } from './asset-table.tsx'
import { AssetPlacement } from './episode-picker.tsx'
import {
  type MarkerName,
  MarkersPanel,
  roundToTenth,
  useMarkerDraft,
  useMarkerShortcuts,
} from './markers-panel.tsx'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'
import {
  assetQuery,
  isProcessing,
  useAssetMutation,
  useAttachAsset,
  useCancelAsset,
  useDeleteAsset,
  useRetryAsset,
} from './queries.ts'

/** The page of an asset with all its actions. */
export default function AssetPage({ params }: Route.ComponentProps) {
  const id = Number(params.assetId)
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
  return (
    <QueryContent query={asset} skeletonRows={6} keepsData>
      {(data) => <Asset key={id} asset={data} />}
    </QueryContent>
  )
}

function Asset({ asset }: { asset: StudioAssetDetail }) {
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
          <AssetPlayer asset={asset} video={video} markers={markers} goTo={goTo} />
        </div>
        <div className="grid min-w-0 content-start gap-4 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-span-3 xl:row-start-1">
          <section className="panel p-4 md:max-xl:col-span-2">
            <AssetStatus asset={asset} />
            <div className="mt-2">
              <AssetPlacement asset={asset}>
                {asset.target_episode && <DetachButton id={asset.id} />}
              </AssetPlacement>
            </div>
          </section>
          {asset.notices.length > 0 && <SourceNotices notices={asset.notices} />}
          {asset.state === 'ready' && (
            <>
              <MarkersPanel
                asset={asset}
                markers={markers}
                setMarkerHere={setMarkerHere}
                goTo={goTo}
              />
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
      {(asset.state === 'failed' || !(asset.target_episode || asset.trailer_of)) && (
        <Button variant="danger" busy={deletion.isPending} onClick={() => void remove()}>
          {messages.delete}
        </Button>
      )}
    </>
  )
}

/** Parts of the source that the film lacks. */
function SourceNotices({ notices }: { notices: readonly string[] }) {
  return (
    <section aria-labelledby="notices" className="panel p-4 md:max-xl:col-span-2">
      <h2 id="notices" className="text-lg font-bold">
        {messages.notices}
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm break-words text-foreground-muted">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </section>
  )
}

/** The encoder's log, newest line first. */
function Log({ lines }: { lines: readonly string[] }) {
  return (
    <section aria-labelledby="log" className="min-w-0">
      <h2 id="log" className="mb-2 text-lg font-bold">
        {messages.log}
      </h2>
      <ScrollArea label={messages.log} className="max-h-72 rounded-sheet bg-background-deep p-4">
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

/** The poster of a film, and the frames that may replace it: those that the encoder offers, or the current one. */
function PosterPanel({
  asset,
  currentTime,
}: {
  asset: StudioAssetDetail
  /** Seconds of the player. */
  currentTime: () => number
}) {
  const { id, poster, orientation, duration } = asset
  const saving = useAssetMutation(
    (at: number) => call(studio_uploads.setPoster, { params: { id }, body: { at } }),
    { toast: messages.poster_saved },
  )
  const setPoster = (at: number) => saving.submit(Math.min(at, duration ?? 0))
  return (
    <section aria-labelledby="poster" className="panel p-4">
      <h2 id="poster" className="flex items-center gap-2 text-lg font-bold">
        {messages.poster}
        {asset.is_poster_automatic && <Badge>{messages.poster_automatic}</Badge>}
      </h2>
      <p className="mt-1 mb-3 text-sm text-foreground-subtle">
        {poster === null
          ? messages.poster_none
          : asset.has_other_thumbnail
            ? messages.poster_unused
            : asset.is_poster_automatic
              ? messages.poster_automatic_detail
              : messages.poster_detail}
      </p>
      {poster && (
        <img
          src={imageUrlAtWidth(poster, 'thumbnail', 400)}
          alt={messages.poster_alt}
          className={`rounded-card bg-surface-raised object-cover ${orientation === 'vertical' ? 'aspect-9/16 w-32' : 'aspect-video w-full max-w-96'}`}
        />
      )}
      <StillPicker asset={asset} isSaving={saving.isPending} onPick={setPoster} />
      <Button
        variant="outline"
        className="mt-2 w-full"
        busy={saving.isPending}
        onClick={() => setPoster(currentTime())}
      >
        {messages.poster_here}
      </Button>
    </section>
  )
}

/** Opens the frames that the encoder offers, in the order of the film. Nothing without frames. */
function StillPicker({
  asset: { playable, still_times },
  isSaving,
  onPick,
}: {
  asset: StudioAssetDetail
  isSaving: boolean
  onPick: (at: number) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const storyboard = playable?.storyboard
  if (!storyboard || still_times.length === 0) return null
  return (
    <>
      <Button
        variant="outline"
        className="mt-3 w-full"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {messages.stills}
      </Button>
      {isOpen && (
        <ul aria-label={messages.stills_offered} className="mt-2 grid grid-cols-2 gap-2">
          {still_times
            .toSorted((one, other) => one - other)
            .map((at) => {
              const tile = storyboardTileAt(storyboard, at)
              return (
                tile && (
                  <li key={at}>
                    <button
                      type="button"
                      aria-disabled={isSaving}
                      aria-label={messages.still_at(formatMarkerTime(at))}
                      className="block w-full rounded-card bg-surface-raised inset-ring inset-ring-border hover:outline-2 hover:outline-accent aria-disabled:opacity-60"
                      style={{
                        aspectRatio: `${tile.width} / ${tile.height}`,
                        backgroundImage: `url("${tile.url}")`,
                        backgroundSize: tile.background_size,
                        backgroundPosition: tile.background_position,
                      }}
                      onClick={() => onPick(at)}
                    />
                  </li>
                )
              )
            })}
        </ul>
      )}
    </>
  )
}
