import type { Series } from '#contract/contents/contents.ts'
import { imageUrlAtWidth, imageSrcset } from '#contract/core/images.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatDuration, formatMonthDay, formatYear } from '#web/lib/format.ts'
import { formatMonthDayWeekday } from '#web/lib/format-basics.ts'
import { titleMessages } from './messages.ko.ts'
import { RentalLine } from '#web/features/billing/rental-line.tsx'
import {
  useEpisodeAccess,
  useEpisodeRental,
  useRatingSummary,
} from '#web/session/use-member-content.ts'
import { categoryPath, searchPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { purchasePath } from '#web/routing/account-paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { AgeRating, PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { genreOf, PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ShareButton } from '#web/features/catalog/share/share-button.tsx'
import { TitleLogo } from '#web/features/catalog/cards/title-logo.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import type { ReactNode } from 'react'
import type { EpisodeListItem } from './load-title.ts'
import { Link } from 'react-router'

/** The backdrop, faded towards the page where it has text. */
function Backdrop({ url, color }: { url: string | null; color: string }) {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 top-0 h-[62vw] max-h-[min(44rem,70svh)] min-h-56 overflow-hidden md:h-[46vw] md:max-h-[44rem]"
      style={{ backgroundColor: color }}
    >
      {url && (
        <img
          src={imageUrlAtWidth(url, 'backdrop', 800)}
          srcSet={imageSrcset(url, 'backdrop')}
          sizes="(min-width: 80rem) 80rem, 100vw"
          alt=""
          fetchPriority="high"
          decoding="sync"
          className="size-full object-cover object-[50%_25%]"
        />
      )}
      <div className="absolute inset-0 title-scrim" />
    </div>
  )
}

/** The price of a film; hidden if the member has access. */
function FilmPrice({ episode }: { episode: EpisodeListItem }) {
  const access = useEpisodeAccess(episode)
  return access || episode.video_state !== 'ready' ? null : <PriceBadges episode={episode} />
}

/** A paid film plays its preview until the member has access. */
function FilmPlayLabel({ episode }: { episode: EpisodeListItem | null }) {
  return episode && !episode.is_free ? <PaidFilmPlayLabel episode={episode} /> : titleMessages.play
}

function PaidFilmPlayLabel({ episode }: { episode: EpisodeListItem }) {
  const access = useEpisodeAccess(episode)
  return access || episode.video_state !== 'ready' ? titleMessages.play : titleMessages.play_preview
}

/** Beside the play button, which plays the preview of a paid film. */
function BuyFilmButton({ episode }: { episode: EpisodeListItem }) {
  const access = useEpisodeAccess(episode)
  const isChild = useIsChild()
  const { price, rental_price } = episode
  const isSold = price > 0 || rental_price !== null
  if (isChild || access || episode.is_free || !isSold || episode.video_state !== 'ready')
    return null
  const isRental = rental_price !== null && (price === 0 || rental_price < price)
  return (
    <ButtonLink
      to={purchasePath(episode.id, isRental ? 2 : 3)}
      variant="on_image"
      size="lg"
      className="tabular-nums max-md:order-1 max-md:w-full"
    >
      {titleMessages.offer(price, rental_price)}
    </ButtonLink>
  )
}

function FilmRental({ episode }: { episode: EpisodeListItem }) {
  const rental = useEpisodeRental(episode)
  return (
    rental && (
      <p className="mt-4 text-sm">
        <RentalLine rental={rental} />
      </p>
    )
  )
}

/** Plays the trailer, whose player loads with the press. */
function TrailerButton({ series }: { series: Series }) {
  const opening = useAsyncAction(async () => {
    try {
      const { openTrailer } = await import('./trailer-dialog.tsx')
      await openTrailer(series)
    } catch {
      toasts.show(titleMessages.trailer_failed, 'danger')
    }
  })
  return (
    <Button
      variant="on_image"
      size="lg"
      icon="film_reel"
      aria-haspopup="dialog"
      busy={opening.isPending}
      onClick={() => opening.run()}
      className={sideButtonClass}
    >
      {titleMessages.trailer}
    </Button>
  )
}

/** People who are named before the list of the cast. */
const shownPeople = 4

const creditLines = [['director', 'writer'], ['cast']] as const

/** Two lines: who made it and who plays in it, and its captions. */
function CreditLines({ series: { people, captions } }: { series: Series }) {
  const lines = creditLines.map((roles) =>
    roles
      .map((role) => ({
        role,
        names: people.filter((person) => person.role === role).slice(0, shownPeople),
      }))
      .filter(({ names }) => names.length > 0),
  )
  return (
    <div className="mt-4 space-y-1 text-sm text-foreground-muted">
      {lines.map(
        (groups) =>
          groups[0] && (
            <p key={groups[0].role}>
              {groups.map(({ role, names }, groupIndex) => (
                <span key={role}>
                  {groupIndex > 0 && ' · '}
                  <span className="text-foreground-subtle">{titleMessages.roles[role]} </span>
                  {names.map(({ name }) => name).join(', ')}
                </span>
              ))}
            </p>
          ),
      )}
      {captions.length > 0 && (
        <p className="text-foreground-subtle">{titleMessages.captions(captions)}</p>
      )}
    </div>
  )
}

/** Rating, year, length and badges. */
function Facts({ series, filmEpisode }: { series: Series; filmEpisode: EpisodeListItem | null }) {
  const rating = useRatingSummary(
    { content_type: 'series', object_id: series.id },
    { average: series.rating_average, count: series.review_count },
  )
  return (
    <div className="text-on-image mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-foreground-muted md:mt-5 md:text-base">
      <AverageRating
        average={rating.average}
        {...(rating.count > 0 && { reviews: rating.count })}
      />
      {series.released_on && <span className="tabular-nums">{formatYear(series.released_on)}</span>}
      {series.is_upcoming ? (
        <Badge tone="accent">
          {series.opens_at
            ? titleMessages.opens_on(formatMonthDay(series.opens_at))
            : titleMessages.opens_undecided}
        </Badge>
      ) : series.is_series ? (
        <span className="tabular-nums">
          {series.season_count > 1 && `${titleMessages.season_count(series.season_count)} · `}
          {titleMessages.episode_count(series.episode_count)}
        </span>
      ) : (
        filmEpisode && <span className="tabular-nums">{formatDuration(filmEpisode.runtime)}</span>
      )}
      {series.is_series && !series.is_upcoming && (
        <Badge tone={series.is_completed ? 'neutral' : 'success'}>
          {series.is_completed ? badgeMessages.completed : badgeMessages.ongoing}
        </Badge>
      )}
      {!series.is_upcoming && series.opens_at && (
        <Badge tone="accent">
          {titleMessages.next_opens(formatMonthDayWeekday(series.opens_at))}
        </Badge>
      )}
      {series.is_dubbed && <Badge tone="neutral">{badgeMessages.dubbed}</Badge>}
      <AgeRating code={series.age_rating} descriptors={series.descriptors} />
      {filmEpisode && <FilmPrice episode={filmEpisode} />}
    </div>
  )
}

function TagLinks({ series }: { series: Series }) {
  return (
    <ul aria-label={titleMessages.tags} className="-ml-2 mt-2 flex flex-wrap gap-x-1">
      {[
        ...series.categories.map(({ id, name }) => ({ name, to: categoryPath(id) })),
        ...series.tags.map((tag) => ({
          name: tag,
          to: `${searchPath}?${new URLSearchParams({ q: tag })}`,
        })),
      ].map(({ name, to }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center px-2 text-sm text-foreground-muted underline decoration-border-strong underline-offset-4 hover:text-foreground"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The size of the play button, whatever its label. On phones it has a row of its own. */
export const playButtonClass = 'max-md:w-full md:min-w-64'

/** The size of buttons beside the play button: equal parts of a row on phones. */
export const sideButtonClass = 'max-md:grow max-md:basis-0 max-md:px-2'

/**
 * The title's metadata and play button. `renderPlayButton` may replace the button by the member's own of the same size
 * (`playButtonClass`); `actions` is the slot for the like button. `filmEpisode` is the episode of a film, whose price is shown
 * here since it has no episode list.
 */
export function TitleHero({
  series,
  filmEpisode,
  renderPlayButton = (button) => button,
  actions,
}: {
  series: Series
  filmEpisode: EpisodeListItem | null
  renderPlayButton?: ((button: ReactNode) => ReactNode) | undefined
  actions?: ReactNode
}) {
  // The logo and the poster would both show the name.
  const hasLogo = series.logo_url !== null && series.backdrop_url !== null
  return (
    <div className="relative">
      <Backdrop url={series.backdrop_url} color={series.backdrop_color} />
      <div className="page-gutter relative flex gap-8 pt-[min(44vw,40svh)] md:items-end md:pt-[max(calc(var(--header-height)+4rem),16vw)] short:pt-[calc(var(--header-height)+1rem)] xl:gap-12">
        {!hasLogo && (
          <ResponsiveImage
            url={series.poster_url}
            kind="poster"
            color={series.poster_color}
            placeholder={
              <PosterPlaceholder title={series.title} genre={genreOf(series.categories)} />
            }
            sizes="(min-width: 80rem) 240px, 180px"
            className="hidden w-44 shrink-0 rounded-card shadow-float md:block xl:w-58"
          />
        )}
        <div className="min-w-0 max-w-3xl grow">
          <h1 className="text-on-image text-3xl font-extrabold md:text-4xl xl:text-5xl">
            <TitleLogo title={series.title} logo_url={hasLogo ? series.logo_url : null} onPhones />
          </h1>
          {series.title_original && series.title_original !== series.title && (
            <p
              lang="und"
              className="text-on-image mt-2 text-sm text-foreground-muted md:mt-2 md:text-base"
            >
              {series.title_original}
            </p>
          )}
          <Facts series={series} filmEpisode={filmEpisode} />
          <div className="mt-5 flex flex-wrap items-center gap-2 md:mt-7">
            {series.first_episode_id !== null &&
              renderPlayButton(
                <ButtonLink
                  to={videoPath(series.first_episode_id)}
                  variant="primary"
                  size="lg"
                  icon="play"
                  className={playButtonClass}
                >
                  {series.is_series ? (
                    titleMessages.play_first
                  ) : (
                    <FilmPlayLabel episode={filmEpisode} />
                  )}
                </ButtonLink>,
              )}
            {series.has_trailer && <TrailerButton series={series} />}
            {filmEpisode && <BuyFilmButton episode={filmEpisode} />}
            {actions}
            <ShareButton
              title={series.title}
              path={seriesPath(series.id)}
              className={sideButtonClass}
            />
          </div>
          {filmEpisode && <FilmRental episode={filmEpisode} />}
          <p className="mt-5 max-w-2xl text-base text-foreground-muted md:mt-6 xl:text-lg">
            {series.synopsis}
          </p>
          <CreditLines series={series} />
          <TagLinks series={series} />
        </div>
      </div>
    </div>
  )
}
