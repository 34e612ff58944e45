/**
 * The names of all works and people in memory, and what a query finds among them.
 *
 * Names are in segments that never change. An edit takes the old entry out and adds a segment of what is new; segments
 * of like size are put together, so that there are few, and each name is moved seldom.
 */
import { maxSearchResults } from '#contract/contents/search.ts'
import { candidates } from './candidates.ts'
import { IntMap } from './int-map.ts'
import { keyFlags, toKeystrokes } from './keystrokes.ts'
import {
  exactRank,
  matchesAllWords,
  matchKindOf,
  mayBeTypo,
  matchKinds,
  noMatchRank,
  type QueryPlan,
  planQuery,
  rankOf,
  typoRank,
} from './match-ranking.ts'
import { type Entry, type Kind, type Segment, SegmentBuilder } from './index-segment.ts'
import { forEachOneTypoAway } from './typo-variants.ts'

export type Filters = {
  category?: number | undefined
  /** 0..3 */
  age?: number | undefined
  year?: number | undefined
  is_free?: boolean | undefined
}

export type TitleQuery = Filters & {
  q: string
  type: 'all' | Kind
  /** Nothing more is looked for when so many were met: what is met first is closest, or most popular. */
  enough: number
  limit: number
  offset: number
}

/** `works` are the most watched of a person's. */
export type SearchHit = { kind: Kind; id: number; rank: number; works: number[] }
export type SearchHits = { count: number; hits: SearchHit[] }

/** While there are fewer than this, slips and words in another order are looked for too. */
const plenty = 10
/** Keys that are hardly another name by chance. */
const longEnough = 7
/** Keys of the longest query that may hold a slip: longer than any name. */
const longestSlipped = 100
/** How many of a person's works come along. */
const mostWorks = 20
/** People whose works are results themselves, where people cannot be. */
const mostMakers = 5
/** Entries a segment can hold: what is left of a number beside the segment's own. */
const segmentRoom = 2 ** 26

/** A query and a name of which one is Korean and the other is not differ in both. */
const scripts = keyFlags.korean | keyFlags.latin

type Met = { segment: Segment; entry: number; rank: number }

export class TitleIndex {
  #segments: Segment[] = []
  #numbers = new Map<number, Segment>()
  #nextNumber = 0
  #places: Record<Kind, IntMap> = { series: new IntMap(), person: new IntMap() }
  #run = 0

  get size(): number {
    return this.#segments.reduce((sum, one) => sum + one.entries - one.goneCount, 0)
  }

  get bytes(): number {
    return this.#segments.reduce((sum, one) => sum + one.bytes, 0)
  }

  /** Begins anew with what was built beside it. */
  reset(segment: Segment): void {
    this.#segments = []
    this.#numbers = new Map()
    this.#places = { series: new IntMap(), person: new IntMap() }
    this.#adopt(segment)
  }

  /** Takes `entries` in, in the place of what they were, and takes out `gone`. */
  change(entries: readonly Entry[], gone: readonly { kind: Kind; id: number }[]): void {
    for (const { kind, id } of [...entries, ...gone]) this.#takeOut(kind, id)
    if (entries.length === 0) return
    const builder = new SegmentBuilder()
    for (const entry of entries) builder.add(entry)
    let segment = builder.finish()
    for (;;) {
      const last = this.#segments.at(-1)
      if (!last || segment.names * 2 < last.names - last.goneCount) break
      const both = new SegmentBuilder()
      both.addAll(last)
      both.addAll(segment)
      this.#drop(last)
      segment = both.finish()
    }
    this.#adopt(segment)
  }

  /** Notes how popular a work is now. */
  setPopularity(id: number, popularity: number): void {
    const place = this.#placeOf('series', id)
    if (place) place.segment.a.popularity[place.entry] = popularity
  }

  #adopt(segment: Segment): void {
    const number = this.#nextNumber++
    this.#numbers.set(number, segment)
    this.#segments.push(segment)
    const { ids, kinds } = segment.a
    for (let entry = 0; entry < segment.entries; entry++)
      this.#places[kinds[entry] === 0 ? 'series' : 'person'].set(
        ids[entry]!,
        number * segmentRoom + entry,
      )
  }

  #drop(segment: Segment): void {
    this.#segments = this.#segments.filter((one) => one !== segment)
    for (const [number, one] of this.#numbers) if (one === segment) this.#numbers.delete(number)
  }

  #placeOf(kind: Kind, id: number): { segment: Segment; entry: number } | undefined {
    const place = this.#places[kind].get(id)
    if (place === undefined) return undefined
    const segment = this.#numbers.get(Math.floor(place / segmentRoom))
    const entry = place % segmentRoom
    return segment && !segment.gone[entry] && segment.a.ids[entry] === id
      ? { segment, entry }
      : undefined
  }

  #takeOut(kind: Kind, id: number): void {
    const place = this.#placeOf(kind, id)
    place?.segment.takeOut(place.entry)
  }

  /** What the question, which was read as `plan`, finds, best first. */
  search(question: TitleQuery, plan: QueryPlan = planQuery(toKeystrokes(question.q))): SearchHits {
    if (plan.length === 0) return { count: 0, hits: [] }
    const hits = new Search(this.#segments, plan, question, this.#nextRun(), {
      placeOf: (id) => this.#placeOf('series', id),
    }).run()
    const upTo = Math.min(question.offset + question.limit, maxSearchResults)
    return {
      count: Math.min(hits.length, maxSearchResults),
      hits: bestOf(hits, upTo)
        .slice(question.offset)
        .map(({ segment, entry, rank }) => this.#hitOf(segment, entry, rank)),
    }
  }

  #hitOf(segment: Segment, entry: number, rank: number): SearchHit {
    const id = segment.a.ids[entry]!
    if (segment.a.kinds[entry] === 0) return { kind: 'series', id, rank, works: [] }
    const works = worksOf(segment, entry, (work) => this.#placeOf('series', work))
    return {
      ...{ kind: 'person', id, rank },
      works: works.slice(0, mostWorks).map((work) => work.segment.a.ids[work.entry]!),
    }
  }

  #nextRun(): number {
    if (this.#run === 2 ** 32 - 1) {
      for (const segment of this.#segments) segment.metIn.fill(0)
      this.#run = 0
    }
    return ++this.#run
  }
}

type Place = { segment: Segment; entry: number }
type PlaceOf = (id: number) => Place | undefined

/** The visible works of a person, the most popular first. */
function worksOf({ a }: Segment, entry: number, placeOf: PlaceOf): Place[] {
  const places: Place[] = []
  for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++) {
    const place = placeOf(a.works[at]!)
    if (place) places.push(place)
  }
  return places.sort(
    (one, other) => popularityOf(other) - popularityOf(one) || idOf(one) - idOf(other),
  )
}

const popularityOf = ({ segment, entry }: Place) => segment.a.popularity[entry]!
const idOf = ({ segment, entry }: Place) => segment.a.ids[entry]!
const kindOf = ({ segment, entry }: Place) => segment.a.kinds[entry]!

/** People are met by a part of their names where works are met by less: one looks for works, and names share much. */
const behindWorks = rankOf(3, false)
const placeIn = (one: Met) =>
  one.rank +
  (kindOf(one) === 1 &&
  matchKindOf(one.rank) >= matchKinds.begins &&
  matchKindOf(one.rank) < matchKinds.words
    ? behindWorks
    : 0)

/** Exactness and closeness, then works before people, then popularity, then id. */
function inOrder(one: Met, other: Met): number {
  return (
    placeIn(one) - placeIn(other) ||
    kindOf(one) - kindOf(other) ||
    popularityOf(other) - popularityOf(one) ||
    idOf(one) - idOf(other)
  )
}

/** The first `count` of `all` in order: what is far behind the best so far is not sorted. */
function bestOf(all: Met[], count: number): Met[] {
  if (all.length <= count * 4) return all.sort(inOrder).slice(0, count)
  let best: Met[] = []
  let last: Met | undefined
  for (const one of all) {
    if (last && inOrder(one, last) > 0) continue
    best.push(one)
    if (best.length < count * 2) continue
    best = best.sort(inOrder).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(inOrder).slice(0, count)
}

/** One search: what was met so far, each entry once, at its best rank. */
class Search {
  readonly #segments: readonly Segment[]
  readonly #plan: QueryPlan
  readonly #wanted: TitleQuery
  readonly #run: number
  readonly #placeOf: PlaceOf
  /** Results are works alone. */
  readonly #worksAlone: boolean
  readonly #met: Met[] = []
  readonly #makers: Place[] = []
  /** Met better than by a slip. */
  #good = 0
  /** How the best was met. */
  #best: number = noMatchRank

  constructor(
    segments: readonly Segment[],
    plan: QueryPlan,
    wanted: TitleQuery,
    run: number,
    { placeOf }: { placeOf: PlaceOf },
  ) {
    this.#segments = segments
    this.#plan = plan
    this.#wanted = wanted
    this.#run = run
    this.#placeOf = placeOf
    const { category, age, year, is_free } = wanted
    const filtered = [category, age, year, is_free].some((filter) => filter !== undefined)
    this.#worksAlone = wanted.type === 'series' || filtered
  }

  run(): Met[] {
    if (this.#wanted.type === 'person' && this.#worksAlone) return []
    for (const segment of this.#segments) this.#exact(segment)
    // Initials are not typed by slip.
    if (!this.#plan.has_initials) this.#slipped()
    this.#worksOfMakers()
    return this.#met
  }

  #slipped(): void {
    const { length } = this.#plan
    // What was typed in full and is there was meant, unless it is so short that much is.
    const isMeant = this.#best === matchKinds.whole && length >= longEnough
    if (!isMeant && this.#good < plenty && length > 1 && length <= longestSlipped)
      for (const segment of this.#segments) this.#wholeSlips(segment)
    if (this.#best > matchKinds.whole_slip || (this.#met.length < plenty && length < longEnough))
      for (const segment of this.#segments) this.#looser(segment)
  }

  #exact(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const look = (name: number) =>
      this.#meet(
        segment,
        name,
        exactRank(this.#plan, codes, flags, starts[name]!, starts[name + 1]!),
      )
    candidates.exact(segment, this.#plan, look)
  }

  /** Whole names that are one slip away. */
  #wholeSlips(segment: Segment): void {
    const { flags, starts } = segment.a
    forEachOneTypoAway(this.#plan, segment.sums, segment.a, (name) => {
      const crossed = ((flags[starts[name]!]! ^ this.#plan.flags[0]!) & scripts) === scripts
      this.#meet(segment, name, rankOf(matchKinds.whole_slip, crossed))
    })
  }

  /** Slips in a part of a name, and words wherever they are. */
  #looser(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const plan = this.#plan
    if (plan.slips > 0)
      candidates.slipped(segment, plan, (name) => {
        if (!mayBeTypo(plan, segment.bits[name]!)) return true
        const rank = typoRank(plan, codes, flags, starts[name]!, starts[name + 1]!)
        return this.#meet(segment, name, rank)
      })
    if (plan.words.length > 1)
      candidates.words(segment, plan, (name) => {
        const has = matchesAllWords(plan, codes, flags, starts[name]!, starts[name + 1]!)
        return this.#meet(segment, name, has ? rankOf(matchKinds.words, false) : noMatchRank)
      })
  }

  /** @returns whether there is room for more. */
  #meet(segment: Segment, name: number, rank: number): boolean {
    if (rank !== noMatchRank) this.#take(segment, segment.a.owners[name]!, rank)
    return this.#met.length < this.#wanted.enough
  }

  #take(segment: Segment, entry: number, rank: number): void {
    if (segment.gone[entry]) return
    const isPerson = segment.a.kinds[entry] === 1
    if (isPerson && this.#worksAlone) {
      if (matchKindOf(rank) === matchKinds.whole && this.#makers.length < mostMakers)
        this.#makers.push({ segment, entry })
      return
    }
    this.#admit(segment, entry, rank)
  }

  #admit(segment: Segment, entry: number, rank: number): void {
    const good = matchKindOf(rank) < matchKinds.whole_slip
    if (segment.metIn[entry] === this.#run) {
      const before = this.#met[segment.metAt[entry]!]!
      if (rank < before.rank) {
        if (good && matchKindOf(before.rank) >= matchKinds.whole_slip) this.#good++
        before.rank = rank
        this.#best = Math.min(this.#best, matchKindOf(rank))
      }
      return
    }
    if (!this.#passes(segment, entry)) return
    this.#best = Math.min(this.#best, matchKindOf(rank))
    segment.metIn[entry] = this.#run
    segment.metAt[entry] = this.#met.length
    this.#met.push({ segment, entry, rank })
    if (good) this.#good++
  }

  #passes({ a }: Segment, entry: number): boolean {
    const { type, category, age, year, is_free } = this.#wanted
    if (a.kinds[entry] === 1) {
      if (type === 'series') return false
      // A person of whom nothing can be seen is not shown either.
      for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++)
        if (this.#placeOf(a.works[at]!)) return true
      return false
    }
    if (type === 'person') return false
    if (category !== undefined && !((a.categories[entry]! >> (category - 1)) & 1)) return false
    if (age !== undefined && (a.traits[entry]! & 3) !== age) return false
    if (is_free !== undefined && ((a.traits[entry]! & 4) !== 0) !== is_free) return false
    return year === undefined || a.years[entry] === year
  }

  #worksOfMakers(): void {
    for (const maker of this.#makers)
      for (const { segment, entry } of worksOf(maker.segment, maker.entry, this.#placeOf))
        this.#admit(segment, entry, rankOf(matchKinds.by_person, false))
  }
}
