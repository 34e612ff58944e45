import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { formatMonthDay, formatYear } from '#web/lib/format-basics.ts'
import { seriesPath, videoPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { Link } from 'react-router'
import type { SearchPage } from './load-search.ts'
import { searchMessages } from './messages.ko.ts'

type Lead = NonNullable<SearchPage['lead']>

/** The best of few results, with its scene and its story. */
export function TopResult({ lead, onOpen }: { lead: Lead; onOpen: () => void }) {
  const { work, matched } = lead
  const { backdrop_url, first_episode_id } = work
  return (
    <section aria-label={searchMessages.top} className="page-gutter mt-6 md:mt-8">
      <article className="group relative overflow-hidden rounded-sheet bg-surface md:flex md:items-center">
        {/* The poster of a work without a scene stands beside its story. */}
        <ResponsiveImage
          url={backdrop_url ?? work.poster_url}
          kind={backdrop_url ? 'backdrop' : 'poster'}
          color={backdrop_url ? work.backdrop_color : work.poster_color}
          sizes={backdrop_url ? '(min-width: 48rem) 48vw, 92vw' : '(min-width: 48rem) 232px, 40vw'}
          className={backdrop_url ? 'md:w-1/2 md:self-stretch' : 'max-md:w-2/5 md:w-58'}
        />
        <div className="p-4 md:w-1/2 md:p-8 xl:p-10">
          <h2 className="text-xl font-extrabold md:text-3xl">
            {/* A press of the scene or the story opens the work, too. */}
            <Link
              to={seriesPath(work.id)}
              onClick={onOpen}
              className="group-hover:underline after:absolute after:inset-0"
            >
              <Highlight text={work.title} ranges={matched} />
            </Link>
          </h2>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-foreground-muted">
            <AverageRating average={work.rating_average} />
            {work.is_upcoming ? (
              work.opens_at ? (
                cardMessages.opens_on(formatMonthDay(work.opens_at))
              ) : (
                cardMessages.undecided
              )
            ) : (
              <>
                {work.released_on && (
                  <span className="tabular-nums">{formatYear(work.released_on)}</span>
                )}
                {work.is_series ? cardMessages.episodes(work.episode_count) : cardMessages.single}
              </>
            )}
            <AgeRatingBadge code={work.age_rating} />
          </p>
          <p className="mt-3 line-clamp-3 text-base text-foreground-muted">{work.synopsis}</p>
          <p className="relative mt-4 flex w-fit gap-2 md:mt-6">
            {first_episode_id !== null && (
              <ButtonLink to={videoPath(first_episode_id)} icon="play" onClick={onOpen}>
                {searchMessages.play}
              </ButtonLink>
            )}
            <ButtonLink to={seriesPath(work.id)} variant="ghost" onClick={onOpen}>
              {searchMessages.details}
            </ButtonLink>
          </p>
        </div>
      </article>
    </section>
  )
}

/** Works similar to the best of few results. */
export function SimilarWorks({ lead: { similar } }: { lead: Lead }) {
  return (
    <div className="mt-10">
      <Rail title={searchMessages.similar} cardShape="poster">
        {similar.map((item) => (
          <PosterCard key={item.id} series={item} lines="truncate" />
        ))}
      </Rail>
    </div>
  )
}
