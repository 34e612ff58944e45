/** One search of the title index. */
import { candidates } from './candidates.ts'
import type { Kind, Segment } from './index-segment.ts'
import { keyFlags } from './keystrokes.ts'
import {
  exactRank,
  matchesAllWords,
  matchKindOf,
  matchKinds,
  mayBeTypo,
  noMatchRank,
  type QueryPlan,
  rankOf,
  typoRank,
} from './match-ranking.ts'
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
  /** The search stops after this many matches. The closest and most popular names are visited first. */
  max_matches: number
  limit: number
  offset: number
}

/** With fewer matches, typos and words in another order are searched too. */
const enoughMatches = 10
/** From this length on, an exact match of a whole name is not accidental. */
const minDistinctiveKeys = 7
/** Keys of the longest query that is searched with typos. */
const maxTypoKeys = 100
/** Maximum number of people whose works are returned if results are works only. */
const maxMatchedPeople = 5

/** A Korean and a Latin key differ in both flags. */
const scripts = keyFlags.korean | keyFlags.latin

export type Match = { segment: Segment; entry: number; rank: number }

/** The rank of a name whose sounds match with `rank`. */
function soundRank(rank: number): number {
  if (rank === noMatchRank) return noMatchRank
  const kind = matchKindOf(rank)
  if (kind === matchKinds.whole) return rankOf(matchKinds.sounds_whole, false)
  if (kind <= matchKinds.begins_unfinished) return rankOf(matchKinds.sounds_begin, false)
  const isWhole = kind === matchKinds.whole_typo || kind === matchKinds.whole_typos
  return rankOf(isWhole ? matchKinds.sounds_whole_typos : matchKinds.sounds_similar, false)
}

export type EntryLocation = { segment: Segment; entry: number }
type FindLocation = (id: number) => EntryLocation | undefined

/** The visible works of a person, by popularity. */
export function worksOf(
  { a }: Segment,
  entry: number,
  findLocation: FindLocation,
): EntryLocation[] {
  const locations: EntryLocation[] = []
  for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++) {
    const location = findLocation(a.works[at]!)
    if (location) locations.push(location)
  }
  return locations.sort(
    (one, other) => popularityOf(other) - popularityOf(one) || idOf(one) - idOf(other),
  )
}

const popularityOf = ({ segment, entry }: EntryLocation) => segment.a.popularity[entry]!
const idOf = ({ segment, entry }: EntryLocation) => segment.a.ids[entry]!
const kindOf = ({ segment, entry }: EntryLocation) => segment.a.kinds[entry]!

/** Partial matches of people rank lower than those of works, because names of people share many parts. */
const personRankPenalty = rankOf(3, false)
const orderingRank = (one: Match) =>
  one.rank +
  (kindOf(one) === 1 &&
  matchKindOf(one.rank) >= matchKinds.begins &&
  matchKindOf(one.rank) < matchKinds.words
    ? personRankPenalty
    : 0)

/** Orders by exactness and closeness, then works before people, then popularity, then id. */
function compareMatches(one: Match, other: Match): number {
  return (
    orderingRank(one) - orderingRank(other) ||
    kindOf(one) - kindOf(other) ||
    popularityOf(other) - popularityOf(one) ||
    idOf(one) - idOf(other)
  )
}

/** The first `count` of `all` in order, without sorting matches behind the best so far. */
export function bestOf(all: Match[], count: number): Match[] {
  if (all.length <= count * 4) return all.sort(compareMatches).slice(0, count)
  let best: Match[] = []
  let last: Match | undefined
  for (const one of all) {
    if (last && compareMatches(one, last) > 0) continue
    best.push(one)
    if (best.length < count * 2) continue
    best = best.sort(compareMatches).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(compareMatches).slice(0, count)
}

/** One search: its matches so far, each entry once, at its best rank. */
export class Search {
  readonly #segments: readonly Segment[]
  readonly #plan: QueryPlan
  readonly #query: TitleQuery
  readonly #run: number
  readonly #findLocation: FindLocation
  /** Results are works only. */
  readonly #worksOnly: boolean
  readonly #matches: Match[] = []
  readonly #people: EntryLocation[] = []
  /** Number of matches without a typo. */
  #closeCount = 0
  /** The best match kind so far. */
  #best: number = noMatchRank

  constructor(
    segments: readonly Segment[],
    plan: QueryPlan,
    query: TitleQuery,
    run: number,
    { findLocation }: { findLocation: FindLocation },
  ) {
    this.#segments = segments
    this.#plan = plan
    this.#query = query
    this.#run = run
    this.#findLocation = findLocation
    const { category, age, year, is_free } = query
    const filtered = [category, age, year, is_free].some((filter) => filter !== undefined)
    this.#worksOnly = query.type === 'series' || filtered
  }

  run(): Match[] {
    if (this.#query.type === 'person' && this.#worksOnly) return []
    for (const segment of this.#segments) this.#searchExact(segment)
    // Consonants are initials, or syllables that a typo broke up.
    if (!this.#plan.has_initials || this.#matches.length === 0) this.#searchTypos()
    if (this.#plan.sounds) this.#searchSounds(this.#plan.sounds)
    this.#addWorksOfPeople()
    return this.#matches
  }

  #searchTypos(): void {
    const { length } = this.#plan
    // An exact match of a whole name needs no typo search, unless it is so short that it may be accidental.
    const isUnambiguous = this.#best === matchKinds.whole && length >= minDistinctiveKeys
    if (!isUnambiguous && this.#closeCount < enoughMatches && length > 1 && length <= maxTypoKeys)
      for (const segment of this.#segments) this.#searchWholeNameTypos(segment)
    if (
      this.#best > matchKinds.whole_typo ||
      (this.#matches.length < enoughMatches && length < minDistinctiveKeys)
    )
      for (const segment of this.#segments) this.#searchParts(segment)
  }

  /** Names that sound like a romanised query; only whole names if it matches a name as it is. */
  #searchSounds(plan: QueryPlan): void {
    const isName = this.#best <= matchKinds.whole_typo
    const add = (segment: Segment, name: number, rank: number) =>
      this.#addName(segment, name, soundRank(rank))
    for (const segment of this.#segments) {
      const { codes, flags, starts } = segment.a
      const visit = isName ? candidates.whole : candidates.exact
      visit(segment, plan, (name) =>
        add(segment, name, exactRank(plan, codes, flags, starts[name]!, starts[name + 1]!)),
      )
      if (isName || this.#best <= matchKinds.sounds_begin || plan.max_typos === 0) continue
      candidates.typos(segment, plan, (name) => {
        if (!mayBeTypo(plan, segment.bits[name]!)) return true
        return add(segment, name, typoRank(plan, codes, flags, starts[name]!, starts[name + 1]!))
      })
    }
  }

  #searchExact(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const visit = (name: number) =>
      this.#addName(
        segment,
        name,
        exactRank(this.#plan, codes, flags, starts[name]!, starts[name + 1]!),
      )
    candidates.exact(segment, this.#plan, visit)
  }

  /** Whole names that are one typo away. */
  #searchWholeNameTypos(segment: Segment): void {
    const { flags, starts } = segment.a
    forEachOneTypoAway(this.#plan, segment.hashes, segment.a, (name) => {
      const isOtherScript = ((flags[starts[name]!]! ^ this.#plan.flags[0]!) & scripts) === scripts
      this.#addName(segment, name, rankOf(matchKinds.whole_typo, isOtherScript))
    })
  }

  /** Typos in a part of a name, and words in any order. */
  #searchParts(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const plan = this.#plan
    if (plan.max_typos > 0)
      candidates.typos(segment, plan, (name) => {
        if (!mayBeTypo(plan, segment.bits[name]!)) return true
        const rank = typoRank(plan, codes, flags, starts[name]!, starts[name + 1]!)
        return this.#addName(segment, name, rank)
      })
    if (plan.words.length > 1)
      candidates.words(segment, plan, (name) => {
        const has = matchesAllWords(plan, codes, flags, starts[name]!, starts[name + 1]!)
        return this.#addName(segment, name, has ? rankOf(matchKinds.words, false) : noMatchRank)
      })
  }

  /** @returns whether the search continues. */
  #addName(segment: Segment, name: number, rank: number): boolean {
    if (rank !== noMatchRank) this.#addEntry(segment, segment.a.owners[name]!, rank)
    return this.#matches.length < this.#query.max_matches
  }

  #addEntry(segment: Segment, entry: number, rank: number): void {
    if (segment.removed[entry]) return
    const isPerson = segment.a.kinds[entry] === 1
    if (isPerson && this.#worksOnly) {
      if (matchKindOf(rank) === matchKinds.whole && this.#people.length < maxMatchedPeople)
        this.#people.push({ segment, entry })
      return
    }
    this.#addMatch(segment, entry, rank)
  }

  #addMatch(segment: Segment, entry: number, rank: number): void {
    const isClose = matchKindOf(rank) < matchKinds.whole_typo
    if (segment.matchedRun[entry] === this.#run) {
      const before = this.#matches[segment.matchIndex[entry]!]!
      if (rank < before.rank) {
        if (isClose && matchKindOf(before.rank) >= matchKinds.whole_typo) this.#closeCount++
        before.rank = rank
        this.#best = Math.min(this.#best, matchKindOf(rank))
      }
      return
    }
    if (!this.#passes(segment, entry)) return
    this.#best = Math.min(this.#best, matchKindOf(rank))
    segment.matchedRun[entry] = this.#run
    segment.matchIndex[entry] = this.#matches.length
    this.#matches.push({ segment, entry, rank })
    if (isClose) this.#closeCount++
  }

  #passes({ a }: Segment, entry: number): boolean {
    const { type, category, age, year, is_free } = this.#query
    if (a.kinds[entry] === 1) {
      if (type === 'series') return false
      // A person without visible works is not returned.
      for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++)
        if (this.#findLocation(a.works[at]!)) return true
      return false
    }
    if (type === 'person') return false
    if (category !== undefined && !((a.categories[entry]! >> (category - 1)) & 1)) return false
    if (age !== undefined && (a.traits[entry]! & 3) !== age) return false
    if (is_free !== undefined && ((a.traits[entry]! & 4) !== 0) !== is_free) return false
    return year === undefined || a.years[entry] === year
  }

  #addWorksOfPeople(): void {
    for (const person of this.#people)
      for (const { segment, entry } of worksOf(person.segment, person.entry, this.#findLocation))
        this.#addMatch(segment, entry, rankOf(matchKinds.by_person, false))
  }
}
