import { categoryIds } from '#contract/core/constants.ts'
import { frameCopy } from '#web/app/messages.ko.ts'
import { homeCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { ContinuePlace } from './continue-watching-slot.tsx'
import { earlyPicture } from './hero.tsx'
import { Hero } from './hero.tsx'
import { readHome } from './load-home.ts'
import { pageMeta, siteOf } from '#web/routing/page-meta.ts'
import { categoriesPath, categoryPath, searchPath, seriesPath } from '#web/routing/paths.ts'
import { EpisodeCard, UprightCard } from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PosterCard, RankCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Row } from '#web/features/catalog/cards/rail.tsx'
import type { Route } from './+types/home.route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return readHome(context.get(loaderCall), Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const url = `${siteOf(matches)}/`
  const page = pageMeta(matches, {
    description: homeCopy.description,
    path: '/',
    facts: [
      {
        '@type': 'WebSite',
        name: frameCopy.brand,
        url,
        inLanguage: 'ko',
        potentialAction: {
          '@type': 'SearchAction',
          target: `${siteOf(matches)}${searchPath}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  })
  return [...page, ...earlyPicture(loaderData?.hero[0])]
}

/** Said by the server's page alone: whoever comes back by a link finds every row at once. */
const arrived = (rows: HTMLElement | null) => rows?.removeAttribute('data-arriving')

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, banner, popular, upright, korean, abroad, fresh, curation, categories } = loaderData
  return (
    <>
      <h1 className="sr-only">{homeCopy.title}</h1>
      <Hero slides={hero} />
      {popular.length === 0 && (
        <EmptyState icon="reel" title={homeCopy.empty}>
          {homeCopy.empty_detail}
        </EmptyState>
      )}
      <div
        ref={arrived}
        data-arriving=""
        className="relative z-action mt-9 space-y-9 md:-mt-12 md:space-y-13"
      >
        <ContinuePlace />
        <Row title={homeCopy.popular} to={`${categoriesPath}?ordering=-viewer_count`} shape="rank">
          {popular.map((series, at) => (
            <RankCard key={series.id} series={series} rank={at + 1} />
          ))}
        </Row>
        <Row title={homeCopy.fresh} shape="still">
          {fresh.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Row>
        <Row title={homeCopy.upright} to={categoryPath(categoryIds.short_drama)} shape="upright">
          {upright.map((episode) => (
            <UprightCard key={episode.id} episode={episode} />
          ))}
        </Row>
        <Posters title={homeCopy.korean} category={categoryIds.korean} series={korean} />
        {curation && (
          <Row
            title={homeCopy.curation(curation.title)}
            note={homeCopy.curation_note}
            to={seriesPath(curation.id)}
            shape="still"
            far
          >
            {curation.episodes.map((episode) => (
              <EpisodeCard key={episode.id} episode={episode} />
            ))}
          </Row>
        )}
        <Posters title={homeCopy.abroad} category={categoryIds.abroad} series={abroad} />
        <Row title={homeCopy.banner} shape="still" far>
          {banner.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Row>
        {categories.map(({ id, name, series }) => (
          <Posters key={id} title={homeCopy.category(name)} category={id} series={series} />
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
    <Row title={title} to={categoryPath(category)} shape="poster" far>
      {series.map((one) => (
        <PosterCard key={one.id} series={one} lines="truncate" />
      ))}
    </Row>
  )
}
