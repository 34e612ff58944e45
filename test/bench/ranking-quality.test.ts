import { expect, test } from 'vitest'
import { measureRanking } from '../../bench/recommend/ranking-quality.ts'
import { splitRatings } from '../../bench/recommend/ratings.ts'

test('equals an example by hand', () => {
  // Without the known item the ranking is 3, 1, 0; the items 1 and 0 are relevant.
  const user = { scores: Float64Array.of(1, 2, 9, 3), known: [2], next: [1, 0] }
  const quality = measureRanking([user], () => 0.25)
  const gain = 1 / Math.log2(3) + 1 / Math.log2(4)
  expect(quality.ndcg10).toBeCloseTo(gain / (1 + 1 / Math.log2(3)), 12)
  expect(quality.recall10).toBe(1)
  expect(quality.coverage).toBe(0.75)
  expect(quality.diversity).toBe(0.75)
})

test('holds out the last fifth of a user and whatever was rated afterwards', () => {
  const rate = (user: string, film: number, at: number, rating = 10) => ({ user, film, rating, at })
  const films = [1, 2, 3, 4, 5]
  const ratings = [
    ...films.map((film) => rate('1', film, film)),
    rate('1', 6, 9, 2),
    ...films.slice(1).map((film) => rate('2', film, film)),
  ]
  const { training, test: users } = splitRatings(ratings, 0)
  expect(users).toEqual([{ user: '1', known: [1, 2, 3, 4], next: [5], at: 4 }])
  expect(training).toHaveLength(8)
  expect(training.filter(({ user }) => user === '1').map(({ film }) => film)).toEqual([1, 2, 3, 4])
})
