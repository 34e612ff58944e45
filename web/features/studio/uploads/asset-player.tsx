import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { uploadsMessages as words } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type Hls from 'hls.js'
import { useEffect, useState, type RefObject } from 'react'
import type { MarkerDraft } from './use-marker-draft.ts'
import { MarkerTimeline } from './marker-timeline.tsx'

/** Loads the engine that plays HLS, where the browser does not play it by itself. */
export type LoadHls = () => Promise<typeof Hls>

/** The film with the browser's own controls, and a line of its whole length on which its marks are moved. */
export function AssetPlayer({
  asset,
  video,
  loadHls,
  marks,
  goTo,
}: {
  asset: StudioAssetDetail
  video: RefObject<HTMLVideoElement | null>
  loadHls: LoadHls
  marks: MarkerDraft
  goTo: (seconds: number) => void
}) {
  const { playable, poster, orientation, duration } = asset
  const [failed, setFailed] = useState(false)
  const manifest_url = playable?.manifest_url
  // Asked for anew, the same film has another address: it goes on with the one it began with.
  const [first, setFirst] = useState(manifest_url)
  if (first === undefined && manifest_url !== undefined) setFirst(manifest_url)

  useEffect(() => {
    const element = video.current
    if (!element || !first) return
    const hasMediaSource = 'MediaSource' in window || 'ManagedMediaSource' in window
    if (!hasMediaSource && element.canPlayType('application/vnd.apple.mpegurl')) {
      element.setAttribute('src', first)
      return
    }
    let hls: Hls | undefined
    let left = false
    loadHls()
      .then((HlsClass) => {
        if (left) return
        hls = new HlsClass({ enableWorker: false, capLevelToPlayerSize: true })
        hls.on(HlsClass.Events.ERROR, (_event, { fatal }) => fatal && setFailed(true))
        hls.loadSource(first)
        hls.attachMedia(element)
      })
      .catch(() => setFailed(true))
    return () => {
      left = true
      hls?.destroy()
    }
  }, [first, loadHls, video])

  if (!playable) return <NotYet asset={asset} />
  return (
    <div>
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        aria-label={words.player}
        {...(poster && { poster })}
        className={`w-full rounded-xl bg-black ${orientation === 'vertical' ? 'mx-auto max-h-[70dvh] object-contain' : 'aspect-video'}`}
      >
        {playable.captions.map(({ url, language, label }, at) => (
          <track
            key={url}
            kind="captions"
            src={url}
            srcLang={language}
            label={label}
            default={at === 0}
          />
        ))}
      </video>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {words.player_failed}
        </p>
      )}
      {duration !== null && <MarkerTimeline {...{ duration, marks, video, goTo }} />}
    </div>
  )
}

/** What stands where the film will: how far it is, or why it is not coming and what can be done. */
function NotYet({ asset }: { asset: StudioAssetDetail }) {
  const { state, reason, can_retry, progress, source_name } = asset
  const isFailed = state === 'failed'
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-3 rounded-xl bg-surface px-6 text-center text-sm break-keep text-foreground-subtle">
      <Icon
        name={isFailed ? 'warning' : 'reel'}
        className={`size-8 ${isFailed ? 'text-danger' : ''}`}
      />
      {isFailed ? (
        <>
          {reason && <p className="text-base font-semibold text-foreground">{reason}</p>}
          <p>{can_retry ? words.failed_retry : words.failed_anew}</p>
        </>
      ) : (
        <>
          <p>{words.not_ready}</p>
          {state === 'encoding' && (
            <div className="w-full max-w-60">
              <ProgressBar value={progress} label={words.encoding_progress(source_name)} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
