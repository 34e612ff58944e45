import type { Video } from '#contract/contents/playback.ts'
import { useMemo, useRef, useState, type PointerEvent } from 'react'
import { formatTimecode } from '#web/lib/format.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { usePlayer, useMediaRequests } from '#web/features/player/core/player-context.tsx'
import { useStoreEffect } from '#web/features/player/core/use-media-state.ts'
import { SeekPreview } from './seek-preview.tsx'
import { chaptersOf } from './chapters.ts'
import { sliderKeyHandler } from './control-primitives.tsx'

const pageStep = 60
const arrowStep = 10

/**
 * The seek bar: opening and ending are sections of their own. Position and buffer are two custom
 * properties written several times a second without rendering; the sections reckon their fill from them.
 * While it is dragged the film stays where it is and the preview moves; letting go seeks.
 */
export function SeekBar({ video }: { video: Video }) {
  const { player } = usePlayer()
  const wishes = useMediaRequests()
  const bar = useRef<HTMLDivElement>(null)
  /** Seconds under the pointer, null when it is elsewhere. */
  const [hover, setHover] = useState<number | null>(null)
  const dragged = useRef<number | null>(null)
  const said = useRef(-1)
  const duration = video.duration
  const sections = useMemo(() => chaptersOf(duration, video.markers), [duration, video.markers])

  const write = () => {
    const element = bar.current
    if (!element) return
    const { time, buffered_to } = player.facts.get()
    const at = dragged.current ?? time
    element.style.setProperty('--played', String(at))
    element.style.setProperty('--buffered', String(buffered_to))
    // Once a second is enough for whoever listens.
    if (Math.floor(at) === said.current) return
    said.current = Math.floor(at)
    element.setAttribute('aria-valuenow', String(said.current))
    element.setAttribute('aria-valuetext', playerMessages.seek_value(at, duration))
  }
  useStoreEffect(player.facts, write)

  function secondsAt(event: PointerEvent): number {
    const box = bar.current!.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = secondsAt(event)
    setHover(dragged.current)
    write()
  }
  function onPointerMove(event: PointerEvent) {
    const seconds = secondsAt(event)
    setHover(seconds)
    if (dragged.current === null) return
    dragged.current = seconds
    write()
  }
  function onPointerUp(event: PointerEvent) {
    if (dragged.current === null) return
    wishes.seekTo(secondsAt(event))
    dragged.current = null
    if (event.pointerType !== 'mouse') setHover(null)
  }
  function onPointerCancel() {
    dragged.current = null
    setHover(null)
    write()
  }

  const onKeyDown = sliderKeyHandler({
    ArrowLeft: () => wishes.seekBy(-arrowStep),
    ArrowDown: () => wishes.seekBy(-arrowStep),
    ArrowRight: () => wishes.seekBy(arrowStep),
    ArrowUp: () => wishes.seekBy(arrowStep),
    PageDown: () => wishes.seekBy(-pageStep),
    PageUp: () => wishes.seekBy(pageStep),
    Home: () => wishes.seekTo(0),
    End: () => wishes.seekTo(duration),
  })

  return (
    <div className="player-seek-bar relative">
      {hover !== null && (
        <SeekPreview
          at={hover}
          fraction={duration > 0 ? hover / duration : 0}
          storyboard={video.storyboard}
          section={sections.find((one) => hover >= one.start && hover < one.end)?.kind ?? 'body'}
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
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerCancel}
        onPointerLeave={() => dragged.current === null && setHover(null)}
        onKeyDown={onKeyDown}
        style={{ '--hovered': hover ?? -1 } as Record<string, number>}
      >
        <div className="player-seek-track">
          {sections.map(({ start, end, kind }) => (
            <span
              key={start}
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
