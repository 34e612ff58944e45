import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePlayer } from '#web/features/player/hooks/player-context.tsx'

/** Poster of a video that has not started, over the last frame of the previous one. Also resets the drag offset. */
export function VerticalPosterCover({ episode, video }: { episode: Episode; video: Video | null }) {
  const { player } = usePlayer()
  const cover = useRef<HTMLDivElement>(null)
  const [playedId, setPlayedId] = useState<number | null>(null)
  const videoId = video?.episode.id ?? null

  useLayoutEffect(() => {
    const view = cover.current?.closest<HTMLElement>('.player')
    if (!view) return
    delete view.dataset['snapping']
    view.style.removeProperty('--drag-offset')
  }, [episode.id])

  useEffect(() => {
    if (videoId === null) return
    // `has_played` may still belong to the previous video.
    let wasReset = false
    const update = () => {
      const { has_played } = player.media.getState()
      if (!has_played) wasReset = true
      else if (wasReset) setPlayedId(videoId)
    }
    update()
    return player.media.subscribe(update)
  }, [videoId, player])

  return (
    <div
      ref={cover}
      aria-hidden="true"
      className="vertical-poster-cover"
      hidden={playedId === episode.id}
      style={{ backgroundColor: episode.thumbnail_color }}
    >
      {episode.thumbnail_url && (
        <img src={imageUrlAtWidth(episode.thumbnail_url, 640)} alt="" draggable={false} />
      )}
    </div>
  )
}
