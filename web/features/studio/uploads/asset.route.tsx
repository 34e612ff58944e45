import { loadHls } from '#web/features/player/engines/hls-loader.ts'
import type { Route } from './+types/asset.route.ts'
import { endpoints } from '#contract/index.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { formatDateTime, formatDuration, formatTimestamp } from '#web/lib/format.ts'
import { formatMarkerTime, uploadsMessages as words } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/error-message.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AssetPlayer, type LoadHls } from './asset-player.tsx'
import { AssetStatus } from './asset-status.tsx'
import { CaptionsPanel } from './captions-panel.tsx'
import { type MarkerName, useMarkerDraft } from './use-marker-draft.ts'
import { roundToTenth } from './marker-timeline.tsx'
import { MarkersPanel } from './markers-panel.tsx'
import { EpisodePlacement } from './episode-picker.tsx'
import { acting, assetQuery, isProcessing, useAssetEvents } from './queries.ts'
import { ScrollArea } from '#web/features/studio/common/scroll-area.tsx'
import { useMarkerShortcuts } from './use-marker-shortcuts.ts'

export default function StudioAsset({ params }: Route.ComponentProps) {
  return <AssetPage id={Number(params.assetId)} loadHls={loadHls} />
}

const { studio_uploads } = endpoints

/** One film: what it is, where it goes, and everything that can be done to it. */
function AssetPage({ id, loadHls }: { id: number; loadHls: LoadHls }) {
  const asset = useQuery(assetQuery(id, useAssetEvents()))
  if (isApiError(asset.error, 'not_found'))
    return (
      <EmptyState
        icon="reel"
        heading="h1"
        title={words.empty_filter}
        actions={<ButtonLink to={studioUploadsPath}>{words.back}</ButtonLink>}
      />
    )
  // What plays goes on, where it was only asked for again in vain.
  if (asset.data) return <Asset key={id} asset={asset.data} loadHls={loadHls} />
  if (asset.isError)
    return <ErrorState busy={asset.isFetching} onRetry={() => void asset.refetch()} />
  return <TableSkeleton rows={6} />
}

function Asset({ asset, loadHls }: { asset: StudioAssetDetail; loadHls: LoadHls }) {
  const {
    id,
    source_name,
    target_episode: place,
    is_replacement,
    created_at,
    width,
    height,
  } = asset
  const params = { id }
  const video = useRef<HTMLVideoElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const marks = useMarkerDraft(asset)
  const [said, setSaid] = useState('')
  const here = () => video.current?.currentTime ?? 0
  const goTo = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds
  }
  const setHere = (mark: MarkerName) => {
    const at = roundToTenth(here())
    marks.set(mark, at)
    setSaid(words.set_at(words[mark], formatMarkerTime(at)))
  }
  useMarkerShortcuts(region, {
    set: setHere,
    skip: (seconds) => goTo(Math.max(0, here() + seconds)),
    toggle() {
      if (video.current?.paused) void video.current.play().catch(() => {})
      else video.current?.pause()
    },
  })
  const facts = [
    asset.duration !== null && formatDuration(Math.round(asset.duration)),
    width !== null && height !== null && words.facts(width, height),
    asset.has_audio === false && words.no_sound,
    formatDateTime(created_at),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      <Link
        to={studioUploadsPath}
        className="mb-2 inline-flex min-h-11 items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
      >
        <Icon name="left" className="size-4" />
        {words.back}
      </Link>
      <PageHeader
        title={source_name}
        detail={facts.join(' · ')}
        actions={<Actions asset={asset} />}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {/* On a wide screen what is set while watching stands beside the film, the rest below it. */}
      <div
        ref={region}
        className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_auto_1fr]"
      >
        <div className="min-w-0">
          <AssetPlayer {...{ asset, video, loadHls, marks, goTo }} />
        </div>
        <div className="grid min-w-0 content-start gap-4 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-span-3 xl:row-start-1">
          <section className="rounded-xl bg-surface p-4 md:max-xl:col-span-2">
            <AssetStatus asset={asset} />
            <div className="mt-2">
              <EpisodePlacement
                name={source_name}
                place={place}
                note={is_replacement ? words.replacing : undefined}
                onChosen={({ episode_id }) =>
                  void acting(
                    call(studio_uploads.attachAsset, { params, body: { episode_id } }),
                    words.placed,
                  )
                }
              >
                {place && (
                  <button
                    type="button"
                    className="min-h-11 text-foreground-subtle hover:text-foreground hover:underline"
                    onClick={() => void beforeClear(id)}
                  >
                    {words.remove_place}
                  </button>
                )}
              </EpisodePlacement>
            </div>
          </section>
          {asset.state === 'ready' && (
            <>
              <MarkersPanel {...{ asset, marks, setHere, goTo }} />
              <PosterPanel asset={asset} here={here} />
            </>
          )}
        </div>
        <CaptionsPanel asset={asset} />
        <Log lines={asset.log} />
      </div>
    </>
  )
}

async function beforeClear(id: number) {
  const yes = await confirmDialog({
    title: words.remove_title,
    detail: words.remove_confirm,
    yes: words.remove_yes,
  })
  const given = { params: { id }, body: { episode_id: null } }
  if (yes) await acting(call(studio_uploads.attachAsset, given), words.unplaced)
}

function Actions({ asset }: { asset: StudioAssetDetail }) {
  const navigate = useNavigate()
  const params = { id: asset.id }
  async function remove() {
    const yes = await confirmDialog({
      title: words.delete_title,
      detail: words.delete_confirm,
      yes: words.delete,
    })
    if (!yes) return
    // Away from its page first, which would ask for what is gone.
    const gone = call(studio_uploads.deleteAsset, { params }).then(() =>
      navigate(studioUploadsPath),
    )
    await acting(gone, words.deleted, 'lists')
  }
  if (isProcessing(asset))
    return (
      <Button
        look="danger"
        icon="close"
        onClick={() => void acting(call(studio_uploads.cancelAsset, { params }), words.cancelled)}
      >
        {words.cancel}
      </Button>
    )
  return (
    <>
      {asset.can_retry && (
        <Button
          look="primary"
          icon="retry"
          onClick={() => void acting(call(studio_uploads.retryAsset, { params }), words.retried)}
        >
          {words.retry}
        </Button>
      )}
      {(asset.state === 'failed' || !asset.target_episode) && (
        <Button look="danger" onClick={() => void remove()}>
          {words.delete}
        </Button>
      )}
    </>
  )
}

function PosterPanel({ asset, here }: { asset: StudioAssetDetail; here: () => number }) {
  const [busy, setBusy] = useState(false)
  async function take() {
    setBusy(true)
    const at = Math.min(here(), asset.duration ?? 0)
    await acting(
      call(studio_uploads.setPoster, { params: { id: asset.id }, body: { at } }),
      words.poster_saved,
    )
    setBusy(false)
  }
  return (
    <section aria-labelledby="poster" className="rounded-xl bg-surface p-4">
      <h2 id="poster" className="text-lg font-bold">
        {words.poster}
      </h2>
      <p className="mt-1 mb-3 text-sm text-foreground-subtle">{words.poster_detail}</p>
      {asset.poster ? (
        <img
          src={imageUrlAtWidth(asset.poster, 400)}
          alt={words.poster_alt}
          className={`rounded-lg bg-surface-raised object-cover ${asset.orientation === 'vertical' ? 'aspect-9/16 w-32' : 'aspect-video w-full max-w-96'}`}
        />
      ) : (
        <p className="text-sm text-foreground-subtle">{words.poster_none}</p>
      )}
      <Button look="outline" className="mt-3 w-full" busy={busy} onClick={() => void take()}>
        {words.poster_here}
      </Button>
    </section>
  )
}

/** What the encoder said, the newest first: what one looks for is where one begins to read. */
function Log({ lines }: { lines: readonly string[] }) {
  return (
    <section aria-labelledby="log" className="min-w-0">
      <h2 id="log" className="mb-2 text-lg font-bold">
        {words.log}
      </h2>
      <ScrollArea label={words.log} className="max-h-72 rounded-xl bg-background-deep p-4">
        <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap text-foreground-muted">
          {lines.length === 0
            ? words.log_empty
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
