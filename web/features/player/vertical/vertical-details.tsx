import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { useState, useEffect } from 'react'
import { Link } from 'react-router'
import * as contents from '#web/api/endpoints/contents.generated.ts'
import { call } from '#web/api/client.ts'

/** What one is watching: series, title, how far into the season, a line of synopsis that opens. */
export function VerticalDetails({ episode }: { episode: Episode }) {
  const { series, number } = episode
  const count = useEpisodeCount(episode)
  const [open, setOpen] = useState(false)
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
          <span className="vertical-position">
            <span aria-hidden="true">{gestureMessages.place_short(number, count)}</span>
            <span className="sr-only">{gestureMessages.place(number, count)}</span>
          </span>
        )}
      </p>
      <h1 className="vertical-title">{title}</h1>
      {episode.synopsis && (
        <p className="vertical-synopsis" data-open={open || undefined} id="vertical-synopsis">
          {episode.synopsis}
        </p>
      )}
      {open && (
        <p className="mt-2 text-sm">
          <AgeRating code={episode.age_rating} descriptors={episode.descriptors} />
        </p>
      )}
      {episode.synopsis && (
        <button
          type="button"
          className="vertical-more"
          aria-expanded={open}
          aria-controls="vertical-synopsis"
          onClick={() => setOpen(!open)}
        >
          {open ? gestureMessages.less : gestureMessages.more}
        </button>
      )}
    </div>
  )
}

/** Of each season; the same for everybody, so once is enough. */
const counts = new Map<number, number>()

/** How many episodes the season has, null until that is known: asked beside the film, never before it. */
function useEpisodeCount({ series, season }: Episode): number | null {
  const [, setAnswered] = useState(0)
  const count = counts.get(season.id)
  useEffect(() => {
    if (count !== undefined || !series.is_series) return
    let current = true
    call(contents.readSeries, { params: { id: String(series.id) } }).then(
      ({ seasons }) => {
        for (const one of seasons) counts.set(one.id, one.episode_count)
        if (current) setAnswered((times) => times + 1)
      },
      // The film plays without it.
      () => {},
    )
    return () => void (current = false)
  }, [count, series.id, series.is_series])
  return count ?? null
}
