/**
 * The in-memory index of the names of all works and people.
 *
 * Names are stored in immutable segments. An edit removes the old entry and adds a segment with the new one. Segments of
 * similar size are merged, so that there are few segments and each name is copied rarely.
 */
import { maxSearchResults } from '#contract/core/constants.ts'
import {
  type Entry,
  isWithinAge,
  type Kind,
  type Segment,
  SegmentBuilder,
} from './index-segment.ts'
import { IntMap } from './name-tables.ts'
import { facetsOf } from './facets.ts'
import { matchKindOf, matchKinds, noMatchRank } from './match-ranking.ts'
import { planText, type QueryPlan } from './query-plan.ts'
import {
  bestOf,
  type EntryLocation,
  type Match,
  Search,
  type TitleQuery,
  worksOf,
} from './title-search.ts'
import { ngramIds, writeNgrams } from './ngrams.ts'

/** `works` are the most popular works of a person. */
export type SearchHit = { kind: Kind; id: number; rank: number; works: number[] }
/** `best_rank` is that of the first hit of all pages, or `noMatchRank`. */
export type SearchHits = {
  count: number
  best_rank: number
  hits: SearchHit[]
  /** Returns the facets of the works of all pages, as numbers: what filters leave of them. */
  facets: () => Set<number>
}

/** Works returned per person. */
const maxWorks = 20
/** Entries per segment; a location is stored as segment number × this + entry. */
const maxSegmentEntries = 2 ** 26

export class TitleIndex {
  #segments: Segment[] = []
  #numbers = new Map<number, Segment>()
  #nextNumber = 0
  #locations: Record<Kind, IntMap> = { series: new IntMap(), person: new IntMap() }
  #run = 0

  get size(): number {
    return this.#segments.reduce(
      (sum, candidate) => sum + candidate.entries - candidate.removedCount,
      0,
    )
  }

  get bytes(): number {
    return this.#segments.reduce((sum, candidate) => sum + candidate.bytes, 0)
  }

  /** The ids of all works, the most popular of a segment first. */
  workIds(): number[] {
    return this.#segments.flatMap(({ a: { ids, kinds }, removed }) =>
      Array.from(ids).filter((_, entry) => kinds[entry] === 0 && !removed[entry]),
    )
  }

  /** Replaces all segments by a newly built one. */
  reset(segment: Segment): void {
    this.#segments = []
    this.#numbers = new Map()
    this.#locations = { series: new IntMap(), person: new IntMap() }
    this.#addSegment(segment)
  }

  /** Inserts or replaces `entries`, and removes `removed`. */
  change(entries: readonly Entry[], removed: readonly { kind: Kind; id: number }[]): void {
    for (const { kind, id } of [...entries, ...removed]) this.#remove(kind, id)
    if (entries.length === 0) return
    const builder = new SegmentBuilder()
    for (const entry of entries) builder.add(entry)
    let segment = builder.finish()
    for (;;) {
      const last = this.#segments.at(-1)
      if (!last || segment.names * 2 < last.names - last.removedCount) break
      const both = new SegmentBuilder()
      both.addAll(last)
      both.addAll(segment)
      this.#removeSegment(last)
      segment = both.finish()
    }
    this.#addSegment(segment)
  }

  /** Updates the popularity of a work, without reordering its segment. */
  setPopularity(id: number, popularity: number): void {
    const location = this.#findLocation('series', id)
    if (location) location.segment.a.popularity[location.entry] = popularity
  }

  #addSegment(segment: Segment): void {
    const number = this.#nextNumber++
    this.#numbers.set(number, segment)
    this.#segments.push(segment)
    const { ids, kinds } = segment.a
    for (let entry = 0; entry < segment.entries; entry++)
      this.#locations[kinds[entry] === 0 ? 'series' : 'person'].set(
        ids[entry]!,
        number * maxSegmentEntries + entry,
      )
  }

  #removeSegment(segment: Segment): void {
    this.#segments = this.#segments.filter((candidate) => candidate !== segment)
    for (const [number, candidate] of this.#numbers)
      if (candidate === segment) this.#numbers.delete(number)
  }

  #findLocation(kind: Kind, id: number): EntryLocation | undefined {
    const location = this.#locations[kind].get(id)
    if (location === undefined) return undefined
    const segment = this.#numbers.get(Math.floor(location / maxSegmentEntries))
    const entry = location % maxSegmentEntries
    return segment && !segment.removed[entry] && segment.a.ids[entry] === id
      ? { segment, entry }
      : undefined
  }

  #findWork(id: number, max_age: number | undefined): EntryLocation | undefined {
    const location = this.#findLocation('series', id)
    return location && isWithinAge(location.segment.a, location.entry, max_age)
      ? location
      : undefined
  }

  #remove(kind: Kind, id: number): void {
    const location = this.#findLocation(kind, id)
    location?.segment.remove(location.entry)
  }

  /** Searches for a query, best match first; without text, lists the works that pass its filters. */
  search(query: TitleQuery, plan: QueryPlan = planText(query.q)): SearchHits {
    if (plan.length === 0 && query.q !== '')
      return { count: 0, best_rank: noMatchRank, hits: [], facets: () => new Set() }
    const hits = new Search(this.#segments, plan, query, this.#nextRun(), {
      findLocation: (id) => this.#findWork(id, query.max_age),
    }).run()
    const upTo = Math.min(query.offset + query.limit, maxSearchResults)
    const best = bestOf(hits, upTo, query.order)
    return {
      count: Math.min(hits.length, maxSearchResults),
      best_rank: best[0]?.rank ?? noMatchRank,
      hits: best.slice(query.offset).map((match) => this.#hitOf(match, query.max_age)),
      facets: () => this.#facetsOf(hits, query.max_age),
    }
  }

  /** The facets of the works of hits. */
  facetsOf(hits: readonly SearchHit[], max_age: number | undefined): Set<number> {
    const matches = hits.flatMap(({ kind, id, rank }) => {
      const location = this.#findLocation(kind, id)
      return location ? [{ ...location, rank }] : []
    })
    return this.#facetsOf(matches, max_age)
  }

  /** Filters leave the works of a person with exactly the searched name, and of others none. */
  #facetsOf(matches: readonly Match[], max_age: number | undefined): Set<number> {
    const facets = new Set<number>()
    for (const { segment, entry, rank } of matches) {
      if (segment.a.kinds[entry] === 0) facets.add(facetsOf(segment, entry))
      else if (matchKindOf(rank) === matchKinds.whole)
        for (const work of worksOf(segment, entry, (id) => this.#findWork(id, max_age)))
          facets.add(facetsOf(work.segment, work.entry))
    }
    return facets
  }

  /** Returns the works that are visible and pass the filters of a query, in their order. */
  keep(works: readonly number[], query: TitleQuery): SearchHit[] {
    const search = new Search(this.#segments, planText(''), query, this.#nextRun(), {
      findLocation: (id) => this.#findWork(id, query.max_age),
    })
    return search.keep(works).map((match) => this.#hitOf(match, query.max_age))
  }

  /** The works with the names most similar to a text, by id. */
  nearest({ q, max_age }: Pick<TitleQuery, 'q' | 'max_age'>, count: number): number[] {
    return findNearest(this.#segments, planText(q), count, max_age)
  }

  #hitOf({ segment, entry, rank }: Match, max_age: number | undefined): SearchHit {
    const id = segment.a.ids[entry]!
    if (segment.a.kinds[entry] === 0) return { kind: 'series', id, rank, works: [] }
    const works = worksOf(segment, entry, (work) => this.#findWork(work, max_age))
    return {
      kind: 'person',
      id,
      rank,
      works: works.slice(0, maxWorks).map((work) => work.segment.a.ids[work.entry]!),
    }
  }

  #nextRun(): number {
    if (this.#run === 2 ** 32 - 1) {
      for (const segment of this.#segments) segment.matchedRun.fill(0)
      this.#run = 0
    }
    return ++this.#run
  }
}

/** N-grams in more names than this are skipped: they do not discriminate, and take time. */
const maxNames = 5_000
/** The least share of the n-grams of query and name that are the same. */
const minShare = 0.15

/** The works whose names share the most sequences of two or three keys with a query, the most similar first, by id. */
function findNearest(
  segments: readonly Segment[],
  { codes, length }: QueryPlan,
  count: number,
  max_age: number | undefined,
): number[] {
  const grams = new Set<number>()
  for (let at = 0; at + 2 < length; at++)
    grams.add(ngramIds.keys3(codes[at]!, codes[at + 1]!, codes[at + 2]!))
  const scores = new Map<number, number>()
  for (const segment of segments)
    countShared(segment, grams, (name, shared) => {
      const keys = segment.a.starts[name + 1]! - segment.a.starts[name]! - 2
      const score = (2 * shared) / (grams.size + keys)
      if (score < minShare) return
      const entry = segment.a.owners[name]!
      if (segment.a.kinds[entry] !== 0 || segment.removed[entry]) return
      if (!isWithinAge(segment.a, entry, max_age)) return
      const id = segment.a.ids[entry]!
      if (score > (scores.get(id) ?? 0)) scores.set(id, score)
    })
  return [...scores]
    .sort(([x, a], [y, b]) => b - a || x - y)
    .slice(0, count)
    .map(([id]) => id)
}

/** Visits each name that has one of `grams`, with their number. */
function countShared(
  segment: Segment,
  grams: ReadonlySet<number>,
  visit: (name: number, shared: number) => void,
): void {
  const { codes, flags, starts } = segment.a
  if (segment.isSmall) {
    for (let name = 0; name < segment.names; name++) {
      const own = writeNgrams(codes, flags, starts[name]!, starts[name + 1]!)
      let shared = 0
      for (const gram of new Set(own.grams.subarray(0, own.count))) if (grams.has(gram)) shared++
      if (shared > 0) visit(name, shared)
    }
    return
  }
  const counts = new Uint8Array(segment.names)
  const names: number[] = []
  for (const gram of grams)
    if (segment.count(gram) <= maxNames)
      for (const name of segment.namesWith(gram)) if (counts[name]!++ === 0) names.push(name)
  for (const name of names) visit(name, counts[name]!)
}
