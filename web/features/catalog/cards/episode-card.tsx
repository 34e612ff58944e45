import type { Episode } from '#contract/contents/contents.ts'
import { badgeMessages } from './messages.ko.ts'
import { cardMessages } from './messages.ko.ts'
import { formatDuration } from '#web/lib/format.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { createContext, useContext, type ReactNode } from 'react'
import { Link } from 'react-router'
import { AgeRatingBadge, PriceBadges } from './content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

export type EpisodeCardData = Pick<
  Episode,
  | 'id'
  | 'series'
  | 'season'
  | 'number'
  | 'title'
  | 'thumbnail_url'
  | 'thumbnail_color'
  | 'runtime'
  | 'is_free'
  | 'price'
  | 'in_subscription'
  | 'age_rating'
  | 'video_state'
> &
  Partial<Pick<Episode, 'rental_price'>>

/** How episodes that are not free are open to who looks at their cards, as far as the page knows. */
export const OpenedEpisodes = createContext<ReadonlyMap<number, 'owned' | 'subscribed'>>(new Map())

/** Free and encoded: pressing it plays. Everything else is first shown with its offers. */
export const isFreelyPlayable = (episode: Pick<Episode, 'is_free' | 'video_state'>): boolean =>
  episode.is_free && episode.video_state === 'ready'

/** Where a card leads, and what it says of the price: to whoever has the episode nothing is offered for sale. */
function useOffer(episode: EpisodeCardData) {
  const opened = useContext(OpenedEpisodes).get(episode.id)
  const plays = isFreelyPlayable(episode) || (opened && episode.video_state === 'ready')
  return {
    path: plays ? videoPath(episode.id) : episodePath(episode),
    badges: opened ? (
      <Badge tone="dark">{badgeMessages.opened[opened]}</Badge>
    ) : (
      <PriceBadges episode={episode} onPicture />
    ),
  }
}

/** What a card shows and of which series, for those who lay something on it. */
const contentRefAttribute = ({ id, series }: EpisodeCardData) => `episode:${id}:${series.id}`

/** `3화 별이 빠진 자리`; a film's only episode needs no number. */
export const episodeLabel = (episode: Pick<Episode, 'number' | 'title' | 'series'>): string =>
  episode.series.is_series
    ? `${cardMessages.episode_number(episode.number)} ${episode.title}`
    : episode.title

/** `달 세탁소 3화 별이 빠진 자리`: an episode called by its whole name; a film by its own. */
export const episodeFullTitle = (episode: Pick<Episode, 'number' | 'title' | 'series'>): string =>
  episode.series.is_series
    ? `${episode.series.title} ${episodeLabel(episode)}`
    : episode.series.title

export const landscapeImageSizes = '(min-width: 80rem) 320px, (min-width: 48rem) 272px, 216px'

/** An episode as a still, for rows that mix works. */
export function EpisodeCard({ episode }: { episode: EpisodeCardData }) {
  const { series } = episode
  const offer = useOffer(episode)
  return (
    <article data-content-ref={contentRefAttribute(episode)} className="group relative min-w-0">
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes={landscapeImageSizes}
        className="hover-zoom rounded-md shadow-card"
      >
        <span className="absolute top-2 left-2 flex gap-1">
          <AgeRatingBadge code={episode.age_rating} />
          {offer.badges}
        </span>
        <Badge tone="dark" className="absolute right-2 bottom-2">
          {formatDuration(episode.runtime)}
        </Badge>
        <PlayBadge />
      </ResponsiveImage>
      <h3 className="mt-2.5 line-clamp-1 text-sm font-semibold md:text-base">
        <Link
          to={offer.path}
          className="stretched-link"
          {...(series.is_series && { 'aria-label': `${series.title}, ${episodeLabel(episode)}` })}
        >
          {series.title}
        </Link>
      </h3>
      <p
        aria-hidden={series.is_series}
        className="line-clamp-1 text-xs text-foreground-subtle md:text-sm"
      >
        {series.is_series ? episodeLabel(episode) : cardMessages.single}
      </p>
    </article>
  )
}

/**
 * An upright episode: words lie on the picture, as in the player it opens. Among works it is called by its
 * series, among the episodes of one season by its own title. `children` lie on the picture.
 */
export function PortraitEpisodeCard({
  episode,
  among = 'works',
  current = false,
  children,
}: {
  episode: EpisodeCardData
  among?: 'works' | 'episodes'
  current?: boolean
  children?: ReactNode
}) {
  const { series } = episode
  const offer = useOffer(episode)
  const ofSeries = among === 'works'
  return (
    <article
      data-content-ref={contentRefAttribute(episode)}
      className={`group relative min-w-0 overflow-hidden rounded-lg shadow-card ${current ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        ratio="aspect-9/16"
        color={episode.thumbnail_color}
        sizes="(min-width: 48rem) 200px, 46vw"
        className="transition-[scale] duration-(--duration-slow) ease-standard group-hover:scale-[1.04]"
      />
      <span className="absolute top-2 left-2 flex gap-1">
        {ofSeries && <AgeRatingBadge code={episode.age_rating} />}
        {offer.badges}
      </span>
      {children}
      <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-background-deep via-background-deep/75 to-transparent p-3 pt-12">
        <h3 className="line-clamp-2 text-sm font-bold md:text-base">
          <Link
            to={offer.path}
            className="stretched-link focus-visible:after:-outline-offset-3"
            {...(current && { 'aria-current': 'page' as const })}
          >
            {ofSeries ? series.title : episodeLabel(episode)}
          </Link>
        </h3>
        <p className="mt-0.5 line-clamp-1 text-xs text-foreground-muted tabular-nums">
          {ofSeries && series.is_series && `${cardMessages.episode_number(episode.number)} · `}
          {formatDuration(episode.runtime)}
        </p>
      </div>
    </article>
  )
}

/** Shown over a still when it is pointed at: drawn by the style sheet, there are many of it. */
export function PlayBadge() {
  return (
    <span
      aria-hidden="true"
      className="play-badge opacity-0 transition duration-(--duration-fast) group-hover:scale-100 group-hover:opacity-100"
    />
  )
}
