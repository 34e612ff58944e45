import type { SeriesCard } from '#contract/contents.ts'
import { badgeCopy } from '#web/copy/badges.ts'
import { cardCopy } from '#web/copy/cards.ts'
import { year } from '#web/copy/format.ts'
import { seriesPath } from '#web/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AgeBadge, Badge } from './badge.tsx'
import { Picture } from './picture.tsx'

export type PosterSeries = Pick<
  SeriesCard,
  | 'id'
  | 'title'
  | 'poster_url'
  | 'poster_color'
  | 'age_rating'
  | 'is_series'
  | 'is_completed'
  | 'episode_count'
  | 'released_on'
>

export const posterSizes = '(min-width: 80rem) 192px, (min-width: 48rem) 156px, 31vw'

const lift =
  'rounded-md shadow-card transition-[translate,filter] duration-(--calm) ease-settle group-hover:-translate-y-1 group-hover:brightness-110'

/** `2026 · 8화`, `2026 · 영화`: what a card says under its title. */
function subtitle(series: PosterSeries): string {
  const form = series.is_series ? cardCopy.episodes(series.episode_count) : cardCopy.single
  return series.released_on ? `${year(series.released_on)} · ${form}` : form
}

/** A series as a poster. `title` lets a search mark what it matched. */
export function PosterCard({
  series,
  title = series.title,
  heading: Heading = 'h3',
}: {
  series: PosterSeries
  title?: ReactNode
  heading?: 'h2' | 'h3'
}) {
  return (
    <article className="group relative min-w-0">
      <div className="relative">
        <Picture
          url={series.poster_url}
          kind="poster"
          color={series.poster_color}
          sizes={posterSizes}
          title={series.title}
          className={lift}
        />
        <span className="absolute top-1.5 left-1.5 flex gap-1">
          <AgeBadge code={series.age_rating} />
          {series.is_series && series.is_completed && (
            <Badge tone="dark">{badgeCopy.completed}</Badge>
          )}
        </span>
      </div>
      <Heading className="mt-2.5 line-clamp-2 text-sm font-semibold text-paper md:text-base">
        <Link to={seriesPath(series.id)} className="stretched">
          {title}
        </Link>
      </Heading>
      <p className="mt-0.5 text-xs text-paper-3 tabular-nums">{subtitle(series)}</p>
    </article>
  )
}

/** A series in a ranking: the numeral stands behind the poster's left edge. */
export function RankCard({ series, rank }: { series: PosterSeries; rank: number }) {
  return (
    <article className="group relative flex items-end">
      <span
        aria-hidden="true"
        className={`rank-numeral relative -mr-2 shrink-0 select-none md:-mr-3 ${rank <= 3 ? 'rank-numeral-ripe' : ''}`}
      >
        {rank}
      </span>
      <div className="relative w-(--poster) shrink-0">
        <Picture
          url={series.poster_url}
          kind="poster"
          color={series.poster_color}
          sizes={posterSizes}
          title={series.title}
          className={lift}
        />
        <AgeBadge code={series.age_rating} className="absolute top-1.5 left-1.5" />
      </div>
      <h3>
        <Link to={seriesPath(series.id)} className="stretched">
          <span className="sr-only">{cardCopy.ranked(rank, series.title)}</span>
        </Link>
      </h3>
    </article>
  )
}
