/**
 * Quality of recommendations: `npm run bench -- recommend`. Reads `RATINGS` (user,film,rating,rated_at), `TEST` (users with known and
 * next films, as JSON lines or array) and, for the hybrid, `FILMS` (a catalogue as for the import). Without `TEST` a fifth of the users
 * is held out; `PART=0` to `4` says which.
 */
import { createCooccurrences } from '#server/domains/recommendations/model/cooccurrences.ts'
import {
  type ContentFeatures,
  describeWorks,
} from '#server/domains/recommendations/model/content-features.ts'
import { fitLinearWeights } from '#server/domains/recommendations/model/linear-weights.ts'
import {
  maxLinearItems,
  type Neighbours,
  neighboursPerWork,
  visitNeighbours,
} from '#server/domains/recommendations/model/neighbours.ts'
import { cosineNeighbours, decayedPopularity } from './baselines.ts'
import { createScorer, recencyWeight } from '#server/domains/recommendations/model/served-model.ts'
import { measureRanking } from './ranking-quality.ts'
import {
  isPositive,
  type Rating,
  readRatings,
  readTestUsers,
  splitRatings,
  type TestUser,
} from './ratings.ts'
import type { Row } from '../report.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

const bars = { linear: 0.185, hybrid: 0.19 }
const plainPenalty = 200

export async function benchRecommend(): Promise<Row[]> {
  const { RATINGS, TEST, FILMS, PART } = process.env
  if (!RATINGS || !existsSync(RATINGS)) {
    console.log('skipped: no data (RATINGS names a file of user,film,rating,rated_at)')
    return []
  }
  const ratings = await readRatings(RATINGS)
  const { training, test } = TEST
    ? { training: ratings, test: await readTestUsers(TEST, ratings) }
    : splitRatings(ratings, Number(PART ?? 0))
  const data = indexRatings(training, test)
  const content = FILMS ? await readContent(FILMS, data.films) : undefined
  const began = performance.now()
  const results = measureAll(data, content)
  console.log(
    `${training.length} ratings of ${data.films.length} films, ${test.length} users tested, ` +
      `${((performance.now() - began) / 1_000).toFixed(1)} s`,
  )
  if (!content)
    console.log('hybrid: skipped, no data (FILMS names a catalogue with genres and people)')
  return results.map(({ name, quality, bar }): Row => {
    const { ndcg10, recall10, recall20, coverage, diversity } = quality
    return {
      name,
      ours:
        `NDCG@10 ${ndcg10.toFixed(4)}, recall@10 ${recall10.toFixed(4)}, recall@20 ${recall20.toFixed(4)}, ` +
        `coverage ${coverage.toFixed(2)}, diversity ${diversity.toFixed(3)}`,
      baseline: '',
      bar: bar === undefined ? '' : `>= ${bar}`,
      ...(bar !== undefined && { ok: ndcg10 >= bar }),
    }
  })
}

type IndexedUser = { known: number[]; next: number[]; at: number }
type RatingData = {
  films: number[]
  /** Positive ratings in the order of time. */
  events: { item: number; at: number }[]
  /** The positively rated items of each user. */
  profiles: number[][]
  users: IndexedUser[]
}

/** Numbers the films. Test users whose known films are not in the ratings are not trained on. */
function indexRatings(training: readonly Rating[], test: readonly TestUser[]): RatingData {
  const films = [
    ...new Set([
      ...training.map(({ film }) => film),
      ...test.flatMap(({ known, next }) => [...known, ...next]),
    ]),
  ].sort((a, b) => a - b)
  const ids = new Map(films.map((film, item) => [film, item]))
  const itemOf = (film: number) => ids.get(film)!
  const positives = training.filter(isPositive)
  return {
    films,
    events: positives.map(({ film, at }) => ({ item: itemOf(film), at })),
    profiles: Array.from(Map.groupBy(positives, ({ user }) => user).values(), (own) =>
      own.map(({ film }) => itemOf(film)),
    ),
    users: test.map(({ known, next, at }) => ({
      known: known.map(itemOf),
      next: next.map(itemOf),
      at,
    })),
  }
}

async function readContent(file: string, films: readonly number[]): Promise<ContentFeatures> {
  type Line = { id: number; year: number | null; genres?: string[]; people?: { name: string }[] }
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const described = new Map(
    lines.map((line) => JSON.parse(line) as Line).map((line) => [line.id, line]),
  )
  return describeWorks(
    films.map((film) => {
      const { genres = [], people = [], year = null } = described.get(film) ?? {}
      return { genres, people: people.map(({ name }) => name), year }
    }),
  )
}

function measureAll(
  { films, events, profiles, users }: RatingData,
  content: ContentFeatures | undefined,
) {
  const itemCount = films.length
  const plain = createCooccurrences(itemCount, { weighted: false })
  const weighted = createCooccurrences(itemCount)
  for (const profile of profiles) {
    plain.add(profile)
    weighted.add(profile)
  }
  const cosines = films.map((_, item) => cosineNeighbours(plain, item))
  const measure = (name: string, score: (user: IndexedUser) => Float64Array, bar?: number) => {
    const rankings = users.map((user) => ({ ...user, scores: score(user) }))
    const quality = measureRanking(rankings, (item, other) => cosines[item]![other]!)
    return { name, quality, ...(bar !== undefined && { bar }) }
  }
  /** Sums up rows of a matrix over the known items, the latest last. */
  const sumRows =
    (rowOf: (item: number) => ArrayLike<number>, weightAt: (place: number) => number) =>
    ({ known }: IndexedUser) => {
      const scores = new Float64Array(itemCount)
      for (const [index, item] of known.entries()) {
        const row = rowOf(item)
        const weight = weightAt(known.length - 1 - index)
        for (let other = 0; other < itemCount; other++) scores[other]! += weight * row[other]!
      }
      return scores
    }
  const rowsOf = ({ items, weights }: ReturnType<typeof fitLinearWeights>) => {
    const positions = new Map(Array.from(items, (item, position) => [item, position]))
    const n = items.length
    return (item: number) => {
      const row = new Float64Array(itemCount)
      const position = positions.get(item)
      if (position !== undefined)
        for (const [column, other] of items.entries()) row[other] = weights[position * n + column]!
      return row
    }
  }
  const equal = () => 1
  const ease = fitLinearWeights(plain, { penalty: plainPenalty, maxItems: maxLinearItems })
  const linear = fitLinearWeights(weighted, { maxItems: maxLinearItems })
  const served = (features: ContentFeatures | undefined) => {
    const neighbours: Neighbours[] = []
    visitNeighbours(
      { cooccurrences: weighted, linear, content: features },
      neighboursPerWork,
      (item, own) => {
        neighbours[item] = own
      },
    )
    const score = createScorer(itemCount, (item) => neighbours[item])
    return ({ known }: IndexedUser) => {
      const signals = known.toReversed().map((item) => ({ item, strength: 1 }))
      const scores = new Float64Array(itemCount)
      for (const scored of score(signals, itemCount)) scores[scored.item] = scored.score
      return scores
    }
  }
  return [
    measure('popularity', () => plain.counts),
    measure('popularity with decay', ({ at }) => decayedPopularity(events, itemCount, { now: at })),
    measure(
      'cosine neighbours',
      sumRows((item) => cosines[item]!, equal),
    ),
    measure('EASE', sumRows(cached(rowsOf(ease)), equal)),
    measure('EASE, weighted', sumRows(cached(rowsOf(linear)), recencyWeight), bars.linear),
    measure(`its ${neighboursPerWork} neighbours`, served(undefined), bars.linear),
    ...(content ? [measure('hybrid, as served', served(content), bars.hybrid)] : []),
  ]
}

function cached(rowOf: (item: number) => Float64Array): (item: number) => Float64Array {
  const rows = new Map<number, Float64Array>()
  return (item) => {
    const row = rows.get(item) ?? rowOf(item)
    rows.set(item, row)
    return row
  }
}
