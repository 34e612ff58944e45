import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { seriesPath, videoPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import type { SceneData } from './load-home.ts'
import { homeMessages } from './messages.ko.ts'

/** One work with room for its scene and its story, between the rows. */
export function EditorialCard({ work }: { work: SceneData }) {
  const { id, title, first_episode_id } = work
  return (
    <section data-rail="editorial" aria-labelledby="editorial" className="page-gutter">
      <div className="relative overflow-hidden rounded-xl bg-surface md:flex md:min-h-(--editorial-height) md:items-center md:rounded-2xl">
        <ResponsiveImage
          url={work.backdrop_url}
          kind="backdrop"
          color={work.backdrop_color}
          sizes="(min-width: 80rem) 70rem, 92vw"
          className="md:absolute! md:inset-y-0 md:right-0 md:aspect-auto! md:w-3/4 md:mask-l-from-40%"
        />
        <div className="relative p-4 md:w-1/2 md:p-10 xl:p-14">
          <p className="text-sm font-semibold text-accent-bright">{homeMessages.editorial}</p>
          <h2
            id="editorial"
            className="mt-1 text-xl font-extrabold md:mt-2 md:text-3xl xl:text-4xl"
          >
            {title}
          </h2>
          <p className="mt-2 flex items-center gap-3 text-sm text-foreground-muted">
            <AverageRating average={work.rating_average} />
            {work.is_series ? cardMessages.episodes(work.episode_count) : cardMessages.single}
            <AgeRatingBadge code={work.age_rating} />
          </p>
          <p className="mt-3 line-clamp-2 text-base text-foreground-muted md:line-clamp-3">
            {work.synopsis}
          </p>
          <p className="mt-4 flex gap-2.5 md:mt-6">
            {first_episode_id !== null && (
              <ButtonLink to={videoPath(first_episode_id)} icon="play">
                {homeMessages.play}
              </ButtonLink>
            )}
            <ButtonLink to={seriesPath(id)} variant="ghost">
              {homeMessages.details}
            </ButtonLink>
          </p>
        </div>
      </div>
    </section>
  )
}
