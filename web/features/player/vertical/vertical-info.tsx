import { touchCopy } from '#web/copy/player-touch.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { AgeLine } from '#web/ui/badge.tsx'
import { seriesPath } from '#web/paths.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { copy } from '../copy.ts'
import { useEpisodeCount } from './use-episode-count.ts'

/** What one is watching: series, title, how far into the season, a line of synopsis that opens. */
export function VerticalInfo({ episode }: { episode: Episode }) {
  const { series, number } = episode
  const count = useEpisodeCount(episode)
  const [open, setOpen] = useState(false)
  const title = series.is_series ? `${copy.episode_number(number)} ${episode.title}` : series.title
  return (
    <div className="vertical-info">
      <p className="vertical-line">
        {series.is_series && (
          <Link to={seriesPath(series.id)} className="vertical-series">
            {series.title}
          </Link>
        )}
        {count !== null && count > 1 && number <= count && (
          <span className="vertical-place">
            <span aria-hidden="true">{touchCopy.place_short(number, count)}</span>
            <span className="sr-only">{touchCopy.place(number, count)}</span>
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
          <AgeLine code={episode.age_rating} descriptors={episode.descriptors} />
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
          {open ? touchCopy.less : touchCopy.more}
        </button>
      )}
    </div>
  )
}
