import type { Episode } from '#contract/contents/contents.ts'
import { badgeMessages, cardMessages } from './messages.ko.ts'
import { formatDuration } from '#web/lib/format-basics.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { createContext, useContext, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Card, type CardContent } from './card.tsx'
import { AgeRatingBadge, PriceBadges } from './content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { PosterPlaceholder } from './poster-placeholder.tsx'
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
  | 'rental_price'
>

/** The member's access to episodes that are not free, by episode id, as far as it is loaded. */
export const EpisodeAccessContext = createContext<ReadonlyMap<number, 'owned' | 'subscribed'>>(
  new Map(),
)

/** Whether the card can link to the player directly; other cards link to the episode page with its offers. */
export const isFreelyPlayable = (episode: Pick<Episode, 'is_free' | 'video_state'>): boolean =>
  episode.is_free && episode.video_state === 'ready'

/** Returns the link target of a card and its badges; an episode that the member can already play shows no price. */
function useOffer(episode: EpisodeCardData) {
  const access = useContext(EpisodeAccessContext).get(episode.id)
  const isPlayable = isFreelyPlayable(episode) || (access && episode.video_state === 'ready')
  return {
    path: isPlayable ? videoPath(episode.id) : episodePath(episode),
    badges: access ? (
      <Badge tone="on_image">{badgeMessages.access[access]}</Badge>
    ) : (
      <OfferBadges episode={episode} />
    ),
  }
}

/** Episodes that cannot be played show no price. */
const OfferBadges = ({ episode }: { episode: EpisodeCardData }) =>
  episode.video_state === 'ready' ? (
    <PriceBadges episode={episode} onImage />
  ) : (
    <Badge tone="on_image">{badgeMessages.preparing}</Badge>
  )

type EpisodeName = Pick<Episode, 'number' | 'title' | 'series' | 'season'>

/** `3화`, or `시즌 2 · 3화` if the series has several seasons. */
export const episodePosition = ({ series, season, number }: EpisodeName): string =>
  series.season_count > 1
    ? cardMessages.season_episode(season.number, number)
    : cardMessages.episode_number(number)

/** `3화 별이 빠진 자리`; the only episode of a film has no number. */
export const episodeLabel = (episode: EpisodeName): string =>
  episode.series.is_series ? `${episodePosition(episode)} ${episode.title}` : episode.title

/** `달 세탁소 3화 별이 빠진 자리`; a film has only its title. */
export const episodeFullTitle = (episode: EpisodeName): string =>
  episode.series.is_series
    ? `${episode.series.title} ${episodeLabel(episode)}`
    : episode.series.title

const cardContentOf = (
  { id, series }: EpisodeCardData,
  title: string,
  to: string,
): CardContent => ({
  contentRef: { content_type: 'episode', object_id: id },
  series_id: series.id,
  title,
  to,
})

export const landscapeImageSizes =
  '(min-width: 112rem) 384px, (min-width: 80rem) 320px, (min-width: 48rem) 272px, 216px'

/** An episode with its thumbnail, for rails that mix series. */
export function EpisodeCard({ episode }: { episode: EpisodeCardData }) {
  const { series } = episode
  const offer = useOffer(episode)
  const title = series.is_series ? `${series.title}, ${episodeLabel(episode)}` : series.title
  return (
    <Card content={cardContentOf(episode, title, offer.path)} className="">
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        placeholder={<PosterPlaceholder title={series.title} isLettered={false} />}
        sizes={landscapeImageSizes}
        className="hover-zoom rounded-card shadow-card"
      >
        <span className="absolute inset-x-2 top-2 flex flex-wrap gap-1">
          <AgeRatingBadge code={episode.age_rating} />
          {offer.badges}
        </span>
        <Badge tone="on_image" className="absolute right-2 bottom-2">
          {formatDuration(episode.runtime)}
        </Badge>
        <PlayBadge />
      </ResponsiveImage>
      <h3 className="mt-2 line-clamp-1 text-sm font-semibold md:text-base">
        <Link
          to={offer.path}
          className="stretched-link"
          {...(series.is_series && { 'aria-label': title })}
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
    </Card>
  )
}

/**
 * A vertical episode with its text over the image. Shows the series title, or the episode title with
 * `among="episodes"`. `children` overlay the image.
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
  const showsSeries = among === 'works'
  const title = showsSeries
    ? series.title
    : `${cardMessages.episode_number(episode.number)} ${episode.title}`
  return (
    <Card
      content={cardContentOf(episode, title, offer.path)}
      className={`overflow-hidden rounded-card shadow-card ${current ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        ratio="aspect-9/16"
        color={episode.thumbnail_color}
        placeholder={<PosterPlaceholder title={series.title} isLettered={false} />}
        sizes="(min-width: 48rem) 200px, 46vw"
        className="transition-[scale] duration-(--duration-slow) ease-standard group-hover:scale-[1.04]"
      />
      <span className="absolute top-2 left-2 flex gap-1">
        {showsSeries && <AgeRatingBadge code={episode.age_rating} />}
        {offer.badges}
      </span>
      {children}
      <div className="on-image absolute inset-x-0 bottom-0 bg-linear-to-t from-shade via-shade/75 to-transparent p-3 pt-12">
        <h3 className="line-clamp-2 text-sm font-bold md:text-base">
          <Link
            to={offer.path}
            className="stretched-link focus-visible:after:-outline-offset-3"
            {...(current && { 'aria-current': 'page' as const })}
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-1 text-xs text-foreground-muted tabular-nums">
          {showsSeries && series.is_series && `${episodePosition(episode)} · `}
          {formatDuration(episode.runtime)}
        </p>
      </div>
    </Card>
  )
}

/** Drawn by the style sheet, because a page has many. */
export function PlayBadge() {
  return (
    <span
      aria-hidden="true"
      className="play-badge opacity-0 transition duration-(--duration-fast) group-hover:scale-100 group-hover:opacity-100"
    />
  )
}
