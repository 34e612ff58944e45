import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { episodePanelId } from '#web/features/player/episodes/open-episode-panel.ts'
import { createProfileState } from '#web/lib/profile-state.ts'
import { useState, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as contents from '#web/api/endpoints/contents.generated.ts'
import { call } from '#web/api/client.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/playback/playback.ts'
import { usePlayer } from '#web/features/player/hooks/player-context.tsx'

/** Series, title, position in the season and an expandable synopsis. */
export function VerticalDetails({ episode }: { episode: Episode }) {
  const { series, number } = episode
  const count = useEpisodeCount(episode)
  const [isOpen, setIsOpen] = useState(false)
  const title = series.is_series
    ? `${playerMessages.episode_number(number)} ${episode.title}`
    : series.title
  return (
    <div className="vertical-details">
      <p className="vertical-meta">
        {series.is_series && (
          <Link to={seriesPath(series.id)} className="vertical-series">
            {series.title}
          </Link>
        )}
        {count !== null && count > 1 && number <= count && (
          <button type="button" className="vertical-position" popoverTarget={episodePanelId}>
            <span aria-hidden="true">{gestureMessages.position_short(number, count)}</span>
            <span className="sr-only">
              {gestureMessages.position(number, count)}, {playerMessages.episodes}
            </span>
          </button>
        )}
      </p>
      <h1 className="vertical-title">{title}</h1>
      {episode.synopsis && (
        <p
          className="vertical-synopsis"
          data-open={isOpen || undefined}
          id="vertical-synopsis"
          // A long text scrolls, so it takes the focus for keyboards.
          {...(isOpen && { tabIndex: 0 })}
        >
          {episode.synopsis}
        </p>
      )}
      {isOpen && (
        <p className="mt-2 text-sm">
          <AgeRating code={episode.age_rating} descriptors={episode.descriptors} />
        </p>
      )}
      {episode.synopsis && (
        <button
          type="button"
          className="vertical-more"
          aria-expanded={isOpen}
          aria-controls="vertical-synopsis"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? gestureMessages.less : gestureMessages.more}
        </button>
      )}
    </div>
  )
}

/** Episode counts by season id: a limit leaves out episodes above it. */
const counts = createProfileState(() => new Map<number, number>())

/** Returns the season's episode count, null until loaded; requested in parallel to the video. */
function useEpisodeCount({ series, season }: Episode): number | null {
  const [, setLoads] = useState(0)
  const count = counts.current.get(season.id)
  useEffect(() => {
    if (count !== undefined || !series.is_series) return
    let current = true
    const known = counts.current
    call(contents.readSeries, { params: { id: String(series.id) } }).then(
      ({ seasons }) => {
        for (const season of seasons) known.set(season.id, season.episode_count)
        if (current) setLoads((count) => count + 1)
      },
      // Optional: the video plays without it.
      () => {},
    )
    return () => void (current = false)
  }, [count, series.id, series.is_series])
  return count ?? null
}

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
        <img
          src={imageUrlAtWidth(episode.thumbnail_url, 'thumbnail', 640)}
          alt=""
          draggable={false}
        />
      )}
    </div>
  )
}
