import type { Storyboard } from '#contract/contents/playback.ts'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'
import { useEffect, useState } from 'react'
import { storyboardTileAt } from './storyboard-tile.ts'

/** Milliseconds per image. */
const imageMs = 700

/** Shows the images of a storyboard from `start` on in turn, where a clip cannot play. Still with reduced motion. */
export function StoryboardSlideshow({
  storyboard,
  start,
}: {
  storyboard: Storyboard
  start: number
}) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setShown((image) => (image + 1) % trailerSeconds), imageMs)
    return () => clearInterval(timer)
  }, [])
  const tile = storyboardTileAt(storyboard, start + shown * Math.max(1, storyboard.interval))
  if (!tile || tile.height > tile.width) return null
  return (
    <span
      aria-hidden="true"
      data-storyboard={shown}
      className="absolute inset-0"
      style={{
        backgroundImage: `url("${tile.url}")`,
        backgroundSize: tile.background_size,
        backgroundPosition: tile.background_position,
      }}
    />
  )
}
