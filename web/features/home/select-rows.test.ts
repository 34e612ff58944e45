import type { Episode, HomeCuration, SeriesCard } from '#contract/contents/contents.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { describe, expect, it } from 'vitest'
import {
  type HomeLists,
  listCategoryRow,
  noCuration,
  rankedSize,
  selectRows,
} from './select-rows.ts'

const work = (id: number, fields: Partial<SeriesCard> = {}) =>
  ({
    id,
    poster_url: `/p${id}`,
    backdrop_url: `/b${id}`,
    first_episode_id: id,
    rating_average: 4.5,
    like_count: 1,
    released_on: '2026-01-01',
    ...fields,
  }) as SeriesCard
const works = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => work(first + index))
const episode = (id: number, series: number, runtime = 90) =>
  ({ id, series: { id: series }, thumbnail_url: `/t${id}`, runtime }) as Episode
const idsOf = (row: readonly { id: number }[]) => row.map(({ id }) => id)

const all = works(1, 60)
const lists: HomeLists = {
  trending: all.slice(0, rankedSize),
  popular: all,
  best_rated: all,
  newest: [episode(5, 3), ...[30, 31, 32, 33].map((series) => episode(series, series))],
  korean: works(1, 50),
  films: [34, 35, 36, 37].map((series) => episode(series, series)),
  upcoming: works(101, 104),
  abroad: works(51, 60),
  vertical: [],
  curation: [],
  banner: [],
  categories: [],
}

/** A catalogue of 17 works. */
const few = works(1, 17)
const small: HomeLists = {
  trending: few.slice(0, rankedSize),
  popular: few,
  best_rated: few,
  korean: few,
  abroad: [],
  newest: [],
  films: [],
  upcoming: [],
  vertical: [],
  curation: [],
  banner: [],
  categories: [],
}

function shownIn(rows: ReturnType<typeof selectRows>): number[] {
  const { ranked, hero, editorial, korean, abroad, newest, short_films } = rows
  return [
    ...idsOf([...ranked, ...hero, ...korean.works, ...abroad.works]),
    ...(editorial ? [editorial.id] : []),
    ...[...newest, ...short_films].map(({ series }) => series.id),
  ]
}

describe('a large catalogue', () => {
  it('shows no work twice', () => {
    const shown = shownIn(selectRows(lists))
    expect(shown.length).toBeGreaterThan(40)
    expect(new Set(shown).size).toBe(shown.length)
  })
  it('keeps the ranking whole and in order', () => {
    expect(idsOf(selectRows(lists).ranked)).toEqual(idsOf(works(1, 15)))
  })
  it('fills a row with the works after those that are shown elsewhere', () => {
    const { newest, hero, korean } = selectRows(lists)
    expect(idsOf(newest)).toEqual([30, 31, 32, 33])
    expect(idsOf(hero)).toEqual([17, 18, 19, 20, 21])
    expect(korean.works).toHaveLength(15)
  })
  it('begins the hero with the works of staff, and shows them in no row that it chooses', () => {
    const curation: HomeCuration = {
      hero: [work(40), work(41, { backdrop_url: null }), work(3)],
      editorial: work(42),
      rows: [{ id: 1, title: '연말', subtitle: null, after_row: 'ranked', works: works(18, 20) }],
    }
    const rows = selectRows(lists, curation)
    expect(idsOf(rows.hero)).toEqual([40, 3, 16, 17, 21])
    expect(rows.editorial?.id).toBe(42)
    expect(rows.ranked).toEqual(selectRows(lists).ranked)
    const chosen = idsOf([...rows.korean.works, ...rows.abroad.works])
    for (const id of [40, 42, 18, 19, 20]) expect(chosen).not.toContain(id)
  })
  it('chooses the card and the whole hero if the works of staff have no wide picture', () => {
    const hidden = { backdrop_url: null }
    const curation = { ...noCuration, hero: [work(40, hidden)], editorial: work(42, hidden) }
    expect(selectRows(lists, curation)).toEqual(selectRows(lists))
  })
})

describe('a small catalogue', () => {
  it('repeats works, but begins each row with pictures that are not in sight', () => {
    const { ranked, editorial, korean } = selectRows(small)
    expect(ranked).toHaveLength(15)
    // The work of the editorial card above the row comes last of those in sight, too.
    expect(editorial?.id).toBe(7)
    expect(idsOf(korean.works).slice(0, 6)).toEqual([8, 9, 10, 11, 12, 13])
    expect(korean.works).toHaveLength(15)
  })
  it('shows stills again only after those that are not in sight', () => {
    const episodes = [1, 2, 3, 4, 5].map((id) => episode(id, id))
    const { banner } = selectRows({ ...small, curation: episodes.slice(0, 3), banner: episodes })
    expect(idsOf(banner)).toEqual([4, 5, 1, 2, 3])
  })
  it('shows different works in hero, editorial card and on the theme, not those that lead the ranking', () => {
    const { hero, editorial, korean } = selectRows(small)
    const pictured = [...idsOf(hero), editorial?.id, korean.scene?.id]
    expect(new Set(pictured).size).toBe(7)
    for (const id of [1, 2, 3, 4, 5, 6]) expect(pictured.slice(0, 6)).not.toContain(id)
  })
  it('shows a theme without a picture if all are shown already', () => {
    const three = works(1, 6)
    const rows = selectRows({ ...small, popular: three, best_rated: three, korean: three })
    expect(rows.korean).toMatchObject({ scene: null, works: three })
  })
})

it('shows no row of fewer than four works, unless the catalogue has no more', () => {
  const three = works(1, 3)
  const rows = selectRows({ ...small, korean: three, upcoming: three })
  expect([rows.korean.works, rows.upcoming]).toEqual([[], []])
  const all = selectRows({ ...small, trending: three, popular: three, korean: three })
  expect([idsOf(all.ranked), idsOf(all.korean.works)]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

it('calls only films short that end within ten minutes', () => {
  const films = [600, 601, 0, 90, 30, 599].map((runtime, id) => episode(id, id, runtime))
  const { short_films } = selectRows({ ...small, films })
  expect(short_films.map(({ runtime }) => runtime)).toEqual([600, 90, 30, 599])
})

it.each([
  [4, '-rating_average', [1, 2, 3, 4]],
  [3, '-viewer_count', [1, 2, 3, 4]],
] as const)(
  'names the order of a category only for works of which it is true (%i of 4 well rated)',
  async (rated, order, ids) => {
    const list = works(1, 4).map((item) =>
      item.id <= rated ? item : { ...item, rating_average: 3.9 },
    )
    const row = await listCategoryRow(categoryIds.animation, async () => list)
    expect([row.order, idsOf(row.works)]).toEqual([order, ids])
  },
)
