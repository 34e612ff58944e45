import type { HomeCuration, SeriesCard, Episode } from '#contract/contents/contents.ts'
import type { HomeAnchor } from '#contract/contents/home-anchors.ts'
import { categoryIds } from '#contract/core/constants.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData, toEpisodeCardData } from '#web/features/catalog/cards/card-props.ts'

const {
  listCategories,
  listEpisodes,
  listPeople,
  listSeries,
  listTrending,
  listUpcoming,
  readHomeCuration,
  readSeries,
} = viewerEndpoints.contents

/** D-34. The specification sets 50 for the banner, 15 for the lists and series 1 as the curation. */
const bannerSize = 50
const listSize = 15
const curationId = 1
const weekMs = 7 * 86_400_000
const emptyPage = { count: 0, results: [] }
/** Enough to fill a row after the works of the rows above it are left out. */
const candidates = 50

/**
 * Loads all sections of the home page; the calls are in-process.
 * @param now milliseconds since the epoch, for the episodes of the last week.
 * @param readAdded reads what staff add (D-131): what applies now, or what the studio previews.
 */
export async function loadHome(
  call: EndpointClient,
  now: number,
  readAdded = (): Promise<HomeCuration> => call(readHomeCuration, {}),
) {
  const series = async (query: SeriesQuery) => (await call(listSeries, { query })).results
  const episodes = async (query: EpisodeQuery) => (await call(listEpisodes, { query })).results
  const [
    categories,
    banner,
    trending,
    popular,
    best_rated,
    vertical,
    korean,
    abroad,
    newest,
    upcoming,
    people,
    curation,
    added,
  ] = await Promise.all([
    call(listCategories, {}),
    episodes({ limit: bannerSize, ordering: '-viewer_count' }),
    call(listTrending, { query: { limit: rankedSize } }),
    series({ limit: candidates }),
    series({ ordering: '-rating_average', limit: candidates }),
    episodes({
      episode_video_orientation: 'vertical',
      limit: listSize,
      ordering: '-viewer_count',
    }),
    series({ category: categoryIds.korean, limit: candidates }),
    series({ category: categoryIds.abroad, limit: candidates }),
    episodes({ limit: candidates, ordering: '-released_at' }),
    call(listUpcoming, { query: { limit: listSize } }),
    call(listPeople, { query: { limit: listSize } }),
    readCuration(call),
    readAdded(),
  ])
  const rows = selectWorks(
    {
      trending: trending.results,
      popular,
      best_rated,
      korean,
      abroad,
      newest: newest.filter(
        ({ released_at }) => released_at !== null && isWithinWeek(released_at, now),
      ),
    },
    added,
  )
  const separateCategories = new Set<number>([categoryIds.korean, categoryIds.abroad])
  const categoryRails = await Promise.all(
    categories.results
      .filter(({ id, series_count }) => series_count > 0 && !separateCategories.has(id))
      .map(async ({ id, name }) => ({
        id,
        name,
        series: (await series({ category: id, limit: listSize })).map(toPosterCardData),
      })),
  )
  return {
    hero: rows.hero.map(sceneFields),
    ranked: rows.ranked.map(toPosterCardData),
    newest: rows.newest.map(toEpisodeCardData),
    editorial: rows.editorial && sceneFields(rows.editorial),
    vertical: vertical.map(toEpisodeCardData),
    korean: collectionOf(rows.korean),
    abroad: collectionOf(rows.abroad),
    upcoming: upcoming.results.map(toPosterCardData),
    people: people.results,
    curation,
    banner: banner.map(toEpisodeCardData),
    categories: categoryRails,
    added: rowsByAnchor(added.rows),
  }
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>

type SeriesQuery = { category?: number; ordering?: '-rating_average'; limit: number }
type EpisodeQuery = {
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

/** A collection, with the scene of its first work that has one as the picture of its theme. */
function collectionOf(works: readonly SeriesCard[]) {
  const { backdrop_url = null, backdrop_color = '' } =
    works.find(({ backdrop_url }) => backdrop_url !== null) ?? {}
  return { backdrop_url, backdrop_color, works: works.map(toPosterCardData) }
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

/** Size of the list of popular works (specification, section 9). */
export const rankedSize = 15
const heroSize = 5
const rowSize = 15
/** New episodes precede rows of works: more of them would leave those empty in a small catalogue. */
const newestSize = 8
/** In a catalogue of fewer works rows repeat works, because the ranking would leave the other rows almost empty. */
const minWorksWithoutRepeats = 40

/** The lists from which the first rows of home are made, each in its order. */
export type HomeLists = {
  trending: readonly SeriesCard[]
  popular: readonly SeriesCard[]
  best_rated: readonly SeriesCard[]
  newest: readonly Episode[]
  korean: readonly SeriesCard[]
  abroad: readonly SeriesCard[]
}

/** Home as it is without staff. */
export const noCuration: HomeCuration = { hero: [], editorial: null, rows: [] }

/**
 * Selects the works of the rows above the third screen, so that no work is in two of them if the catalogue is large enough.
 * Rows that can only be filled from few works choose first: the ranking, then the editorial card.
 *
 * The works of staff precede those chosen here, which leave them out: home adds to the hero, and the ranking stays whole (D-131).
 */
export function selectWorks(lists: HomeLists, curation: HomeCuration = noCuration) {
  const shown = new Set<number>()
  function take<T>(items: readonly T[], idOf: (item: T) => number, size: number): T[] {
    const taken: T[] = []
    for (const item of items) {
      if (taken.length === size) break
      if (shown.has(idOf(item))) continue
      shown.add(idOf(item))
      taken.push(item)
    }
    return taken
  }
  const takeWorks = (works: readonly SeriesCard[], size: number) =>
    take(works, ({ id }) => id, size)

  const allowsRepeats = lists.popular.length < minWorksWithoutRepeats
  const beginRow = () => allowsRepeats && shown.clear()

  const ranked = takeWorks(lists.trending, rankedSize)
  beginRow()
  const curatedHero = curation.hero.filter(hasScene)
  const curatedEditorial = [curation.editorial].filter((work) => work !== null).filter(hasScene)
  for (const { id } of [...curatedHero, ...curatedEditorial]) shown.add(id)
  if (!allowsRepeats)
    for (const { works } of curation.rows) for (const { id } of works) shown.add(id)
  const [editorial = null] =
    curatedEditorial.length > 0 ? curatedEditorial : takeWorks(lists.best_rated.filter(hasScene), 1)
  const others = takeWorks(
    lists.popular.filter(hasScene),
    Math.max(0, heroSize - curatedHero.length),
  )
  const hero = [...curatedHero, ...others]
  beginRow()
  const newest = take(lists.newest, ({ series }) => series.id, newestSize)
  beginRow()
  const korean = takeWorks(lists.korean, rowSize)
  beginRow()
  const abroad = takeWorks(lists.abroad, rowSize)
  return { ranked, editorial, hero, newest, korean, abroad }
}

/** Whether a work has a wide picture and an episode to play. */
const hasScene = ({ backdrop_url, first_episode_id }: SeriesCard) =>
  backdrop_url !== null && first_episode_id !== null
