import { dayMs } from '#contract/core/seoul-time.ts'
import type { HomeCuration, SeriesCard } from '#contract/contents/contents.ts'
import type { HomeAnchor } from '#contract/contents/home-anchors.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData, toEpisodeCardData } from '#web/features/catalog/cards/card-props.ts'
import { listCategoryRow, listSize, rankedSize, selectRows, type WorkOrder } from './select-rows.ts'

const {
  listCategories,
  listEpisodes,
  listSeries,
  listTrending,
  listUpcoming,
  readCatalogueSettings,
  readHomeCuration,
  readSeries,
} = viewerEndpoints.contents

/** The specification sets 50 for the banner. */
const bannerSize = 50
const week_ms = 7 * dayMs
const emptyPage = { count: 0, results: [] }
/** Enough to fill a row after the works of the rows above it are left out. */
const candidates = 50

/**
 * Loads all sections of the home page; the calls are in-process.
 * @param now milliseconds since the epoch, for the episodes of the last week.
 * @param readAdded reads what staff add (decisions/0018-home-rows): what applies now, or what the studio previews.
 */
export async function loadHome(
  call: EndpointClient,
  now: number,
  readAdded = (): Promise<HomeCuration> => call(readHomeCuration, {}),
) {
  const series = async (query: SeriesQuery) => (await call(listSeries, { query })).results
  const episodes = async (query: EpisodeQuery) => (await call(listEpisodes, { query })).results
  const settings = await call(readCatalogueSettings, {})
  const { korean_category_id, abroad_category_id, curation_series_id } = settings
  const { categories, trending, upcoming, newest, curation, added, banner, ...pools } = await allOf(
    {
      categories: call(listCategories, {}),
      banner: episodes({ limit: bannerSize, ordering: '-viewer_count' }),
      trending: call(listTrending, { query: { limit: rankedSize } }),
      popular: series({ limit: candidates }),
      best_rated: series({ ordering: '-rating_average', limit: candidates }),
      vertical: episodes({
        episode_video_orientation: 'vertical',
        limit: listSize,
        ordering: '-viewer_count',
      }),
      korean: series({ category: korean_category_id, limit: candidates }),
      abroad: series({ category: abroad_category_id, limit: candidates }),
      films: episodes({ is_series: 'false', limit: candidates, ordering: '-viewer_count' }),
      newest: episodes({ limit: candidates, ordering: '-released_at' }),
      upcoming: call(listUpcoming, { query: { limit: listSize } }),
      curation: readCuration(call, curation_series_id),
      added: readAdded(),
    },
  )
  const separateCategories = new Set([korean_category_id, abroad_category_id])
  const rows = selectRows(
    {
      trending: trending.results,
      upcoming: upcoming.results,
      newest: newest.filter(
        ({ released_at }) => released_at !== null && isWithinWeek(released_at, now),
      ),
      curation: curation?.episodes ?? [],
      categories: await Promise.all(
        categories.results
          .filter(({ id, series_count }) => series_count > 0 && !separateCategories.has(id))
          .map(async ({ id, name }) => ({
            id,
            name,
            ...(await listCategoryRow(id, (ordering) =>
              series({ category: id, ordering, limit: listSize }),
            )),
          })),
      ),
      banner,
      ...pools,
    },
    added,
  )
  return {
    isEmpty: banner.length === 0 && upcoming.count === 0,
    hero: rows.hero.map(sceneFields),
    ranked: rows.ranked.map(toPosterCardData),
    newest: rows.newest.map(toEpisodeCardData),
    editorial: rows.editorial && sceneFields(rows.editorial),
    korean: themeFields(korean_category_id, settings.korean_title, rows.korean),
    short_films: rows.short_films.map(toEpisodeCardData),
    upcoming: rows.upcoming.map(toPosterCardData),
    abroad: themeFields(abroad_category_id, settings.abroad_title, rows.abroad),
    vertical: rows.vertical.map(toEpisodeCardData),
    curation: curation && { ...curation, episodes: curation.episodes.map(toEpisodeCardData) },
    banner: rows.banner.map(toEpisodeCardData),
    categories: rows.categories.map(({ works, ...category }) => ({
      ...category,
      works: works.map(toPosterCardData),
    })),
    added: rowsByAnchor(added.rows),
  }
}

/** Awaits the calls of an object together, each under its name. */
async function allOf<C extends Record<string, Promise<unknown>>>(calls: C) {
  const results = Object.entries(calls).map(async ([name, call]) => [name, await call] as const)
  return Object.fromEntries(await Promise.all(results)) as { [K in keyof C]: Awaited<C[K]> }
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>

type SeriesQuery = { category?: number; ordering?: WorkOrder; limit: number }
type EpisodeQuery = {
  is_series?: 'false'
  episode_video_orientation?: 'vertical'
  ordering: '-viewer_count' | '-released_at'
  limit: number
}

/** The rows of staff by the part of home below which they stand. */
function rowsByAnchor(rows: HomeCuration['rows']) {
  const added: Partial<Record<HomeAnchor, AddedRow[]>> = {}
  for (const { after_row, works, ...row } of rows)
    (added[after_row] ??= []).push({ ...row, works: works.map(toPosterCardData) })
  return added
}

type AddedRow = Omit<HomeCuration['rows'][number], 'after_row' | 'works'> & {
  works: ReturnType<typeof toPosterCardData>[]
}

function themeFields(
  category: number,
  title: string,
  { scene, works }: ReturnType<typeof selectRows>['korean'],
) {
  const { backdrop_url = null, backdrop_color = '' } = scene ?? {}
  return { category, title, backdrop_url, backdrop_color, works: works.map(toPosterCardData) }
}

/** Whether an instant is in the last seven days and not in the future. */
const isWithinWeek = (instant: string, now: number) => {
  const age = now - Date.parse(instant)
  return age >= 0 && age < week_ms
}

/** The curated series with its episodes in order of season and number; null if there is none. */
async function readCuration(call: EndpointClient, id: number | null) {
  if (id === null) return null
  const [series, episodes] = await Promise.all([
    call(readSeries, { params: { id } }).catch(() => null),
    call(listEpisodes, {
      query: { series: id, ordering: 'number', limit: listSize },
    }).catch(() => emptyPage),
  ])
  if (series === null || series.is_upcoming) return null
  return { id: series.id, title: series.title, episodes: episodes.results }
}

/** A work with its wide picture, as in the hero and on the editorial card. */
export type SceneData = ReturnType<typeof sceneFields>

function sceneFields(series: SeriesCard) {
  const { backdrop_url, backdrop_color, logo_url, synopsis, first_episode_id, categories } = series
  const { rating_average } = series
  return {
    ...toPosterCardData(series),
    backdrop_url,
    backdrop_color,
    logo_url,
    synopsis,
    first_episode_id,
    categories,
    rating_average,
  }
}
