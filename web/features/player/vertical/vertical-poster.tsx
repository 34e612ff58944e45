import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePlayer } from '#web/features/player/core/player-context.tsx'

/**
 * The poster of a film that has not begun, over what the element still shows of the one before. With it the
 * picture that was drawn away stands in its place again.
 */
export function VerticalPosterCover({ episode, video }: { episode: Episode; video: Video | null }) {
  const { player } = usePlayer()
  const cover = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState<number | null>(null)
  const ready = video?.episode.id ?? null

  useLayoutEffect(() => {
    const stage = cover.current?.closest<HTMLElement>('.player')
    if (!stage) return
    delete stage.dataset['snapping']
    stage.style.removeProperty('--drag-offset')
  }, [episode.id])

  useEffect(() => {
    if (ready === null) return
    // `started` may still be the fact of the film before.
    let fresh = false
    const look = () => {
      const { started } = player.facts.get()
      if (!started) fresh = true
      else if (fresh) setBegun(ready)
    }
    look()
    return player.facts.subscribe(look)
  }, [ready, player])

  return (
    <div
      ref={cover}
      aria-hidden="true"
      className="vertical-poster-cover"
      hidden={begun === episode.id}
      style={{ backgroundColor: episode.thumbnail_color }}
    >
      {episode.thumbnail_url && (
        <img src={imageUrlAtWidth(episode.thumbnail_url, 640)} alt="" draggable={false} />
      )}
    </div>
  )
}
