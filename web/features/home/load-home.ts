import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import { categoryIds } from '#contract/core/constants.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData, toEpisodeCardData } from '#web/features/catalog/cards/card-props.ts'

const { listCategories, listEpisodes, listSeries, listTrending, listUpcoming, readSeries } =
  viewerEndpoints.contents

/** D-34. The specification sets 50 for the banner, 15 for the lists and series 1 as the curation. */
const bannerSize = 50
const listSize = 15
const heroSize = 5
const curationId = 1
const weekMs = 7 * 86_400_000
const emptyPage = { count: 0, results: [] }

/** Orders the series by the most watched episodes and keeps those with a backdrop and a playable episode. */
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
 * Loads all sections of the home page; the calls are in-process.
 * @param now milliseconds since the epoch, for the episodes of the last week.
 */
export async function loadHome(call: EndpointClient, now: number) {
  const series = (query: { category?: number; limit: number }) => call(listSeries, { query })
  const [
    categories,
    banner,
    trending,
    popular,
    vertical,
    korean,
    abroad,
    newest,
    upcoming,
    curation,
  ] = await Promise.all([
    call(listCategories, {}),
    call(listEpisodes, { query: { limit: bannerSize, ordering: '-viewer_count' } }),
    call(listTrending, { query: { limit: listSize } }),
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
    call(listUpcoming, { query: { limit: listSize } }),
    readCuration(call),
  ])
  const separateCategories = new Set<number>([categoryIds.korean, categoryIds.abroad])
  const categoryRails = await Promise.all(
    categories.results
      .filter(({ id, series_count }) => series_count > 0 && !separateCategories.has(id))
      .map(async ({ id, name }) => ({
        id,
        name,
        series: (await series({ category: id, limit: listSize })).results.map(toPosterCardData),
      })),
  )
  return {
    hero: heroOf(banner.results, [...trending.results, ...popular.results]).map(heroFields),
    banner: banner.results.map(toEpisodeCardData),
    popular: trending.results.map(toPosterCardData),
    vertical: vertical.results.map(toEpisodeCardData),
    korean: korean.results.map(toPosterCardData),
    abroad: abroad.results.map(toPosterCardData),
    newest: newest.results
      .filter(({ released_at }) => released_at !== null && isWithinWeek(released_at, now))
      .map(toEpisodeCardData),
    upcoming: upcoming.results.map(toPosterCardData),
    curation,
    categories: categoryRails,
  }
}

/** Whether an instant is in the last seven days and not in the future. */
const isWithinWeek = (instant: string, now: number) => {
  const age = now - Date.parse(instant)
  return age >= 0 && age < weekMs
}

/** The curated series with its episodes in order of season and number; null if it does not exist. */
async function readCuration(call: EndpointClient) {
  const [series, episodes] = await Promise.all([
    call(readSeries, { params: { id: curationId } }).catch(() => null),
    call(listEpisodes, {
      query: { series: curationId, ordering: 'number', limit: listSize },
    }).catch(() => emptyPage),
  ])
  if (series === null || series.is_upcoming) return null
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
