import { siteName } from '#web/lib/site.ko.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { homeMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ContinueWatchingSlot, MemberRailsSlot } from './member-rail-slots.tsx'
import { Hero, heroPreloadLinks } from './hero.tsx'
import { loadHome } from './load-home.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { categoriesPath, categoryPath, searchPath, seriesPath } from '#web/routing/paths.ts'
import { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import {
  PosterCard,
  RankCard,
  type PosterCardData,
} from '#web/features/catalog/cards/poster-card.tsx'
import { PersonCard } from '#web/features/catalog/cards/person-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { EditorialCard } from './editorial-card.tsx'
import type { Route } from './+types/home.route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(apiContext), Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const url = `${siteOriginOf(matches)}/`
  const page = pageMeta(matches, {
    description: homeMessages.description,
    path: '/',
    jsonLd: [
      {
        '@type': 'WebSite',
        name: siteName,
        url,
        inLanguage: 'ko',
        potentialAction: {
          '@type': 'SearchAction',
          target: `${siteOriginOf(matches)}${searchPath}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  })
  // Used in the document only, so the script does not contain it.
  return import.meta.env.SSR ? [...page, ...heroPreloadLinks(loaderData?.hero[0])] : page
}

/** Marks the server-rendered page only: after client navigation all rails render at once. */
const clearInitialRender = (container: HTMLElement | null) =>
  container?.removeAttribute('data-initial-render')

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, ranked, newest, editorial, vertical, korean, abroad } = loaderData
  const { upcoming, people, banner, curation, categories } = loaderData
  return (
    <>
      <h1 className="sr-only">{homeMessages.title}</h1>
      <Hero slides={hero} />
      {/* Before the first work is published. Not `EmptyState`, which home would load for every visit. */}
      {banner.length === 0 && upcoming.length === 0 && (
        <div className="page-gutter pt-[40dvh] text-center">
          <p className="text-xl font-bold">{homeMessages.empty}</p>
          <p className="mt-2 text-foreground-muted">{homeMessages.empty_detail}</p>
        </div>
      )}
      <div
        ref={clearInitialRender}
        data-initial-render=""
        className="relative z-action mt-9 space-y-9 md:-mt-12 md:space-y-13"
      >
        <ContinueWatchingSlot />
        <MemberRailsSlot />
        <Rail
          title={homeMessages.popular}
          to={`${categoriesPath}?ordering=-viewer_count`}
          cardShape="rank"
        >
          {ranked.map((series, index) => (
            <RankCard key={series.id} series={series} rank={index + 1} />
          ))}
        </Rail>
        <Rail title={homeMessages.newest} cardShape="landscape">
          {newest.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        {editorial && <EditorialCard work={editorial} />}
        <Collection title={homeMessages.korean} category={categoryIds.korean} {...korean} />
        <Rail title={homeMessages.upcoming} cardShape="poster" isDeferred>
          {upcoming.map((series) => (
            <PosterCard key={series.id} series={series} lines="truncate" />
          ))}
        </Rail>
        <Collection title={homeMessages.abroad} category={categoryIds.abroad} {...abroad} />
        <Rail title={homeMessages.people} cardShape="person" isDeferred>
          {people.map((person) => (
            <PersonCard key={person.id} {...person} detail={person.known_for} />
          ))}
        </Rail>
        <Rail
          title={homeMessages.vertical}
          to={categoryPath(categoryIds.short_drama)}
          cardShape="portrait"
          isDeferred
        >
          {vertical.map((episode) => (
            <PortraitEpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        {curation && (
          <Rail
            title={homeMessages.curation(curation.title)}
            subtitle={homeMessages.curation_note}
            to={seriesPath(curation.id)}
            cardShape="landscape"
            isDeferred
          >
            {curation.episodes.map((episode) => (
              <EpisodeCard key={episode.id} episode={episode} />
            ))}
          </Rail>
        )}
        <Rail title={homeMessages.banner} cardShape="landscape" isDeferred>
          {banner.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        {categories.map(({ id, name, series }) => (
          <Collection key={id} title={homeMessages.category(name)} category={id} works={series} />
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
      {works.map((work) => (
        <PosterCard key={work.id} series={work} lines="truncate" />
      ))}
    </Rail>
  )
}
