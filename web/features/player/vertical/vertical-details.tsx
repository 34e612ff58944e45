import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { episodePanelId } from '#web/features/player/episodes/open-episode-panel.ts'
import { useState, useEffect } from 'react'
import { Link } from 'react-router'
import * as contents from '#web/api/endpoints/contents.generated.ts'
import { call } from '#web/api/client.ts'

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

/** Episode counts by season id, the same for all users. */
const counts = new Map<number, number>()

/** Returns the season's episode count, null until loaded; requested in parallel to the video. */
function useEpisodeCount({ series, season }: Episode): number | null {
  const [, setLoads] = useState(0)
  const count = counts.get(season.id)
  useEffect(() => {
    if (count !== undefined || !series.is_series) return
    let current = true
    call(contents.readSeries, { params: { id: String(series.id) } }).then(
      ({ seasons }) => {
        for (const season of seasons) counts.set(season.id, season.episode_count)
        if (current) setLoads((count) => count + 1)
      },
      // Optional: the video plays without it.
      () => {},
    )
    return () => void (current = false)
  }, [count, series.id, series.is_series])
  return count ?? null
}
