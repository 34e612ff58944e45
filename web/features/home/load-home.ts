import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import { categoryIds } from '#contract/core/constants.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData, toEpisodeCardData } from '#web/features/catalog/cards/card-props.ts'

const { listCategories, listEpisodes, listSeries, readSeries } = viewerEndpoints.contents

/** D-34; the banner's 50 and the lists' 15 are the specification's, the curation is series 1. */
const bannerSize = 50
const listSize = 15
const heroSize = 5
const curationId = 1
const week = 7 * 86_400_000
const noneOf = { count: 0, results: [] }

/** Series in the order in which the banner's most watched episodes name them; the hero needs a picture. */
function heroOf(banner: readonly Episode[], known: readonly SeriesCard[]): SeriesCard[] {
  const byId = new Map(known.map((series) => [series.id, series]))
  const order = new Set([...banner.map((episode) => episode.series.id), ...byId.keys()])
  return [...order]
    .map((id) => byId.get(id))
    .filter((series) => series !== undefined)
    .filter((series) => series.backdrop_url !== null && series.first_episode_id !== null)
    .slice(0, heroSize)
}

/**
 * Everything the home page shows, in one go: the calls are in-process and prepared.
 * @param now milliseconds since the epoch; what is new is counted back from it.
 */
export async function loadHome(call: EndpointClient, now: number) {
  const series = (query: { category?: number; limit: number }) => call(listSeries, { query })
  const [categories, banner, popular, upright, korean, abroad, newest, curation] =
    await Promise.all([
      call(listCategories, {}),
      call(listEpisodes, { query: { limit: bannerSize, ordering: '-viewer_count' } }),
      series({ limit: 30 }),
      call(listEpisodes, {
        query: {
          episode_video_orientation: 'vertical',
          limit: listSize,
          ordering: '-viewer_count',
        },
      }),
      series({ category: categoryIds.korean, limit: listSize }),
      series({ category: categoryIds.abroad, limit: listSize }),
      call(listEpisodes, { query: { limit: listSize, ordering: '-released_at' } }),
      readCuration(call),
    ])
  const own = new Set<number>([categoryIds.korean, categoryIds.abroad])
  const rows = await Promise.all(
    categories.results
      .filter(({ id, series_count }) => series_count > 0 && !own.has(id))
      .map(async ({ id, name }) => ({
        id,
        name,
        series: (await series({ category: id, limit: listSize })).results.map(toPosterCardData),
      })),
  )
  return {
    hero: heroOf(banner.results, popular.results).map(heroFields),
    banner: banner.results.map(toEpisodeCardData),
    popular: popular.results.slice(0, listSize).map(toPosterCardData),
    upright: upright.results.map(toEpisodeCardData),
    korean: korean.results.map(toPosterCardData),
    abroad: abroad.results.map(toPosterCardData),
    fresh: newest.results
      .filter(({ released_at }) => released_at !== null && now - Date.parse(released_at) < week)
      .map(toEpisodeCardData),
    curation,
    categories: rows,
  }
}

/** Series 1 and its episodes in order; a house without a series 1 has no such row. */
async function readCuration(call: EndpointClient) {
  const [series, episodes] = await Promise.all([
    call(readSeries, { params: { id: curationId } }).catch(() => null),
    call(listEpisodes, {
      query: { series: curationId, ordering: 'number', limit: listSize },
    }).catch(() => noneOf),
  ])
  if (series === null) return null
  return { id: series.id, title: series.title, episodes: episodes.results.map(toEpisodeCardData) }
}

export type HeroSlideData = ReturnType<typeof heroFields>

function heroFields(series: SeriesCard) {
  const { backdrop_url, backdrop_color, logo_url, synopsis, first_episode_id, categories } = series
  const { descriptors, rating_average } = series
  return {
    ...toPosterCardData(series),
    backdrop_url,
    backdrop_color,
    logo_url,
    synopsis,
    first_episode_id,
    categories,
    descriptors,
    rating_average,
  }
}
