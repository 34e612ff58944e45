import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { uploadsMessages as messages } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type Hls from 'hls.js'
import { useEffect, useState, type RefObject } from 'react'
import type { MarkerDraft } from './use-marker-draft.ts'
import { MarkerTimeline } from './marker-timeline.tsx'

/** Loads hls.js in browsers without native HLS. */
export type LoadHls = () => Promise<typeof Hls>

/** The video with native controls and a timeline on which its markers are moved. */
export function AssetPlayer({
  asset,
  video,
  loadHls,
  markers,
  goTo,
}: {
  asset: StudioAssetDetail
  video: RefObject<HTMLVideoElement | null>
  loadHls: LoadHls
  markers: MarkerDraft
  goTo: (seconds: number) => void
}) {
  const { playable, poster, orientation, duration } = asset
  const [hasFailed, setHasFailed] = useState(false)
  const manifest_url = playable?.manifest_url
  // A refetch signs a new URL for the same video; playback keeps the first one.
  const [initialUrl, setInitialUrl] = useState(manifest_url)
  if (initialUrl === undefined && manifest_url !== undefined) setInitialUrl(manifest_url)

  useEffect(() => {
    const element = video.current
    if (!element || !initialUrl) return
    const hasMediaSource = 'MediaSource' in window || 'ManagedMediaSource' in window
    if (!hasMediaSource && element.canPlayType('application/vnd.apple.mpegurl')) {
      element.setAttribute('src', initialUrl)
      return
    }
    let hls: Hls | undefined
    let isUnmounted = false
    loadHls()
      .then((HlsClass) => {
        if (isUnmounted) return
        hls = new HlsClass({ enableWorker: false, capLevelToPlayerSize: true })
        hls.on(HlsClass.Events.ERROR, (_event, { fatal }) => fatal && setHasFailed(true))
        hls.loadSource(initialUrl)
        hls.attachMedia(element)
      })
      .catch(() => setHasFailed(true))
    return () => {
      isUnmounted = true
      hls?.destroy()
    }
  }, [initialUrl, loadHls, video])

  if (!playable) return <PlayerPlaceholder asset={asset} />
  return (
    <div>
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        aria-label={messages.player}
        {...(poster && { poster })}
        className={`w-full rounded-xl bg-black ${orientation === 'vertical' ? 'mx-auto max-h-[70dvh] object-contain' : 'aspect-video'}`}
      >
        {playable.captions.map(({ url, language, label }, index) => (
          <track
            key={url}
            kind="captions"
            src={url}
            srcLang={language}
            label={label}
            default={index === 0}
          />
        ))}
      </video>
      {hasFailed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {messages.player_failed}
        </p>
      )}
      {duration !== null && <MarkerTimeline {...{ duration, markers, video, goTo }} />}
    </div>
  )
}

/** Shown in place of the video: encoding progress, or the failure with its remedy. */
function PlayerPlaceholder({ asset }: { asset: StudioAssetDetail }) {
  const { state, reason, can_retry, progress, source_name } = asset
  const isFailed = state === 'failed'
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-3 rounded-xl bg-surface px-6 text-center text-sm break-keep text-foreground-subtle">
      <Icon
        name={isFailed ? 'warning' : 'film_reel'}
        className={`size-8 ${isFailed ? 'text-danger' : ''}`}
      />
      {isFailed ? (
        <>
          {reason && <p className="text-base font-semibold text-foreground">{reason}</p>}
          <p>{can_retry ? messages.failed_retry : messages.failed_anew}</p>
        </>
      ) : (
        <>
          <p>{messages.not_ready}</p>
          {state === 'encoding' && (
            <div className="w-full max-w-60">
              <ProgressBar value={progress} label={messages.encoding_progress(source_name)} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
