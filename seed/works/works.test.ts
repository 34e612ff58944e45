import { expect, test } from 'vitest'
import {
  allWorks,
  DESCRIPTORS,
  DOMESTIC,
  FILM_KEYS,
  OVERSEAS,
  SHORT,
  upcomingWorks,
  works,
  WRITTEN_ON,
} from './index.ts'

const episodesOf = (work: (typeof works)[number]) => work.seasons.flatMap((s) => s.episodes)

test('there are 18 works with 22 episodes and as many to come, with ids of their own, 1 the flagship', () => {
  expect(works.length).toBeGreaterThanOrEqual(18)
  expect(works.flatMap(episodesOf).length).toBeGreaterThanOrEqual(22)
  expect(upcomingWorks.length).toBeGreaterThanOrEqual(18)
  expect(new Set(allWorks.map((work) => work.id)).size).toBe(allWorks.length)
  expect(new Set(allWorks.map((work) => work.title)).size).toBe(allWorks.length)
  expect(works[0]).toMatchObject({ id: 1, title: '달 세탁소' })
})

test('every category holds works, and every work is either domestic or from abroad', () => {
  for (const category of [1, 2, 3, 4, 5, 6, 7, 8])
    for (const [list, least] of [
      [works, 1],
      [allWorks, 5],
    ] as const)
      expect(
        list.filter((work) => work.categories.includes(category)).length,
      ).toBeGreaterThanOrEqual(least)
  for (const work of allWorks) {
    const origins = work.categories.filter((c) => c === DOMESTIC || c === OVERSEAS)
    expect(origins, work.title).toHaveLength(1)
    expect(work.categories.length, work.title).toBeGreaterThan(1)
  }
})

test('has works of every kind that the pages must display', () => {
  expect(works.filter((work) => work.categories.includes(SHORT)).length).toBeGreaterThanOrEqual(4)
  expect(new Set(works.map((work) => work.age_rating))).toEqual(new Set(['ALL', '12', '15', '19']))
  expect(works.filter((work) => work.title.length >= 20).length).toBeGreaterThanOrEqual(1)
  expect(allWorks.some((work) => work.title.length === 1)).toBe(true)
  expect(works.filter((work) => !work.is_completed).length).toBeGreaterThan(2)
  const today = Date.parse(`${WRITTEN_ON}T12:00:00Z`)
  const fresh = works.filter((work) =>
    episodesOf(work).some((e) => {
      const age = today - Date.parse(e.released_at)
      return age >= 0 && age < 7 * 86_400_000
    }),
  )
  expect(fresh.length).toBeGreaterThanOrEqual(2)
})

test('each film belongs to exactly one episode and has its orientation', () => {
  const films = works.flatMap(episodesOf).filter((episode) => episode.film)
  expect(films.map((episode) => episode.film).sort()).toEqual([...FILM_KEYS].sort())
  const upright = films.filter((e) => e.orientation === 'vertical').map((e) => e.film)
  expect(upright.sort()).toEqual([
    'convenience-4am',
    'elevator-1',
    'elevator-2',
    'elevator-3',
    'toon-prince',
    'umbrella',
  ])
  const free = films.filter((episode) => episode.is_free).map((episode) => episode.film)
  expect(free.sort()).toEqual([
    'convenience-4am',
    'elevator-1',
    'market-night',
    'moon-laundry-1',
    'moon-laundry-2',
    'paper-city-1',
    'slow-train',
    'toon-clock-shop',
    'toon-parcel',
    'toon-prince',
    'toon-type-house',
    'toon-whale',
    'umbrella',
  ])
  expect(films.find((e) => e.film === 'last-ferry')).toMatchObject({
    price: 1900,
    rental_price: 800,
    in_subscription: false,
  })
  expect(films.find((e) => e.film === 'signal')).toMatchObject({
    price: 1500,
    in_subscription: true,
  })
})

test('every episode is released, and there are films to buy, to rent, for plans and for adults', () => {
  for (const episode of works.flatMap(episodesOf))
    expect(Date.parse(episode.released_at), episode.title).toBeLessThan(Date.parse(WRITTEN_ON))
  const paid = works.flatMap(episodesOf).filter(({ is_free }) => !is_free)
  expect(paid.some(({ rental_price }) => rental_price !== null)).toBe(true)
  expect(paid.some(({ in_subscription }) => in_subscription)).toBe(true)
  expect(paid.some(({ in_subscription }) => !in_subscription)).toBe(true)
  const adult = works.filter(({ age_rating }) => age_rating === '19')
  expect(adult.filter(({ is_series }) => !is_series).length).toBeGreaterThanOrEqual(1)
})

test('upcoming works fill three months, announce no released episode, and some have no date', () => {
  for (const work of upcomingWorks)
    for (const episode of episodesOf(work))
      expect(Date.parse(episode.released_at), episode.title).toBeGreaterThan(
        Date.parse(WRITTEN_ON) + 7 * 86_400_000,
      )
  const undated = upcomingWorks.filter(({ released_on }) => released_on === null)
  expect(undated.length).toBeGreaterThan(1)
  expect(undated.flatMap(episodesOf)).toEqual([])
  const months = upcomingWorks.map(({ released_on }) => released_on?.slice(0, 7))
  for (const month of ['2026-12', '2027-01', '2027-02']) expect(months).toContain(month)
})

test('works, seasons and episodes are well formed', () => {
  for (const work of allWorks) {
    expect(work.descriptors.length, work.title).toBeLessThanOrEqual(3)
    for (const word of work.descriptors) expect(DESCRIPTORS).toContain(word)
    expect(work.synopsis.length, work.title).toBeGreaterThan(60)
    expect(work.people.some((credit) => credit.role === 'director')).toBe(true)
    expect(work.seasons.map((s) => s.number)).toEqual(work.seasons.map((_, index) => index + 1))
    expect(work.is_series || episodesOf(work).length === 1, work.title).toBe(true)
    for (const { episodes } of work.seasons) {
      expect(episodes.length).toBeGreaterThan(0)
      expect(episodes.map((e) => e.number)).toEqual(episodes.map((_, index) => index + 1))
    }
    for (const episode of episodesOf(work)) {
      expect(episode.is_free ? episode.price === 0 : episode.price >= 300).toBe(true)
      expect(episode.price % 100).toBe(0)
      expect((episode.rental_price ?? 100) % 100).toBe(0)
      expect(!episode.rental_price || episode.rental_price < episode.price).toBe(true)
      expect(episode.runtime).toBeGreaterThanOrEqual(16)
      expect(episode.released_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(episode.orientation === 'vertical').toBe(work.categories.includes(SHORT))
    }
    const first = episodesOf(work)[0]?.released_at.slice(0, 10) ?? null
    expect(first, work.title).toBe(work.released_on)
  }
})
