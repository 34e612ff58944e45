import type { Episode, HomeCuration, SeriesCard } from '#contract/contents/contents.ts'
import { describe, expect, it } from 'vitest'
import { type HomeLists, noCuration, rankedSize, selectWorks } from './load-home.ts'

const work = (id: number, hasScene = true) =>
  ({ id, backdrop_url: hasScene ? '/b' : null, first_episode_id: id }) as SeriesCard
const works = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => work(first + index))
const episode = (id: number, series: number) => ({ id, series: { id: series } }) as Episode

const all = works(1, 60)
const lists: HomeLists = {
  trending: all.slice(0, rankedSize),
  popular: all,
  best_rated: all,
  newest: [episode(5, 3), episode(6, 30), episode(7, 31)],
  korean: works(1, 50),
  abroad: works(51, 60),
}

function shownIn(rows: ReturnType<typeof selectWorks>): number[] {
  const { ranked, hero, editorial, korean, abroad, newest } = rows
  return [
    ...[...ranked, ...hero, ...korean, ...abroad].map(({ id }) => id),
    ...(editorial ? [editorial.id] : []),
    ...newest.map(({ series }) => series.id),
  ]
}

describe('selectWorks', () => {
  it('shows no work twice', () => {
    const shown = shownIn(selectWorks(lists))
    expect(shown.length).toBeGreaterThan(40)
    expect(new Set(shown).size).toBe(shown.length)
  })
  it('keeps the ranking whole and in order', () => {
    expect(selectWorks(lists).ranked.map(({ id }) => id)).toEqual(works(1, 15).map(({ id }) => id))
  })
  it('fills a row with the works after those that are shown elsewhere', () => {
    const { newest, hero, korean } = selectWorks(lists)
    expect(newest.map(({ id }) => id)).toEqual([6, 7])
    expect(hero.map(({ id }) => id)).toEqual([17, 18, 19, 20, 21])
    expect(korean).toHaveLength(15)
  })
  it('shows only works with a wide picture in the hero and on the editorial card', () => {
    const popular = [...works(1, 18), work(19, false), ...works(20, 60)]
    const rows = selectWorks({ ...lists, popular, best_rated: [work(19, false), work(40)] })
    expect(rows.editorial?.id).toBe(40)
    expect(rows.hero.map(({ id }) => id)).not.toContain(19)
  })
  it('repeats works in the rows of a small catalogue, but not in hero and editorial card', () => {
    const few = works(1, 17)
    const rows = selectWorks({
      ...{ trending: few, popular: few, best_rated: few, korean: few, abroad: [] },
      newest: [episode(5, 3)],
    })
    expect(rows.ranked).toHaveLength(15)
    expect(rows.korean).toHaveLength(15)
    expect(rows.newest).toHaveLength(1)
    expect(rows.editorial?.id).toBe(1)
    expect(rows.hero.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6])
  })

  it('begins the hero with the works of staff, and shows them in no row that it chooses', () => {
    const curation: HomeCuration = {
      hero: [work(40), work(41, false), work(3)],
      editorial: work(42),
      rows: [{ id: 1, title: '연말', subtitle: null, after_row: 'ranked', works: works(18, 20) }],
    }
    const rows = selectWorks(lists, curation)
    expect(rows.hero.map(({ id }) => id)).toEqual([40, 3, 16, 17, 21])
    expect(rows.editorial?.id).toBe(42)
    expect(rows.ranked).toEqual(selectWorks(lists).ranked)
    const chosen = [...rows.korean, ...rows.abroad].map(({ id }) => id)
    for (const id of [40, 42, 18, 19, 20]) expect(chosen).not.toContain(id)
  })
  it('chooses the card and the whole hero if the works of staff have no wide picture', () => {
    const curation = { ...noCuration, hero: [work(40, false)], editorial: work(42, false) }
    expect(selectWorks(lists, curation)).toEqual(selectWorks(lists))
  })
})
