import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatDate, formatDuration } from '#web/lib/format.ts'
import { titleMessages } from './messages.ko.ts'
import { useEpisodeAccess, useEpisodeRental } from '#web/session/use-member-content.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import {
  PlayBadge,
  PortraitEpisodeCard,
  isFreelyPlayable,
} from '#web/features/catalog/cards/episode-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EpisodeListItem } from './load-title.ts'

type ListProps = {
  episodes: readonly EpisodeListItem[]
  /** The id of the episode whose page this is. */
  current?: number
  /** Renders the member's progress and access of an episode. */
  renderProgress?: ((episode: EpisodeListItem) => ReactNode) | undefined
}

/** The episodes of a season as a list; vertical ones as a grid of portrait cards. */
export function EpisodeList({ episodes, current, renderProgress }: ListProps) {
  if (episodes.length === 0)
    return (
      <EmptyState icon="film_reel" title={titleMessages.no_episodes} heading="h3">
        {titleMessages.no_episodes_detail}
      </EmptyState>
    )
  const isVertical = episodes.every(
    ({ episode_video_orientation: orientation }) => orientation === 'vertical',
  )
  if (isVertical)
    return (
      <ol className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(var(--card-portrait-width),calc(50%-var(--rail-gap))),1fr))] gap-(--rail-gap)">
        {episodes.map((episode) => (
          <li key={episode.id}>
            <PortraitEpisodeCard
              episode={episode}
              among="episodes"
              current={episode.id === current}
            >
              {renderProgress?.(episode)}
            </PortraitEpisodeCard>
          </li>
        ))}
      </ol>
    )
  return (
    <ol className="divide-y divide-border">
      {episodes.map((episode) => (
        <li key={episode.id}>
          <EpisodeItem
            episode={episode}
            isCurrent={episode.id === current}
            progress={renderProgress?.(episode)}
          />
        </li>
      ))}
    </ol>
  )
}

function EpisodeItem({
  episode,
  isCurrent,
  progress,
}: {
  episode: EpisodeListItem
  isCurrent: boolean
  progress: ReactNode
}) {
  const access = useEpisodeAccess(episode)
  const rental = useEpisodeRental(episode)
  const isPlayable =
    isFreelyPlayable(episode) || (access !== null && episode.video_state === 'ready')
  return (
    <article
      className={`group relative -mx-3 flex gap-4 max-[18rem]:flex-wrap rounded-card px-3 py-4 transition-colors duration-(--duration-fast) hover:bg-surface md:gap-6 md:py-5 ${isCurrent ? 'bg-surface' : ''}`}
    >
      <div className="relative w-34 shrink-0 self-start overflow-hidden rounded-card md:w-60">
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 240px, 136px"
          placeholder={<PosterPlaceholder title={cardMessages.episode_number(episode.number)} />}
        />
        {isPlayable && <PlayBadge />}
        {!episode.is_free && !access && (
          <span
            aria-hidden="true"
            className="absolute top-2 right-2 flex size-7 items-center justify-center on-image rounded-full bg-shade/75"
          >
            <Icon name="lock" className="size-4" />
          </span>
        )}
        {progress}
      </div>
      <div className="min-w-0 grow">
        <h3 className="line-clamp-2 text-base font-semibold md:text-lg">
          <Link
            to={isPlayable ? videoPath(episode.id) : episodePath(episode)}
            className="stretched-link"
            {...(isCurrent && { 'aria-current': 'page' as const })}
          >
            <span className="tabular-nums">{cardMessages.episode_number(episode.number)}</span>
            {'. '}
            {episode.title}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-foreground-subtle tabular-nums md:text-sm">
          <span>{formatDuration(episode.runtime)}</span>
          {episode.released_at && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={episode.released_at}>{formatDate(episode.released_at)}</time>
            </>
          )}
          <span className="flex flex-wrap gap-1">
            {access ? (
              <Badge tone="accent_subtle">{badgeMessages.access[rental ? 'rented' : access]}</Badge>
            ) : (
              episode.video_state === 'ready' && <PriceBadges episode={episode} />
            )}
            {episode.video_state !== 'ready' && <Badge>{badgeMessages.preparing}</Badge>}
          </span>
        </p>
        <p className="mt-2 line-clamp-2 max-w-3xl text-xs text-foreground-muted md:text-sm">
          {episode.synopsis}
        </p>
      </div>
      {isPlayable && (
        // Above the link that covers the item: the episode's own page.
        <Link
          to={episodePath(episode)}
          aria-label={`${episode.title} ${titleMessages.about}`}
          title={titleMessages.about}
          className="relative z-action inline-flex size-11 shrink-0 items-center justify-center self-center rounded-full text-foreground-subtle hover:bg-surface-high hover:text-foreground"
        >
          <Icon name="info" />
        </Link>
      )}
    </article>
  )
}
