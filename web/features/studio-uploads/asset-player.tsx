import type { StudioAssetPage } from '#contract/studio-uploads.ts'
import { pointText, uploadsCopy as words } from '#web/copy/studio-uploads.ts'
import type Hls from 'hls.js'
import { useEffect, useState, type RefObject } from 'react'

/** Loads the engine that plays HLS, where the browser does not play it by itself. */
export type LoadHls = () => Promise<typeof Hls>

/** The film with the browser's own controls, and a line of its whole length on which its marks are drawn. */
export function AssetPlayer({
  asset: { playable, poster, orientation, duration },
  video,
  loadHls,
  markers,
}: {
  asset: StudioAssetPage
  video: RefObject<HTMLVideoElement | null>
  loadHls: LoadHls
  markers: StudioAssetPage['markers']
}) {
  const [failed, setFailed] = useState(false)
  const manifest_url = playable?.manifest_url
  // Asked for anew, the same film has another address: it goes on with the one it began with.
  const [first, setFirst] = useState(manifest_url)
  if (first === undefined && manifest_url !== undefined) setFirst(manifest_url)

  useEffect(() => {
    const element = video.current
    if (!element || !first) return
    if (element.canPlayType('application/vnd.apple.mpegurl') && !('MediaSource' in window)) {
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

  if (!playable)
    return (
      <div className="flex aspect-video items-center justify-center rounded-xl bg-surface px-6 text-center text-sm text-paper-3">
        {words.not_ready}
      </div>
    )
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
      {duration !== null && <Line duration={duration} markers={markers} />}
    </div>
  )
}

/** Where opening and ending lie within the whole. */
function Line({
  duration,
  markers: { opening, ending_start },
}: {
  duration: number
  markers: StudioAssetPage['markers']
}) {
  const share = (seconds: number) => `${Math.min(100, (seconds / duration) * 100)}%`
  return (
    <div className="mt-3" aria-hidden="true">
      <div className="relative h-3 overflow-hidden rounded-full bg-surface-2">
        {opening && (
          <span
            className="absolute inset-y-0 bg-gam"
            style={{ left: share(opening.start), width: share(opening.end - opening.start) }}
          />
        )}
        {ending_start !== null && (
          <span
            className="absolute inset-y-0 right-0 bg-paper-3"
            style={{ left: share(ending_start) }}
          />
        )}
      </div>
      <p className="mt-1 flex justify-between text-xs text-paper-3 tabular-nums">
        <span>{pointText(0)}</span>
        <span>{pointText(duration)}</span>
      </p>
    </div>
  )
}
