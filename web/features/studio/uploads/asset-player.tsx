import type { StudioAssetDetail } from '#contract/media/staff.ts'
import { useHlsSource } from '#web/features/player/engines/use-hls-source.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import {
  type MarkerDraft,
  type MarkerName,
  markerNames,
  markersOf,
  roundToTenth,
} from './markers-panel.tsx'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'

/** The video with native controls and a timeline on which its markers are moved. */
export function AssetPlayer({
  asset,
  video,
  markers,
  goTo,
}: {
  asset: StudioAssetDetail
  video: RefObject<HTMLVideoElement | null>
  markers: MarkerDraft
  goTo: (seconds: number) => void
}) {
  const { playable, poster, orientation, duration } = asset
  const hasFailed = useHlsSource(video, playable?.manifest_url)
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
        className={`w-full rounded-card bg-black ${orientation === 'vertical' ? 'mx-auto max-h-[70dvh] object-contain' : 'aspect-video'}`}
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
      {duration !== null && (
        <MarkerTimeline duration={duration} markers={markers} video={video} goTo={goTo} />
      )}
    </div>
  )
}

/** Shown in place of the video: encoding progress, or the failure with its remedy. */
function PlayerPlaceholder({ asset }: { asset: StudioAssetDetail }) {
  const { state, reason, can_retry, progress, source_name } = asset
  const isFailed = state === 'failed'
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-3 panel px-6 text-center text-sm break-keep text-foreground-subtle">
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

/** Seconds that arrow keys move a marker by, also with Shift and PageUp/PageDown. */
const step = 0.1
const stride = 1
const largeStep = 10

const percentOf = (seconds: number, duration: number) =>
  `${Math.min(100, (seconds / duration) * 100)}%`

/**
 * The timeline of a video: playback position and markers, which are moved by dragging or arrow keys. The video follows,
 * to show the frame.
 */
function MarkerTimeline({
  duration,
  markers,
  video,
  goTo,
}: {
  duration: number
  markers: MarkerDraft
  video: RefObject<HTMLVideoElement | null>
  goTo: (seconds: number) => void
}) {
  const timeline = useRef<HTMLDivElement>(null)
  const { opening, ending_start } = markersOf(markers.draft)
  function moveMarker(marker: MarkerName, seconds: number) {
    const to = roundToTenth(Math.min(duration, Math.max(0, seconds)))
    markers.set(marker, to)
    goTo(to)
  }
  function secondsAt(event: PointerEvent) {
    const box = timeline.current?.getBoundingClientRect()
    return box ? ((event.clientX - box.left) / box.width) * duration : 0
  }
  return (
    <div className="mt-3" role="group" aria-label={messages.timeline}>
      <div
        ref={timeline}
        className="relative h-11 touch-none"
        onPointerDown={(event) => {
          if (event.button === 0) goTo(roundToTenth(Math.max(0, secondsAt(event))))
        }}
      >
        <div className="absolute inset-x-0 top-4 h-3 overflow-hidden rounded-full bg-surface-raised">
          {opening && (
            <span
              className="absolute inset-y-0 bg-accent"
              style={{
                left: percentOf(opening.start, duration),
                width: percentOf(opening.end - opening.start, duration),
              }}
            />
          )}
          {ending_start !== null && (
            <span
              className="absolute inset-y-0 right-0 bg-foreground-subtle"
              style={{ left: percentOf(ending_start, duration) }}
            />
          )}
        </div>
        <Playhead video={video} duration={duration} />
        {markerNames.map((marker) => {
          const seconds = markers.draft[marker]
          if (seconds === null) return null
          return (
            <MarkerHandle
              key={marker}
              label={messages[marker]}
              seconds={seconds}
              duration={duration}
              secondsAt={secondsAt}
              onMove={(to) => moveMarker(marker, to)}
              onRemove={() => markers.set(marker, null)}
            />
          )
        })}
      </div>
      <p
        aria-hidden="true"
        className="flex justify-between text-xs text-foreground-subtle tabular-nums"
      >
        <span>{formatMarkerTime(0)}</span>
        <span>{formatMarkerTime(duration)}</span>
      </p>
    </div>
  )
}

/** Follows the position of the video. */
function Playhead({
  video,
  duration,
}: {
  video: RefObject<HTMLVideoElement | null>
  duration: number
}) {
  const playhead = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const follow = () => {
      if (playhead.current) playhead.current.style.left = percentOf(element.currentTime, duration)
    }
    const stop = new AbortController()
    for (const event of ['timeupdate', 'seeking'] as const)
      element.addEventListener(event, follow, { signal: stop.signal })
    return () => stop.abort()
  }, [video, duration])
  return (
    <span
      ref={playhead}
      aria-hidden="true"
      className="absolute inset-y-2 left-0 w-1 -translate-x-1/2 rounded-full bg-danger"
    />
  )
}

function MarkerHandle({
  label,
  seconds,
  duration,
  secondsAt,
  onMove,
  onRemove,
}: {
  label: string
  seconds: number
  duration: number
  secondsAt: (event: PointerEvent) => number
  onMove: (seconds: number) => void
  onRemove: () => void
}) {
  function onKeyDown(event: KeyboardEvent) {
    const delta = event.shiftKey ? stride : step
    const to = {
      ArrowLeft: seconds - delta,
      ArrowDown: seconds - delta,
      ArrowRight: seconds + delta,
      ArrowUp: seconds + delta,
      PageDown: seconds - largeStep,
      PageUp: seconds + largeStep,
      Home: 0,
      End: duration,
    }[event.key]
    if (to !== undefined) onMove(to)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={seconds}
      aria-valuetext={formatMarkerTime(seconds)}
      title={`${label} ${formatMarkerTime(seconds)}`}
      className="absolute inset-y-0 flex w-6 -translate-x-1/2 cursor-ew-resize items-center justify-center rounded-control"
      style={{ left: percentOf(seconds, duration) }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(secondsAt(event))
      }}
    >
      <span className="h-7 w-2 rounded-full bg-foreground ring-2 ring-background" />
    </button>
  )
}
