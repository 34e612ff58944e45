import type { Episode, Season } from '#contract/contents/contents.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound } from '#web/routing/loader-helpers.ts'
import { seasonPath } from '#web/routing/paths.ts'
import { readSimilar } from '#web/features/catalog/similar-works.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/pagination.tsx'
import { redirect } from 'react-router'

const { listEpisodes, readEpisodeNeighbours, readSeries } = viewerEndpoints.contents

const seasonPageSize = 50

/** Loads a series with one of its seasons, for the series page and the season page. */
export async function loadTitle(
  call: EndpointClient,
  seriesId: number,
  seasonId: number | null,
  address: string,
) {
  const series = await call(readSeries, { params: { id: seriesId } })
  const season =
    seasonId === null
      ? (series.seasons[0] ?? null)
      : (series.seasons.find(({ id }) => id === seasonId) ??
        (await redirectToSeries(call, seasonId)))
  const search = new URL(address).searchParams
  const latestFirst = search.get('ordering') === '-number'
  const pages = pageCount(season?.episode_count ?? 0, seasonPageSize)
  const page = parsePageParam(search.get('page'), pages)
  const [episodes, similar] = await Promise.all([
    season === null ? [] : readEpisodes(call, season, page, latestFirst),
    readSimilar(call, series),
  ])
  return { series, season, episodes, similar, page, pages, latest_first: latestFirst }
}

export type TitleData = Awaited<ReturnType<typeof loadTitle>>

/** A season under another series' id redirects to the right address. */
async function redirectToSeries(call: EndpointClient, seasonId: number): Promise<never> {
  const episodes = await call(listEpisodes, { query: { season: seasonId, limit: 1 } })
  const series = episodes.results[0]?.series
  throw series ? redirect(seasonPath(series.id, seasonId), 301) : notFound()
}

async function readEpisodes(
  call: EndpointClient,
  season: Pick<Season, 'id'>,
  page: number,
  latestFirst: boolean,
) {
  const { results } = await call(listEpisodes, {
    query: {
      season: season.id,
      ordering: latestFirst ? '-number' : 'number',
      limit: seasonPageSize,
      offset: (page - 1) * seasonPageSize,
    },
  })
  return results.map(toListItem)
}

/** The fields of an episode in the list of its own series. */
function toListItem(episode: Episode) {
  const { id, series, season, number, title, synopsis, thumbnail_url, thumbnail_color } = episode
  const { runtime, is_free, price, rental_price, in_subscription } = episode
  const { released_at, video_state, age_rating, episode_video_orientation } = episode
  return {
    id,
    series,
    season,
    number,
    title,
    synopsis,
    thumbnail_url,
    thumbnail_color,
    runtime,
    is_free,
    price,
    rental_price,
    in_subscription,
    released_at,
    video_state,
    age_rating,
    episode_video_orientation,
  }
}

export type EpisodeListItem = ReturnType<typeof toListItem>

/** Loads an episode's series, adjacent episodes and the page of its season's list that contains it. */
export async function loadEpisodePage(call: EndpointClient, episode: Episode) {
  const { id, season } = episode
  const readSiblings = async () => {
    const { offset, ...neighbours } = await call(readEpisodeNeighbours, { params: { id } })
    const page = Math.floor(offset / seasonPageSize) + 1
    return { ...neighbours, siblings: await readEpisodes(call, season, page, false) }
  }
  const [series, { previous, next, siblings }, rental_terms] = await Promise.all([
    call(readSeries, { params: { id: episode.series.id } }),
    readSiblings(),
    episode.rental_price === null ? null : call(viewerEndpoints.transactions.readRentalTerms, {}),
  ])
  return {
    episode,
    series: {
      id: series.id,
      title: series.title,
      backdrop_url: series.backdrop_url,
      backdrop_color: series.backdrop_color,
      is_series: series.is_series,
      categories: series.categories,
    },
    siblings,
    previous: previous && toListItem(previous),
    next: next && toListItem(next),
    /** Null if it is not rented out. */
    rental_terms,
  }
}

export type EpisodePage = Awaited<ReturnType<typeof loadEpisodePage>>
