import type { Trailer } from '#contract/contents/playback.ts'
import { useEffect, useRef, useState } from 'react'
import { loadClip } from './load-clip.ts'

/**
 * A clip that plays by itself, over an image of the same size, which stays visible until the first frame and if the clip
 * does not load. Pauses while it is off the screen.
 */
export function ClipVideo({
  clip,
  max_height,
  isPaused = false,
  isMuted = true,
  onPlaying,
  onEnded,
}: {
  clip: NonNullable<Trailer['clip']>
  max_height: number
  isPaused?: boolean
  isMuted?: boolean
  onPlaying?: () => void
  /** Also called if the clip does not load. */
  onEnded?: () => void
}) {
  const element = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isVisible, setIsVisible] = useState(true)
  const [isLoaded, setIsLoaded] = useState(false)
  const callbacks = useRef({ onPlaying, onEnded })
  useEffect(() => {
    callbacks.current = { onPlaying, onEnded }
  }, [onPlaying, onEnded])

  useEffect(() => {
    const video = element.current
    if (!video) return
    const controller = new AbortController()
    const { signal } = controller
    loadClip(video, clip, { max_height, signal }).then(
      () => setIsLoaded(true),
      () => signal.aborted || callbacks.current.onEnded?.(),
    )
    const observer = new IntersectionObserver(
      ([entry]) => setIsVisible((entry?.intersectionRatio ?? 1) > 0.4),
      { threshold: [0.4] },
    )
    observer.observe(video)
    return () => {
      controller.abort()
      observer.disconnect()
      video.removeAttribute('src')
      video.load()
    }
  }, [clip, max_height])

  useEffect(() => {
    const video = element.current
    if (!video || !isLoaded) return
    if (isPaused || !isVisible) return video.pause()
    // Refused where the browser lets nothing play by itself; the image stays.
    video.play().catch(() => callbacks.current.onEnded?.())
  }, [isLoaded, isPaused, isVisible])

  return (
    <video
      ref={element}
      muted={isMuted}
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => {
        setIsPlaying(true)
        onPlaying?.()
      }}
      onEnded={() => {
        setIsPlaying(false)
        onEnded?.()
      }}
      className={`absolute inset-0 size-full object-cover transition-opacity duration-(--duration-slow) ${isPlaying ? '' : 'opacity-0'}`}
    />
  )
}
