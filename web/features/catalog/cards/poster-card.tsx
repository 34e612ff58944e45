import type { SeriesCard } from '#contract/contents/contents.ts'
import { badgeMessages } from './messages.ko.ts'
import { cardMessages } from './messages.ko.ts'
import { formatShortDay, formatYear } from '#web/lib/format-basics.ts'
import { seriesPath } from '#web/routing/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card, type CardContent } from './card.tsx'
import { AgeRatingBadge } from './content-badges.tsx'
import { PosterPlaceholder } from './poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

export type PosterCardData = Pick<
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
  | 'is_upcoming'
  | 'opens_at'
> & {
  /** The category whose placeholder is drawn; absent if there is a poster. */
  genre?: number | undefined
}

const posterSizes =
  '(min-width: 112rem) 232px, (min-width: 80rem) 192px, (min-width: 48rem) 156px, 31vw'

const placeholderOf = ({ title, genre }: PosterCardData) => (
  <PosterPlaceholder title={title} genre={genre} />
)

const cardContentOf = ({ id, title }: PosterCardData): CardContent => ({
  contentRef: { content_type: 'series', object_id: id },
  series_id: id,
  title,
  to: seriesPath(id),
})

const lift = 'hover-lift rounded-card shadow-card'

/** `2026 · 8화 · 완결`, `2026 · 영화·단편`, `12.1 공개`, `12.1 다음 화`. Phones omit the year of films and completed series, for lack of room. */
function Subtitle({ series }: { series: PosterCardData }) {
  const { released_on, is_series, is_completed, episode_count, is_upcoming, opens_at } = series
  if (is_upcoming)
    return opens_at ? cardMessages.opens_on(formatShortDay(opens_at)) : cardMessages.undecided
  if (is_series && !is_completed && opens_at)
    return cardMessages.next_opens(formatShortDay(opens_at))
  const hidesYear = !is_series || is_completed
  return (
    <>
      {released_on && (
        <span className={hidesYear ? 'max-sm:sr-only' : ''}>{`${formatYear(released_on)} · `}</span>
      )}
      {is_series ? cardMessages.episodes(episode_count) : cardMessages.single}
      {is_series && is_completed && ` · ${badgeMessages.completed}`}
    </>
  )
}

/**
 * A series by its poster, which contains the title logo and stays free of overlays. `title` allows highlighting
 * search matches.
 */
export function PosterCard({
  series,
  title = series.title,
  heading: Heading = 'h3',
  lines = 'line-clamp-2',
  onOpen,
}: {
  series: PosterCardData
  title?: ReactNode
  heading?: 'h2' | 'h3'
  /** `truncate` in rails, so that all cards are equally high. */
  lines?: 'truncate' | 'line-clamp-2'
  onOpen?: () => void
}) {
  return (
    <Card content={cardContentOf(series)} className="">
      <ResponsiveImage
        url={series.poster_url}
        kind="poster"
        color={series.poster_color}
        sizes={posterSizes}
        placeholder={placeholderOf(series)}
        className={lift}
      />
      <Heading className={`mt-2 text-sm font-semibold text-foreground md:text-base ${lines}`}>
        <Link to={seriesPath(series.id)} onClick={onOpen} className="stretched-link">
          {title}
        </Link>
      </Heading>
      <p className="mt-1 flex items-center gap-1 text-xs text-foreground-subtle tabular-nums sm:gap-2">
        <AgeRatingBadge code={series.age_rating} />
        <span className="line-clamp-1">
          <Subtitle series={series} />
        </span>
      </p>
    </Card>
  )
}

/** A ranked series; the numeral is partly behind the poster's left edge. */
export function RankCard({ series, rank }: { series: PosterCardData; rank: number }) {
  return (
    <Card content={cardContentOf(series)} className="flex items-end">
      <span
        aria-hidden="true"
        className={`rank-numeral relative -mr-2 shrink-0 select-none md:-mr-3 ${rank <= 3 ? 'rank-numeral-top' : ''}`}
      >
        {rank}
      </span>
      <div className="relative w-(--card-poster-width) shrink-0">
        <ResponsiveImage
          url={series.poster_url}
          kind="poster"
          color={series.poster_color}
          sizes={posterSizes}
          placeholder={placeholderOf(series)}
          className={lift}
        />
        <AgeRatingBadge code={series.age_rating} className="absolute bottom-2 left-2" />
      </div>
      <h3>
        <Link to={seriesPath(series.id)} className="stretched-link">
          <span className="sr-only">{cardMessages.ranked(rank, series.title)}</span>
        </Link>
      </h3>
    </Card>
  )
}
