import { rentalRule, rentalSentence } from '#web/features/billing/rental-period.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { cardMessages, badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatCount, formatDate, formatDuration, formatWon } from '#web/lib/format.ts'
import { titleMessages } from './messages.ko.ts'
import { ChildOfferNote } from '#web/features/billing/purchase/child-offer-note.tsx'
import { useIsChild } from '#web/session/auth-store.ts'
import {
  useEpisodeAccess,
  useEpisodeRental,
  useRatingSummary,
} from '#web/session/use-member-content.ts'
import { episodePath, seasonPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { purchasePath } from '#web/routing/account-paths.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EpisodeList } from './episode-list.tsx'
import type { EpisodePage as Page, EpisodeListItem } from './load-title.ts'
import { PageHeading, SectionHeading } from '#web/ui/layout/headings.tsx'

/**
 * The page of an episode. Slots for member content: `actions` below the play button, `renderEpisodeProgress` on thumbnails, `reviews`
 * below the adjacent episodes.
 */
export function EpisodePage({
  page,
  actions,
  renderEpisodeProgress,
  reviews,
}: {
  page: Page
  actions?: ReactNode
  renderEpisodeProgress?: (episode: EpisodeListItem) => ReactNode
  reviews?: ReactNode
}) {
  const { episode, series, siblings, previous, next } = page
  const isVertical = episode.episode_video_orientation === 'vertical'
  const rating = useRatingSummary(
    { content_type: 'episode', object_id: episode.id },
    { average: episode.rating_average, count: episode.review_count },
  )
  return (
    <div className="pt-[calc(var(--header-height)+0.5rem)] md:pt-[calc(var(--header-height)+1.5rem)]">
      <Breadcrumb page={page} />
      <div
        className={`mt-1 md:page-gutter md:mt-3 md:grid md:gap-10 ${isVertical ? 'md:grid-cols-[minmax(0,20rem)_1fr]' : 'lg:grid-cols-[minmax(0,1.45fr)_1fr]'}`}
      >
        <EpisodeThumbnail episode={episode} isVertical={isVertical} />
        <div className="max-md:page-gutter mt-5 min-w-0 md:mt-0 lg:self-center">
          <p className="text-sm font-semibold text-accent-bright md:text-base">
            <Link
              to={seriesPath(series.id)}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              {series.title}
            </Link>
            {series.is_series && (
              <span className="tabular-nums"> · {cardMessages.episode_number(episode.number)}</span>
            )}
          </p>
          <PageHeading className="mt-1">{episode.title}</PageHeading>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-foreground-muted tabular-nums">
            <AverageRating
              average={rating.average}
              {...(rating.count > 0 && { reviews: rating.count })}
            />
            <span>{formatDuration(episode.runtime)}</span>
            {episode.released_at && (
              <time dateTime={episode.released_at}>{formatDate(episode.released_at)}</time>
            )}
            {episode.viewer_count > 0 && (
              <span>
                {titleMessages.viewers} {formatCount(episode.viewer_count)}
              </span>
            )}
            <AgeRating code={episode.age_rating} descriptors={episode.descriptors} />
          </p>
          <EpisodeOffer
            episode={episode}
            rentalTerms={page.rental_terms}
            isFilm={!series.is_series}
          />
          {actions && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
          <p className="mt-6 max-w-2xl text-base text-foreground-muted">{episode.synopsis}</p>
        </div>
      </div>
      {(previous ?? next) && (
        <nav
          aria-label={titleMessages.episodes}
          className="page-gutter mt-8 grid grid-cols-2 gap-3 md:mt-10"
        >
          {previous ? <AdjacentEpisode episode={previous} direction="previous" /> : <span />}
          {next && <AdjacentEpisode episode={next} direction="next" />}
        </nav>
      )}
      {reviews}
      {siblings.length > 1 && (
        <section aria-labelledby="siblings" className="page-gutter mt-10 md:mt-14">
          <div className="mb-2 flex items-center justify-between gap-4">
            <SectionHeading id="siblings">{titleMessages.other_episodes}</SectionHeading>
            <Link
              to={seasonPath(series.id, episode.season.id)}
              className="flex min-h-11 shrink-0 items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
            >
              {titleMessages.all_episodes}
              <Icon name="chevron_right" className="size-4" />
            </Link>
          </div>
          <EpisodeList
            episodes={siblings}
            current={episode.id}
            renderProgress={renderEpisodeProgress}
          />
        </section>
      )}
    </div>
  )
}

function Breadcrumb({ page: { episode, series } }: { page: Page }) {
  const items = [
    { to: seriesPath(series.id), title: series.title },
    ...(series.is_series
      ? [{ to: seasonPath(series.id, episode.season.id), title: episode.season.title }]
      : []),
  ]
  return (
    <nav aria-label={titleMessages.breadcrumb} className="page-gutter">
      <ol className="flex items-center text-sm text-foreground-subtle">
        {items.map(({ to, title }, index) => (
          <li key={to} className={`flex items-center ${index === 0 ? 'min-w-0' : 'shrink-0'}`}>
            {index > 0 && <Icon name="chevron_right" className="mx-1 size-4" />}
            <Link to={to} className="flex min-h-11 min-w-0 items-center hover:text-foreground">
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The thumbnail with a play link. */
function EpisodeThumbnail({ episode, isVertical }: { episode: Episode; isVertical: boolean }) {
  const isPlayable = episode.video_state === 'ready' && !episode.is_upcoming
  const access = useEpisodeAccess(episode)
  return (
    <div
      className={`group relative self-start overflow-hidden shadow-card md:rounded-card ${isVertical ? 'max-md:mx-auto max-md:w-3/5 max-md:rounded-card' : ''}`}
    >
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        placeholder={<PosterPlaceholder title={episode.series.title} isLettered={false} />}
        sizes="(min-width: 64rem) 55vw, 100vw"
        priority
        {...(isVertical && { ratio: 'aspect-9/16' })}
      />
      {isPlayable && (
        <Link
          to={videoPath(episode.id)}
          aria-label={cardMessages.play(episode.title)}
          className="absolute inset-0 flex items-center justify-center bg-shade/25 transition-colors duration-(--duration-fast) group-hover:bg-shade/10 focus-visible:-outline-offset-4"
        >
          <span className="flex size-16 items-center justify-center rounded-full bg-accent text-on-accent shadow-float transition-transform duration-(--duration-slow) ease-standard group-hover:scale-110 md:size-20">
            <Icon name={episode.is_free || access ? 'play' : 'lock'} className="size-8 md:size-9" />
          </span>
        </Link>
      )}
    </div>
  )
}

/** How the episode can be watched by any visitor: free, with a plan, for a price, or not yet. */
function EpisodeOffer({
  episode,
  rentalTerms,
  isFilm,
}: {
  episode: Episode
  rentalTerms: Page['rental_terms']
  isFilm: boolean
}) {
  const access = useEpisodeAccess(episode)
  const rental = useEpisodeRental(episode)
  const isChild = useIsChild()
  if (episode.is_upcoming)
    return (
      <Panel title={titleMessages.upcoming} icon="clock">
        <p className="text-sm text-foreground-muted">{titleMessages.upcoming_detail}</p>
      </Panel>
    )
  if (episode.video_state !== 'ready')
    return (
      <Panel title={titleMessages.preparing} icon="clock">
        <p className="text-sm text-foreground-muted">{titleMessages.preparing_detail}</p>
        <ButtonLink to={videoPath(episode.id)} variant="secondary" icon="play" className="mt-4">
          {titleMessages.watch_when_ready}
        </ButtonLink>
      </Panel>
    )
  if (episode.is_free)
    return (
      <div className="mt-6">
        <ButtonLink
          to={videoPath(episode.id)}
          variant="primary"
          size="lg"
          icon="play"
          className="max-md:w-full"
        >
          {isFilm ? titleMessages.play : titleMessages.play_episode(episode.number)}
        </ButtonLink>
        <p className="mt-2 flex items-center gap-2 text-sm text-foreground-subtle">
          <Badge tone="accent">{badgeMessages.free}</Badge>
          {titleMessages.free_detail}
        </p>
      </div>
    )
  // An accessible episode is not offered for sale.
  if (access)
    return (
      <Panel
        title={
          (isFilm ? titleMessages.accessible_film : titleMessages.accessible)[
            rental ? 'rented' : access
          ]
        }
        icon="check"
      >
        {rental && (
          <p className="mb-4 text-sm text-balance tabular-nums">{rentalSentence(rental)}</p>
        )}
        <ButtonLink
          to={videoPath(episode.id)}
          variant="primary"
          size="lg"
          icon="play"
          className="w-full"
        >
          {isFilm ? titleMessages.play : titleMessages.play_episode(episode.number)}
        </ButtonLink>
      </Panel>
    )
  if (episode.price === 0 && !episode.in_subscription && episode.rental_price === null)
    return <Panel title={titleMessages.not_available} />
  if (isChild)
    return (
      <Panel title={titleMessages.offers_title_child}>
        <ChildOfferNote returnPath={episodePath(episode)} />
      </Panel>
    )
  return (
    <Panel title={isFilm ? titleMessages.offers_title_film : titleMessages.offers_title}>
      <PriceList episode={episode} rentalTerms={rentalTerms} />
    </Panel>
  )
}

/** The plan, the purchase and the rental of an episode, the first of them as the primary action. */
function PriceList({
  episode,
  rentalTerms,
}: {
  episode: Episode
  rentalTerms: Page['rental_terms']
}) {
  const isSold = episode.price > 0
  return (
    <ul className="space-y-3">
      {episode.in_subscription && (
        <OfferItem detail={titleMessages.with_plan_detail}>
          <ButtonLink to={videoPath(episode.id)} variant="primary" className="w-full">
            {titleMessages.with_plan}
          </ButtonLink>
        </OfferItem>
      )}
      {isSold && (
        <OfferItem detail={titleMessages.buy_detail}>
          <ButtonLink
            to={purchasePath(episode.id, 3)}
            variant={episode.in_subscription ? 'outline' : 'primary'}
            className="w-full tabular-nums"
          >
            {titleMessages.buy(formatWon(episode.price))}
          </ButtonLink>
        </OfferItem>
      )}
      {episode.rental_price !== null && rentalTerms && (
        <OfferItem detail={rentalRule(rentalTerms)}>
          <ButtonLink
            to={purchasePath(episode.id, 2)}
            variant={episode.in_subscription || isSold ? 'outline' : 'primary'}
            className="w-full tabular-nums"
          >
            {titleMessages.rent(formatWon(episode.rental_price))}
          </ButtonLink>
        </OfferItem>
      )}
    </ul>
  )
}

function Panel({
  title,
  icon = 'lock',
  children,
}: {
  title: string
  icon?: IconName
  children?: ReactNode
}) {
  return (
    <div className="mt-6 max-w-md rounded-sheet bg-surface p-5 inset-ring inset-ring-border">
      <p className="mb-3 flex items-center gap-2 font-semibold last:mb-0">
        <Icon name={icon} className="size-5 text-accent" />
        {title}
      </p>
      {children}
    </div>
  )
}

function OfferItem({ detail, children }: { detail: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <p className="mt-1 text-center text-xs text-foreground-subtle">{detail}</p>
    </li>
  )
}

function AdjacentEpisode({
  episode,
  direction,
}: {
  episode: EpisodeListItem
  direction: 'previous' | 'next'
}) {
  const next = direction === 'next'
  return (
    <Link
      to={episodePath(episode)}
      rel={next ? 'next' : 'prev'}
      className={`flex min-h-16 items-center gap-3 rounded-sheet bg-surface px-4 py-3 transition-colors duration-(--duration-fast) hover:bg-surface-raised ${next ? 'justify-end text-right' : ''}`}
    >
      {!next && <Icon name="chevron_left" className="size-5 text-foreground-subtle" />}
      <span className="min-w-0">
        <span className="block text-xs text-foreground-subtle">
          {next ? titleMessages.next_episode : titleMessages.previous_episode}
        </span>
        <span className="line-clamp-1 text-sm font-semibold md:text-base">
          {cardMessages.episode_number(episode.number)} {episode.title}
        </span>
      </span>
      {next && <Icon name="chevron_right" className="size-5 text-foreground-subtle" />}
    </Link>
  )
}
