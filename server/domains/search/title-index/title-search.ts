/** One search of the title index. */
import { candidates } from './candidates.ts'
import { isWithinAge, type Kind, type Segment, traitBits } from './index-segment.ts'
import { keyFlags } from './keystrokes.ts'
import {
  exactRank,
  isNameMatch,
  matchesAllWords,
  matchKindOf,
  matchKinds,
  mayBeTypo,
  noMatchRank,
  rankOf,
  typoRank,
} from './match-ranking.ts'
import type { QueryPlan } from './query-plan.ts'
import { forEachOneTypoAway } from './typo-variants.ts'

export type Filters = {
  category?: number | undefined
  /** 0..3 */
  age?: number | undefined
  year?: number | undefined
  is_free?: boolean | undefined
  is_dubbed?: boolean | undefined
  /** The bits of all its categories. */
  categories?: number | undefined
  /** The first and the last year. */
  years?: readonly [number, number] | undefined
  /** Bits of `traits` that are set. */
  traits?: number | undefined
  is_available?: true | undefined
  /** The bit of a country. */
  country?: number | undefined
  /** At least this number. */
  last_episode?: number | undefined
  seasons?: number | undefined
  /** 0..3: works rated above it do not exist, nor do people who have no other works. */
  max_age?: number | undefined
}

export type TitleQuery = Filters & {
  q: string
  type: 'all' | Kind
  /** The search stops after this many matches. The closest and most popular names are visited first. */
  max_matches: number
  limit: number
  offset: number
  /** The bit of a role: the works of the people whose whole name matches in this role, and nothing else. */
  role?: number | undefined
  order?: 'newest' | undefined
  /** Without typing errors. */
  is_exact?: true | undefined
  /** Works that are not returned, by id. */
  excluded?: ReadonlySet<number> | undefined
}

/** Filters with which results are works only. */
const filterNames = [
  ...(['category', 'age', 'year', 'is_free', 'categories', 'years', 'traits'] as const),
  ...(['is_dubbed', 'is_available', 'country', 'last_episode', 'seasons'] as const),
] as const

/** With fewer matches, typos and words in another order are searched too. */
const enoughMatches = 10
/** From this length on, an exact match of a whole name is not accidental. */
const minDistinctiveKeys = 7
/** Keys of the longest query that is searched with typos. */
const maxTypoKeys = 100
/** Maximum number of people whose works are returned if results are works only. */
const maxMatchedPeople = 5

/** Names of a segment compared with typos: so many, and more for each match that the query allows. Suggestions look less far. */
const typoVisits = { least: 500, perMatch: 16 }

/** Short Korean queries would sound like too many names if a sound were wrong. */
const minKoreanTypoSounds = 10

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

/** The visible works of a person, by popularity; those in a role if its bit is given. */
export function worksOf(
  { a }: Segment,
  entry: number,
  findLocation: FindLocation,
  role?: number,
): EntryLocation[] {
  const locations: EntryLocation[] = []
  for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++) {
    if (role !== undefined && !(a.work_roles[at]! & role)) continue
    const location = findLocation(a.works[at]!)
    if (location) locations.push(location)
  }
  return locations.sort((a, b) => popularityOf(b) - popularityOf(a) || idOf(a) - idOf(b))
}

const popularityOf = ({ segment, entry }: EntryLocation) => segment.a.popularity[entry]!
const idOf = ({ segment, entry }: EntryLocation) => segment.a.ids[entry]!
const kindOf = ({ segment, entry }: EntryLocation) => segment.a.kinds[entry]!

/** ㄷㅅ may be the keys of E.T. or the initials of 도시; the popularity decides. */
const otherWhole = rankOf(matchKinds.whole, true)
/** Partial matches of people rank lower than those of works, because names of people share many parts. */
const personRankPenalty = rankOf(3, false)
const orderingRank = (match: Match) =>
  (match.rank === otherWhole ? rankOf(matchKinds.initials, false) : match.rank) +
  (kindOf(match) === 1 &&
  matchKindOf(match.rank) >= matchKinds.begins &&
  matchKindOf(match.rank) < matchKinds.words
    ? personRankPenalty
    : 0)

/** The newest of equally exact matches first. */
const compareDays = (a: Match, b: Match) =>
  exactnessOf(a) - exactnessOf(b) || dayOf(b) - dayOf(a) || compareMatches(a, b)
const exactnessOf = ({ rank }: Match) =>
  isNameMatch(rank) ? 0 : matchKindOf(rank) < matchKinds.whole_typo ? 1 : 2
const dayOf = ({ segment, entry }: EntryLocation) => segment.a.days[entry]!

/** Orders by exactness and closeness, then works before people, then popularity, then id. */
function compareMatches(a: Match, b: Match): number {
  return (
    orderingRank(a) - orderingRank(b) ||
    kindOf(a) - kindOf(b) ||
    popularityOf(b) - popularityOf(a) ||
    idOf(a) - idOf(b)
  )
}

/** The first `count` of `all` in order, without sorting matches behind the best so far. */
export function bestOf(all: Match[], count: number, order?: TitleQuery['order']): Match[] {
  const compare = order === 'newest' ? compareDays : compareMatches
  if (all.length <= count * 4) return all.sort(compare).slice(0, count)
  let best: Match[] = []
  let last: Match | undefined
  for (const match of all) {
    if (last && compare(match, last) > 0) continue
    best.push(match)
    if (best.length < count * 2) continue
    best = best.sort(compare).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(compare).slice(0, count)
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
  readonly #isLatin: boolean
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
    const filtered = filterNames.some((name) => query[name] !== undefined)
    this.#isLatin = plan.flags.some((bits) => bits & keyFlags.latin)
    this.#worksOnly = query.type === 'series' || filtered || query.role !== undefined
  }

  run(): Match[] {
    if (this.#query.type === 'person' && this.#worksOnly) return []
    if (this.#plan.length === 0) {
      for (const segment of this.#segments) this.#listEntries(segment)
      return this.#matches
    }
    for (const segment of this.#segments) this.#searchExact(segment)
    if (this.#query.is_exact) return this.#matches
    // Consonants are initials, or syllables that a typo broke up.
    if (!this.#plan.has_initials || this.#matches.length === 0) this.#searchTypos()
    if (this.#needsSounds()) for (const sounds of this.#plan.sounds()) this.#searchSounds(sounds)
    this.#addWorksOfPeople()
    return this.#matches
  }

  /** All works that pass the filters, in their order. */
  #listEntries(segment: Segment): void {
    const rank = rankOf(matchKinds.listed, false)
    const before = this.#matches.length
    const entries = this.#query.order === 'newest' ? segment.newest : undefined
    for (let at = 0; at < segment.entries; at++) {
      const entry = entries ? entries[at]! : at
      if (segment.a.kinds[entry] !== 0 || segment.removed[entry]) continue
      this.#addMatch(segment, entry, rank)
      if (this.#matches.length - before === this.#query.max_matches) return
    }
  }

  /** Returns the works that are visible and pass the filters, in their order, as hits without a matching name. */
  keep(works: readonly number[]): Match[] {
    const rank = rankOf(matchKinds.described, false)
    for (const work of works) {
      const location = this.#findLocation(work)
      if (location) this.#addMatch(location.segment, location.entry, rank)
    }
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

  /** A romanisation may be a name as well; a Korean query is read in other ways only if no name is like it. */
  #needsSounds(): boolean {
    return this.#isLatin || this.#best > matchKinds.whole_typo
  }

  /** Names that sound like a query; only whole names if it matches a name as it is. */
  #searchSounds(plan: QueryPlan): void {
    // For a Korean query, parts of names that sound alike are used only if nothing else matches.
    const isName = this.#isLatin ? this.#best <= matchKinds.whole_typo : this.#matches.length > 0
    const minLength = plan.max_typos === 0 ? Infinity : this.#isLatin ? 0 : minKoreanTypoSounds
    const add = (segment: Segment, name: number, rank: number) =>
      this.#addName(segment, name, soundRank(rank))
    for (const segment of this.#segments) {
      const { codes, flags, starts } = segment.a
      const visit = isName ? candidates.whole : candidates.exact
      visit(segment, plan, (name) =>
        add(segment, name, exactRank(plan, codes, flags, starts[name]!, starts[name + 1]!)),
      )
      if (isName || this.#best <= matchKinds.sounds_begin || plan.length < minLength) continue
      candidates.typos(segment, plan, this.#maxTypoVisits, (name) => {
        if (!mayBeTypo(plan, segment.pairs, name)) return true
        return add(segment, name, typoRank(plan, codes, flags, starts[name]!, starts[name + 1]!))
      })
    }
  }

  get #maxTypoVisits(): number {
    return typoVisits.least + this.#query.max_matches * typoVisits.perMatch
  }

  #searchExact(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const plan = this.#plan
    candidates.exact(segment, plan, (name) => {
      const rank = exactRank(plan, codes, flags, starts[name]!, starts[name + 1]!)
      return this.#addName(segment, name, rank)
    })
  }

  /** Whole names that are one typo away. */
  #searchWholeNameTypos(segment: Segment): void {
    const { hashes, edges, a: names } = segment
    const { flags, starts } = names
    forEachOneTypoAway(this.#plan, { hashes, edges, names }, (name) => {
      const isOtherScript = ((flags[starts[name]!]! ^ this.#plan.flags[0]!) & scripts) === scripts
      this.#addName(segment, name, rankOf(matchKinds.whole_typo, isOtherScript))
    })
    if (this.#plan.units.length > 2)
      segment.missingSyllables.each(this.#plan, (name) =>
        this.#addName(segment, name, rankOf(matchKinds.begins_typo, false)),
      )
  }

  /** Typos in a part of a name, and words in any order. */
  #searchParts(segment: Segment): void {
    const { codes, flags, starts } = segment.a
    const plan = this.#plan
    if (plan.max_typos > 0)
      candidates.typos(segment, plan, this.#maxTypoVisits, (name) => {
        if (!mayBeTypo(plan, segment.pairs, name)) return true
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
    if (this.#query.role === undefined) this.#addMatch(segment, entry, rank)
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

  #passes(segment: Segment, entry: number): boolean {
    const { a } = segment
    const { type, category, age, year, is_free, is_dubbed, max_age } = this.#query
    if (a.kinds[entry] === 1) {
      if (type === 'series') return false
      // A person without visible works is not returned.
      for (let at = a.work_starts[entry]!; at < a.work_starts[entry + 1]!; at++)
        if (this.#findLocation(a.works[at]!)) return true
      return false
    }
    if (type === 'person') return false
    if (category !== undefined && !((a.categories[entry]! >> (category - 1)) & 1)) return false
    if (!isWithinAge(a, entry, max_age)) return false
    if (age !== undefined && (a.traits[entry]! & 3) !== age) return false
    if (is_free === ((a.traits[entry]! & traitBits.is_free) === 0)) return false
    if (is_dubbed === ((a.traits[entry]! & traitBits.is_dubbed) === 0)) return false
    return (year === undefined || a.years[entry] === year) && this.#passesIntents(segment, entry)
  }

  #passesIntents({ a }: Segment, entry: number): boolean {
    const query = this.#query
    if (query.excluded?.has(a.ids[entry]!)) return false
    const { categories = 0, traits = 0, country, years } = query
    if ((a.categories[entry]! & categories) !== categories) return false
    if ((a.traits[entry]! & traits) !== traits) return false
    if (query.is_available && a.traits[entry]! & traitBits.is_upcoming) return false
    if (country !== undefined && !(a.countries[entry]! & country)) return false
    if (years && (a.years[entry]! < years[0] || a.years[entry]! > years[1])) return false
    return (
      a.last_episodes[entry]! >= (query.last_episode ?? 0) &&
      a.seasons[entry]! >= (query.seasons ?? 0)
    )
  }

  #addWorksOfPeople(): void {
    const { role } = this.#query
    for (const person of this.#people)
      for (const { segment, entry } of worksOf(
        person.segment,
        person.entry,
        this.#findLocation,
        role,
      ))
        this.#addMatch(segment, entry, rankOf(matchKinds.by_person, false))
  }
}
