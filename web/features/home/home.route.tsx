import { siteName } from '#web/lib/site.ko.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { homeMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ContinueWatchingSlot, OpenedAlertsSlot } from './member-rail-slots.tsx'
import { heroPreloadLinks } from './hero.tsx'
import { Hero } from './hero.tsx'
import { loadHome } from './load-home.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { categoriesPath, categoryPath, searchPath, seriesPath } from '#web/routing/paths.ts'
import { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { PosterCard, RankCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
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
  return [...page, ...heroPreloadLinks(loaderData?.hero[0])]
}

/** Marks the server-rendered page only: after client navigation all rails render at once. */
const clearInitialRender = (container: HTMLElement | null) =>
  container?.removeAttribute('data-initial-render')

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, banner, popular, vertical, korean, abroad, newest } = loaderData
  const { upcoming, curation, categories } = loaderData
  return (
    <>
      <h1 className="sr-only">{homeMessages.title}</h1>
      <Hero slides={hero} />
      {/* Before the first work is published. Not `EmptyState`, which home would load for every visit. */}
      {popular.length === 0 && upcoming.length === 0 && (
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
        <OpenedAlertsSlot />
        <Rail
          title={homeMessages.popular}
          to={`${categoriesPath}?ordering=-viewer_count`}
          cardShape="rank"
        >
          {popular.map((series, index) => (
            <RankCard key={series.id} series={series} rank={index + 1} />
          ))}
        </Rail>
        <Rail title={homeMessages.newest} cardShape="landscape">
          {newest.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        <Rail
          title={homeMessages.vertical}
          to={categoryPath(categoryIds.short_drama)}
          cardShape="portrait"
        >
          {vertical.map((episode) => (
            <PortraitEpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        <Posters title={homeMessages.korean} category={categoryIds.korean} series={korean} />
        <Rail title={homeMessages.upcoming} cardShape="poster" isDeferred>
          {upcoming.map((series) => (
            <PosterCard key={series.id} series={series} lines="truncate" />
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
        <Posters title={homeMessages.abroad} category={categoryIds.abroad} series={abroad} />
        <Rail title={homeMessages.banner} cardShape="landscape" isDeferred>
          {banner.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        {categories.map(({ id, name, series }) => (
          <Posters key={id} title={homeMessages.category(name)} category={id} series={series} />
        ))}
      </div>
    </>
  )
}

function Posters({
  title,
  category,
  series,
}: {
  title: string
  category: number
  series: Route.ComponentProps['loaderData']['korean']
}) {
  return (
    <Rail title={title} to={categoryPath(category)} cardShape="poster" isDeferred>
      {series.map((item) => (
        <PosterCard key={item.id} series={item} lines="truncate" />
      ))}
    </Rail>
  )
}
