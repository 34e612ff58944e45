import type { Episode, HomeCuration, SeriesCard } from '#contract/contents/contents.ts'

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
