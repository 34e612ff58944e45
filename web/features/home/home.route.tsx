import { siteName } from '#web/lib/site.ko.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { homeMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ContinueWatchingSlot } from './continue-watching-slot.tsx'
import { heroPreloadLinks } from './hero.tsx'
import { Hero } from './hero.tsx'
import { loadHome } from './load-home.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { categoriesPath, categoryPath, searchPath, seriesPath } from '#web/routing/paths.ts'
import { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
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
    facts: [
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

/** Said by the server's page alone: whoever comes back by a link finds every row at once. */
const arrived = (rows: HTMLElement | null) => rows?.removeAttribute('data-initial-render')

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, banner, popular, upright, korean, abroad, fresh, curation, categories } = loaderData
  return (
    <>
      <h1 className="sr-only">{homeMessages.title}</h1>
      <Hero slides={hero} />
      {popular.length === 0 && (
        <EmptyState icon="reel" title={homeMessages.empty}>
          {homeMessages.empty_detail}
        </EmptyState>
      )}
      <div
        ref={arrived}
        data-initial-render=""
        className="relative z-action mt-9 space-y-9 md:-mt-12 md:space-y-13"
      >
        <ContinueWatchingSlot />
        <Rail
          title={homeMessages.popular}
          to={`${categoriesPath}?ordering=-viewer_count`}
          shape="rank"
        >
          {popular.map((series, at) => (
            <RankCard key={series.id} series={series} rank={at + 1} />
          ))}
        </Rail>
        <Rail title={homeMessages.fresh} shape="still">
          {fresh.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        <Rail
          title={homeMessages.upright}
          to={categoryPath(categoryIds.short_drama)}
          shape="upright"
        >
          {upright.map((episode) => (
            <PortraitEpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
        <Posters title={homeMessages.korean} category={categoryIds.korean} series={korean} />
        {curation && (
          <Rail
            title={homeMessages.curation(curation.title)}
            note={homeMessages.curation_note}
            to={seriesPath(curation.id)}
            shape="still"
            far
          >
            {curation.episodes.map((episode) => (
              <EpisodeCard key={episode.id} episode={episode} />
            ))}
          </Rail>
        )}
        <Posters title={homeMessages.abroad} category={categoryIds.abroad} series={abroad} />
        <Rail title={homeMessages.banner} shape="still" far>
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
    <Rail title={title} to={categoryPath(category)} shape="poster" far>
      {series.map((one) => (
        <PosterCard key={one.id} series={one} lines="truncate" />
      ))}
    </Rail>
  )
}
