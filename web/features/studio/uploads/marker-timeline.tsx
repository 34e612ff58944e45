import { formatMarkerTime, uploadsMessages as words } from './messages.ko.ts'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type MarkerDraft, type MarkerName, markersOf, markerNames } from './use-marker-draft.ts'

/** How far the arrows move a mark, in seconds; with Shift, and by page. */
const step = 0.1
const stride = 1
const leap = 10

/** To the tenth, which is what marks are set to. */
export const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10

/**
 * The whole length of a film: where it is now, and its marks, each moved by dragging or by the arrows. The film goes along,
 * so that one sees what one does.
 */
export function MarkerTimeline({
  duration,
  marks,
  video,
  goTo,
}: {
  duration: number
  marks: MarkerDraft
  video: RefObject<HTMLVideoElement | null>
  goTo: (seconds: number) => void
}) {
  const line = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const { opening, ending_start } = markersOf(marks.draft)
  const share = (seconds: number) => `${Math.min(100, (seconds / duration) * 100)}%`

  useEffect(() => {
    const element = video.current
    if (!element) return
    const follow = () => {
      if (head.current)
        head.current.style.left = `${Math.min(100, (element.currentTime / duration) * 100)}%`
    }
    const stop = new AbortController()
    for (const event of ['timeupdate', 'seeking'] as const)
      element.addEventListener(event, follow, { signal: stop.signal })
    return () => stop.abort()
  }, [video, duration])

  function put(mark: MarkerName, seconds: number) {
    const to = roundToTenth(Math.min(duration, Math.max(0, seconds)))
    marks.set(mark, to)
    goTo(to)
  }
  function secondsAt(event: PointerEvent) {
    const box = line.current?.getBoundingClientRect()
    return box ? ((event.clientX - box.left) / box.width) * duration : 0
  }
  function press(event: KeyboardEvent, mark: MarkerName, at: number) {
    const by = event.shiftKey ? stride : step
    const to = {
      ...{ ArrowLeft: at - by, ArrowDown: at - by, ArrowRight: at + by, ArrowUp: at + by },
      ...{ PageDown: at - leap, PageUp: at + leap, Home: 0, End: duration },
    }[event.key]
    if (to !== undefined) put(mark, to)
    else if (event.key === 'Delete' || event.key === 'Backspace') marks.set(mark, null)
    else return
    event.preventDefault()
  }

  return (
    <div className="mt-3" role="group" aria-label={words.timeline}>
      <div
        ref={line}
        className="relative h-11 touch-none"
        onPointerDown={(event) => {
          if (event.button === 0) goTo(roundToTenth(Math.max(0, secondsAt(event))))
        }}
      >
        <div className="absolute inset-x-0 top-4 h-3 overflow-hidden rounded-full bg-surface-raised">
          {opening && (
            <span
              className="absolute inset-y-0 bg-accent"
              style={{ left: share(opening.start), width: share(opening.end - opening.start) }}
            />
          )}
          {ending_start !== null && (
            <span
              className="absolute inset-y-0 right-0 bg-foreground-subtle"
              style={{ left: share(ending_start) }}
            />
          )}
        </div>
        <span
          ref={head}
          aria-hidden="true"
          className="absolute inset-y-2 left-0 w-0.5 -translate-x-1/2 rounded-full bg-danger"
        />
        {markerNames.map((mark) => {
          const at = marks.draft[mark]
          if (at === null) return null
          return (
            <button
              key={mark}
              type="button"
              role="slider"
              aria-label={words[mark]}
              aria-valuemin={0}
              aria-valuemax={duration}
              aria-valuenow={at}
              aria-valuetext={formatMarkerTime(at)}
              title={`${words[mark]} ${formatMarkerTime(at)}`}
              className="absolute inset-y-0 flex w-6 -translate-x-1/2 cursor-ew-resize items-center justify-center rounded-md"
              style={{ left: share(at) }}
              onKeyDown={(event) => press(event, mark, at)}
              onPointerDown={(event) => {
                event.stopPropagation()
                event.currentTarget.setPointerCapture(event.pointerId)
              }}
              onPointerMove={(event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId))
                  put(mark, secondsAt(event))
              }}
            >
              <span className="h-7 w-1.5 rounded-full bg-foreground ring-2 ring-background" />
            </button>
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
