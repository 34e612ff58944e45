import { readTrailer } from '#web/api/endpoints/playback.generated.ts'
import type { Trailer } from '#contract/playback/playback.ts'
import { call } from '#web/api/client.ts'
import { ClipVideo, canPlayClips } from '#web/features/catalog/trailer/clip-video.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { useEffect, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { heroMessages } from './hero-messages.ko.ts'

/** Milliseconds per slide: enough to read two lines of synopsis. */
const slide_ms = 9_000
/** Milliseconds before the trailer: the picture is seen first, and scrolling past loads nothing. */
const trailerDelay_ms = 2_000
const reducedMotion = '(prefers-reduced-motion: reduce)'
/** On narrower screens the text covers the picture. */
const trailerScreen = '(min-width: 64rem)'
/** Backdrops are shown at up to 80rem under a scrim; more lines would not be seen. */
const trailerHeight = 720

/**
 * Moves between the slides of the hero: by button, and by itself unless hovered, focused, paused or scrolled past. The slide's
 * trailer plays once, silently until the sound is turned on; then the next slide follows.
 */
export function HeroControls({
  section,
  count,
  current,
  series_id,
  slide,
  show,
}: {
  section: RefObject<HTMLElement | null>
  count: number
  current: number
  series_id: number
  /** Selector of the current slide within the section. */
  slide: string
  show: (step: number) => void
}) {
  const [isPaused, setIsPaused] = useState(false)
  const isHeld = useIsHeld(section)
  const [isMuted, setIsMuted] = useState(true)
  const [playing, setPlaying] = useState<number>()
  const { trailer, skip } = useSlideTrailer(series_id, isPaused)
  const isPlaying = playing === series_id

  useEffect(() => {
    if (isPaused || isHeld || isPlaying || count < 2 || matchMedia(reducedMotion).matches) return
    const timer = setTimeout(() => show(1), slide_ms)
    return () => clearTimeout(timer)
  }, [current, isPaused, isHeld, isPlaying, count, show])

  const picture = section.current?.querySelector(`${slide} [data-trailer]`)
  function onEnded() {
    setPlaying(undefined)
    skip()
    if (isPlaying && !isHeld && count > 1) show(1)
  }
  return (
    <>
      {trailer?.clip &&
        picture &&
        createPortal(
          <ClipVideo
            key={series_id}
            clip={trailer.clip}
            max_height={trailerHeight}
            isPaused={isPaused}
            isMuted={isMuted}
            onPlaying={() => setPlaying(series_id)}
            onEnded={onEnded}
          />,
          picture,
        )}
      <div className="absolute right-(--page-gutter) bottom-[clamp(5rem,9vw,9.5rem)] on-image z-action flex items-center rounded-full bg-shade/60">
        {isPlaying && trailer?.clip?.audio && (
          <IconButton
            label={isMuted ? heroMessages.unmute : heroMessages.mute}
            icon={isMuted ? 'sound_off' : 'sound'}
            variant="ghost"
            onClick={() => setIsMuted(!isMuted)}
          />
        )}
        {count > 1 && (
          <>
            <IconButton
              label={heroMessages.previous}
              icon="chevron_left"
              variant="ghost"
              onClick={() => show(-1)}
            />
            <span
              aria-hidden="true"
              className="tabular-nums min-w-12 text-center text-sm font-semibold"
            >
              {current + 1} / {count}
            </span>
            <IconButton
              label={heroMessages.next}
              icon="chevron_right"
              variant="ghost"
              onClick={() => show(1)}
            />
          </>
        )}
        {(count > 1 || isPlaying) && (
          <IconButton
            label={isPaused ? heroMessages.resume : heroMessages.pause}
            icon={isPaused ? 'play' : 'pause'}
            variant="ghost"
            className="[&_svg]:size-5"
            onClick={() => setIsPaused(!isPaused)}
          />
        )}
      </div>
    </>
  )
}

/** Whether the section is hovered or has the focus. */
function useIsHeld(section: RefObject<HTMLElement | null>) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const element = section.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const hold = () => setIsHeld(true)
    const release = () => setIsHeld(false)
    element.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && hold(), { signal }) // prettier-ignore
    element.addEventListener('pointerleave', release, { signal })
    element.addEventListener('focusin', hold, { signal })
    element.addEventListener('focusout', release, { signal })
    return () => controller.abort()
  }, [section])
  return isHeld
}

/**
 * Reads the trailer of a slide some time after it appeared, where clips play.
 * @returns the trailer, and a function that gives it up.
 */
function useSlideTrailer(series_id: number, isPaused: boolean) {
  const [trailers, setTrailers] = useState<ReadonlyMap<number, Trailer | null>>(new Map())
  const isKnown = trailers.has(series_id)
  useEffect(() => {
    if (isKnown || isPaused || !matchMedia(trailerScreen).matches || !canPlayClips()) return
    let isCurrent = true
    const store = (trailer: Trailer | null) =>
      isCurrent && setTrailers((known) => new Map(known).set(series_id, trailer))
    const timer = setTimeout(
      () => void call(readTrailer, { params: { id: series_id } }).then(store, () => store(null)),
      trailerDelay_ms,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [series_id, isKnown, isPaused])
  return {
    trailer: trailers.get(series_id),
    skip: () => setTrailers((known) => new Map(known).set(series_id, null)),
  }
}
