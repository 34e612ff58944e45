import { homeAnchors, type HomeAnchor } from '#contract/contents/home-anchors.ts'
import { categoryIds } from '#contract/core/constants.ts'
import {
  EpisodeCard,
  PortraitEpisodeCard,
  type EpisodeCardData,
} from '#web/features/catalog/cards/episode-card.tsx'
import {
  PosterCard,
  RankCard,
  type PosterCardData,
} from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { categoriesPath, categoryPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { Fragment, type ReactNode } from 'react'
import { Hero } from './hero.tsx'
import type { HomeData, SceneData } from './load-home.ts'
import { homeMessages } from './messages.ko.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'

const { rows } = homeMessages

/** One work with room for its scene and its story, between the rows. */
function EditorialCard({ work }: { work: SceneData }) {
  const { id, title, first_episode_id } = work
  return (
    <section data-rail="editorial" aria-labelledby="editorial" className="page-gutter">
      <div className="relative overflow-hidden rounded-sheet bg-surface md:flex md:min-h-(--editorial-height) md:items-center md:rounded-sheet">
        <ResponsiveImage
          url={work.backdrop_url}
          kind="backdrop"
          color={work.backdrop_color}
          sizes="(min-width: 80rem) 70rem, 92vw"
          className="md:absolute! md:inset-y-0 md:right-0 md:aspect-auto! md:w-3/4 md:mask-l-from-40%"
        />
        <div className="relative p-4 md:w-1/2 md:p-10 xl:p-14">
          <p className="text-sm font-semibold text-accent-bright">{rows.editorial}</p>
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
          <p className="mt-4 flex gap-2 md:mt-6">
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

/** Marks the server-rendered page only: after client navigation all rails render at once. */
const clearInitialRender = (container: HTMLElement | null) =>
  container?.removeAttribute('data-initial-render')

const poster = (series: PosterCardData) => (
  <PosterCard key={series.id} series={series} lines="truncate" />
)

const landscape = (episode: EpisodeCardData) => <EpisodeCard key={episode.id} episode={episode} />

/** The content of each part of home, in the order of `homeAnchors`. */
const parts: { [A in HomeAnchor]: (data: HomeData[A]) => ReactNode } = {
  // Above the rows, which begin on its picture.
  hero: () => null,
  ranked: (works) => (
    <Rail title={rows.ranked} to={`${categoriesPath}?ordering=-viewer_count`} cardShape="rank">
      {works.map((series, index) => (
        <RankCard key={series.id} series={series} rank={index + 1} />
      ))}
    </Rail>
  ),
  newest: (episodes) => (
    <Rail title={rows.newest} cardShape="landscape">
      {episodes.map(landscape)}
    </Rail>
  ),
  editorial: (work) => work && <EditorialCard work={work} />,
  korean: (theme) => <Collection {...theme} />,
  short_films: (episodes) => (
    <Rail title={rows.short_films} cardShape="landscape" isDeferred>
      {episodes.map(landscape)}
    </Rail>
  ),
  upcoming: (works) => (
    <Rail title={rows.upcoming} cardShape="poster" isDeferred>
      {works.map(poster)}
    </Rail>
  ),
  abroad: (theme) => <Collection {...theme} />,
  vertical: (episodes) => (
    <Rail
      title={rows.vertical}
      to={categoryPath(categoryIds.short_drama)}
      cardShape="portrait"
      isDeferred
    >
      {episodes.map((episode) => (
        <PortraitEpisodeCard key={episode.id} episode={episode} />
      ))}
    </Rail>
  ),
  curation: (series) =>
    series && (
      <Rail
        title={`${rows.curation}, ${series.title}`}
        subtitle={homeMessages.curation_note}
        to={seriesPath(series.id)}
        cardShape="landscape"
        isDeferred
      >
        {series.episodes.map(landscape)}
      </Rail>
    ),
  banner: (episodes) => (
    <Rail title={rows.banner} cardShape="landscape" isDeferred>
      {episodes.map(landscape)}
    </Rail>
  ),
  categories: (categories) =>
    categories.map(({ id, name, order, works }) => (
      <Rail
        key={id}
        title={homeMessages.orders[order](name)}
        to={`${categoryPath(id)}?ordering=${order}`}
        cardShape="poster"
        isDeferred
      >
        {works.map(poster)}
      </Rail>
    )),
}

const renderPart = <A extends HomeAnchor>(anchor: A, data: HomeData) => parts[anchor](data[anchor])

/** The rows of home without its heading: `data` decides on them, and the `children` stand above them. */
export function HomePage({ data, children }: { data: HomeData; children?: ReactNode }) {
  return (
    <>
      <Hero slides={data.hero} />
      {/* Before the first work is published. Not `EmptyState`, which home would load for every visit. */}
      {data.isEmpty && (
        <div className="page-gutter pt-[40dvh] text-center">
          <p className="text-xl font-bold">{homeMessages.empty}</p>
          <p className="mt-2 text-foreground-muted">{homeMessages.empty_detail}</p>
        </div>
      )}
      <div
        ref={clearInitialRender}
        data-initial-render=""
        // The rows begin on the hero's picture, or below the header without one.
        className={`relative z-action mt-9 space-y-9 md:space-y-13 ${data.hero.length > 0 ? 'md:-mt-12' : ''}`}
      >
        {children}
        {homeAnchors.map((anchor) => (
          <Fragment key={anchor}>
            {renderPart(anchor, data)}
            {data.added[anchor]?.map(({ id, title, subtitle, works }) => (
              <Rail key={id} title={title} subtitle={subtitle ?? ''} cardShape="poster" isDeferred>
                {works.map(poster)}
              </Rail>
            ))}
          </Fragment>
        ))}
      </div>
    </>
  )
}

/** Works of a category, on the picture of its theme if there is one. */
function Collection({
  title,
  category,
  works,
  ...picture
}: {
  title: string
  category: number
  works: readonly PosterCardData[]
  backdrop_url?: string | null
  backdrop_color?: string
}) {
  return (
    <Rail title={title} to={categoryPath(category)} cardShape="poster" isDeferred {...picture}>
      {works.map(poster)}
    </Rail>
  )
}
