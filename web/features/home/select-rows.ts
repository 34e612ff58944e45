/**
 * The rows of home: the works of each, and which of them are shown.
 *
 * - In a large catalogue no work is in two rows above the third screen. In a small one rows repeat works.
 * - A row begins with pictures that are not among the first cards of the three rows above it.
 * - Hero, editorial card and themes show the wide pictures of different works.
 * - A row of fewer than four cards is not shown, unless the catalogue has no more works.
 */
import type { Episode, HomeCuration, SeriesCard } from '#contract/contents/contents.ts'
import { categoryIds } from '#contract/core/constants.ts'

/** Sizes of the popular works and of other lists (specification, section 9). */
export const rankedSize = 15
export const listSize = 15
const heroSize = 5
/** New episodes precede rows of works: more of them would leave those empty in a small catalogue. */
const newestSize = 8
const minRowSize = 4
/** The cards of a row that a wide screen shows before it is scrolled. */
const cardsInSight = 6
/** The rows above another that are less than two screens away. */
const rowsInSight = 3
/** In a catalogue of fewer works rows repeat works, because the ranking would leave the other rows almost empty. */
const minWorksWithoutRepeats = 40
const maxShortRuntime_s = 600
const minGoodRating = 4

/** Why a category's row shows its works: the order of its list, which its title names. */
export type WorkOrder = '-viewer_count' | '-rating_average' | '-like_count' | '-released_on'

const categoryOrders: Readonly<Record<number, WorkOrder>> = {
  [categoryIds.film]: '-rating_average',
  [categoryIds.animation]: '-rating_average',
  [categoryIds.variety]: '-released_on',
  [categoryIds.documentary]: '-rating_average',
  [categoryIds.short_drama]: '-like_count',
}
/** Whether the title of a row in an order is true of a work. */
const belongsTo: Readonly<Record<WorkOrder, (work: SeriesCard) => boolean>> = {
  '-viewer_count': () => true,
  '-rating_average': ({ rating_average }) => (rating_average ?? 0) >= minGoodRating,
  '-like_count': ({ like_count }) => like_count > 0,
  '-released_on': ({ released_on }) => released_on !== null,
}

/**
 * Lists the works of a category's row in its order, by views if that is true of too few.
 * @param list reads the works of the category in an order.
 */
export async function listCategoryRow(
  category_id: number,
  list: (order: WorkOrder) => Promise<readonly SeriesCard[]>,
) {
  const order = categoryOrders[category_id]
  const works = order ? (await list(order)).filter(belongsTo[order]) : []
  return order && works.length >= minRowSize
    ? { order, works }
    : { order: '-viewer_count' as const, works: await list('-viewer_count') }
}

/** The lists from which the rows are made, each in its order. */
export type HomeLists = {
  trending: readonly SeriesCard[]
  popular: readonly SeriesCard[]
  best_rated: readonly SeriesCard[]
  newest: readonly Episode[]
  korean: readonly SeriesCard[]
  /** The episodes of films. */
  films: readonly Episode[]
  upcoming: readonly SeriesCard[]
  abroad: readonly SeriesCard[]
  vertical: readonly Episode[]
  /** The episodes of the specification's curation. */
  curation: readonly Episode[]
  banner: readonly Episode[]
  categories: readonly {
    id: number
    name: string
    order: WorkOrder
    works: readonly SeriesCard[]
  }[]
}

/** Home as it is without staff. */
export const noCuration: HomeCuration = { hero: [], editorial: null, rows: [] }

/** Reads from a card's item the work and the picture by which repetitions are recognized. */
type Card<T> = { workOf: (item: T) => number; pictureOf: (item: T) => string | null }
const posters: Card<SeriesCard> = {
  workOf: ({ id }) => id,
  pictureOf: ({ poster_url }) => poster_url,
}
const stills: Card<Episode> = {
  workOf: ({ series }) => series.id,
  pictureOf: ({ thumbnail_url }) => thumbnail_url,
}

/**
 * Selects the works of the rows, from the top of the page. Before them the ranking, the hero and the editorial card choose, because
 * few works can fill those.
 *
 * The works of staff precede those chosen here, which leave them out: home adds to the hero, and the ranking stays whole.
 * Rows of staff are shown as staff made them.
 */
export function selectRows(lists: HomeLists, curation: HomeCuration = noCuration) {
  const allowsRepeats = lists.popular.length < minWorksWithoutRepeats
  const fewest = Math.min(minRowSize, lists.popular.length)
  /** The works that later rows leave out. */
  const shown = new Set<number>()
  /** The works whose wide picture is shown. */
  const pictured = new Set<number>()
  /** The pictures of the first cards of rows, the last row first. */
  let inSight: readonly (readonly (string | null)[])[] = []

  function nearLast<T>(items: readonly T[], { pictureOf }: Card<T>): T[] {
    const near = new Set(inSight.flat())
    const isNear = (item: T) => pictureOf(item) !== null && near.has(pictureOf(item))
    return [...items.filter((item) => !isNear(item)), ...items.filter(isNear)]
  }
  /** Shows a row as it is, unless it is hollow. */
  function show<T>(items: readonly T[], { pictureOf }: Card<T>): readonly T[] {
    if (items.length < fewest) return []
    inSight = [items.slice(0, cardsInSight).map(pictureOf), ...inSight].slice(0, rowsInSight)
    return items
  }
  /** Fills a row with works that no row above has. */
  function fill<T>(items: readonly T[], size: number, card: Card<T>): readonly T[] {
    const works = new Map<number, T>()
    for (const item of nearLast(items, card))
      if (works.size < size && !shown.has(card.workOf(item)) && !works.has(card.workOf(item)))
        works.set(card.workOf(item), item)
    const row = show([...works.values()], card)
    if (!allowsRepeats) for (const item of row) shown.add(card.workOf(item))
    return row
  }
  function takeScenes(works: readonly SeriesCard[], size: number): SeriesCard[] {
    const scenes = nearLast(works, posters)
      .filter((work) => hasScene(work) && !pictured.has(work.id) && !shown.has(work.id))
      .slice(0, size)
    for (const { id } of scenes) pictured.add(id)
    if (!allowsRepeats) for (const { id } of scenes) shown.add(id)
    return scenes
  }
  /** A row of works, on the wide picture of one of them. */
  function fillTheme(candidates: readonly SeriesCard[]) {
    const works = fill(candidates, listSize, posters)
    const scene = works.find((work) => hasScene(work) && !pictured.has(work.id)) ?? null
    if (scene) pictured.add(scene.id)
    return { scene, works }
  }

  const ranked = show(lists.trending.slice(0, rankedSize), posters)
  const curatedHero = curation.hero.filter(hasScene)
  const curatedCard = curation.editorial && hasScene(curation.editorial) ? curation.editorial : null
  for (const { id } of [...curatedHero, ...(curatedCard ? [curatedCard] : [])]) pictured.add(id)
  if (!allowsRepeats) {
    const others = curation.rows.flatMap(({ works }) => works)
    for (const { id } of [...ranked, ...others]) shown.add(id)
    for (const id of pictured) shown.add(id)
  }
  const editorial = curatedCard ?? takeScenes(lists.best_rated, 1)[0] ?? null
  const hero = [
    ...curatedHero,
    ...takeScenes(lists.popular, Math.max(0, heroSize - curatedHero.length)),
  ]
  const newest = fill(lists.newest, newestSize, stills)
  if (editorial) inSight = [[editorial.poster_url], ...inSight].slice(0, rowsInSight)
  const korean = fillTheme(lists.korean)
  const isShort = ({ runtime }: Episode) => runtime > 0 && runtime <= maxShortRuntime_s
  const short_films = fill(lists.films.filter(isShort), listSize, stills)
  const upcoming = show(lists.upcoming, posters)
  const abroad = fillTheme(lists.abroad)
  const vertical = show(nearLast(lists.vertical, stills), stills)
  // The specification's row, however many episodes it has.
  inSight = [lists.curation.slice(0, cardsInSight).map(stills.pictureOf), ...inSight]
  const banner = show(nearLast(lists.banner, stills), stills)
  // Below the third screen a work may be in several rows.
  shown.clear()
  const categories = lists.categories
    .map(({ works, ...category }) => ({ ...category, works: fill(works, listSize, posters) }))
    .filter(({ works }) => works.length > 0)
  return {
    ranked,
    hero,
    editorial,
    newest,
    korean,
    short_films,
    upcoming,
    abroad,
    vertical,
    banner,
    categories,
  }
}

/** Whether a work has a wide picture and an episode to play. */
const hasScene = ({ backdrop_url, first_episode_id }: SeriesCard) =>
  backdrop_url !== null && first_episode_id !== null
