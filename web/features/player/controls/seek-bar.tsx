import type { Video, Storyboard } from '#contract/playback/playback.ts'
import { useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { formatTimecode } from '#web/lib/format.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import {
  usePlayer,
  useMediaRequests,
  useStoreEffect,
} from '#web/features/player/hooks/player-context.tsx'
import { chaptersOf, type Chapter } from './chapters.ts'
import { sliderKeyHandler } from './control-primitives.tsx'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'

/** Storyboard image and time above the seek bar. Hidden from screen readers, which read the slider's value. */
function SeekPreview({
  time,
  fraction,
  storyboard,
  chapter,
  text,
}: {
  /** Seconds. */
  time: number
  /** Position on the bar, 0 to 1. */
  fraction: number
  storyboard: Storyboard | null
  chapter: Chapter['kind']
  text: string
}) {
  const tile = storyboard && storyboardTileAt(storyboard, time)
  return (
    <div
      aria-hidden="true"
      className="player-seek-preview"
      style={
        {
          '--preview-fraction': fraction,
          '--tile-width': tile ? tile.width : 64,
        } as Record<string, number>
      }
    >
      {tile && (
        <div
          className="player-seek-preview-image"
          style={{
            aspectRatio: `${tile.width} / ${tile.height}`,
            backgroundImage: `url("${tile.url}")`,
            backgroundSize: tile.background_size,
            backgroundPosition: tile.background_position,
          }}
        />
      )}
      <p className="mt-2 text-center text-sm font-semibold tabular-nums">
        {chapter !== 'content' && (
          <span className="mr-2 text-accent-bright">{playerMessages[chapter]}</span>
        )}
        {text}
      </p>
    </div>
  )
}

function ChapterTrack({ chapter: { start, end, kind } }: { chapter: Chapter }) {
  return (
    <span
      className="player-chapter"
      data-chapter={kind}
      style={
        {
          flexGrow: end - start,
          '--chapter-start': start,
          '--chapter-length': end - start,
        } as Record<string, number>
      }
    >
      <i data-layer="ahead" />
      <i data-layer="hover" />
      <i data-layer="at" />
    </span>
  )
}

const pageStep_s = 60
const arrowStep_s = 10

/** Reads and moves the position of a slider by pointer. While dragging, playback stays; releasing seeks. */
function useSeekPointer(
  bar: RefObject<HTMLDivElement | null>,
  duration: number,
  onDrag: () => void,
) {
  const requests = useMediaRequests()
  /** Seconds under the pointer, null without hover. */
  const [hover, setHover] = useState<number | null>(null)
  const dragged = useRef<number | null>(null)
  function secondsAt(event: PointerEvent): number {
    const box = bar.current!.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration
  }
  return {
    hover,
    dragged,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = secondsAt(event)
        setHover(dragged.current)
        onDrag()
      },
      onPointerMove(event: PointerEvent) {
        const seconds = secondsAt(event)
        setHover(seconds)
        if (dragged.current === null) return
        dragged.current = seconds
        onDrag()
      },
      onPointerUp(event: PointerEvent) {
        if (dragged.current === null) return
        requests.seekTo(secondsAt(event))
        dragged.current = null
        if (event.pointerType !== 'mouse') setHover(null)
      },
      onPointerCancel() {
        dragged.current = null
        setHover(null)
        onDrag()
      },
      onPointerLeave() {
        if (dragged.current === null) setHover(null)
      },
    },
  }
}

/**
 * Opening and ending are separate chapters. Position and buffer are custom properties, written several times a second
 * without rendering; the chapters compute their fill from them.
 */
export function SeekBar({ video }: { video: Video }) {
  const { player } = usePlayer()
  const requests = useMediaRequests()
  const bar = useRef<HTMLDivElement>(null)
  const announced = useRef(-1)
  const duration = video.duration
  const chapters = useMemo(() => chaptersOf(duration, video.markers), [duration, video.markers])

  const { hover, dragged, handlers } = useSeekPointer(bar, duration, update)

  function update() {
    const element = bar.current
    if (!element) return
    const { current_time, buffered_end } = player.media.getState()
    const position = dragged.current ?? current_time
    element.style.setProperty('--played', String(position))
    element.style.setProperty('--buffered', String(buffered_end))
    // Once a second is enough for screen readers.
    if (Math.floor(position) === announced.current) return
    announced.current = Math.floor(position)
    element.setAttribute('aria-valuenow', String(announced.current))
    element.setAttribute('aria-valuetext', playerMessages.seek_value(position, duration))
  }
  useStoreEffect(player.media, update)

  const onKeyDown = sliderKeyHandler({
    ArrowLeft: () => requests.seekBy(-arrowStep_s),
    ArrowDown: () => requests.seekBy(-arrowStep_s),
    ArrowRight: () => requests.seekBy(arrowStep_s),
    ArrowUp: () => requests.seekBy(arrowStep_s),
    PageDown: () => requests.seekBy(-pageStep_s),
    PageUp: () => requests.seekBy(pageStep_s),
    Home: () => requests.seekTo(0),
    End: () => requests.seekTo(duration),
  })

  return (
    <div className="player-seek-bar relative">
      {hover !== null && (
        <SeekPreview
          time={hover}
          fraction={duration > 0 ? hover / duration : 0}
          storyboard={video.storyboard}
          chapter={
            chapters.find((chapter) => hover >= chapter.start && hover < chapter.end)?.kind ??
            'content'
          }
          text={formatTimecode(hover, duration)}
        />
      )}
      <div
        ref={bar}
        role="slider"
        tabIndex={0}
        aria-label={playerMessages.seek}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={0}
        aria-valuetext={playerMessages.seek_value(0, duration)}
        className="player-seek-slider"
        {...handlers}
        onKeyDown={onKeyDown}
        style={{ '--hovered': hover ?? -1 } as Record<string, number>}
      >
        <div className="player-seek-track">
          {chapters.map((chapter) => (
            <ChapterTrack key={chapter.start} chapter={chapter} />
          ))}
        </div>
        <span
          className="player-seek-thumb"
          style={{ '--duration': duration || 1 } as Record<string, number>}
        />
      </div>
    </div>
  )
}
