/**
 * Interprets a query and searches for it. A name that equals or begins with the query always comes first. Otherwise the words
 * of intents become filters, an order, the works of a person or works that are similar to one.
 */
import { ageCodes } from '#contract/core/constants.ts'
import type { SearchFilters, SearchIntent } from '#contract/search/search.ts'
import { decodeFacets } from '../title-index/facets.ts'
import { roleBits, traitBits } from '../title-index/index-segment.ts'
import type { TextIndex } from '../meaning/text-index.ts'
import { isNameMatch, matchKindOf, matchKinds, noMatchRank } from '../title-index/match-ranking.ts'
import { planText, type QueryPlan } from '../title-index/query-plan.ts'
import type { SearchHit, SearchHits, TitleIndex } from '../title-index/title-index.ts'
import type { Filters, TitleQuery } from '../title-index/title-search.ts'
import {
  clickPrefix,
  learnedResults,
  type LearnedClicks,
  orderByClicks,
} from '../clicks/click-policy.ts'
import { replaceSynonyms, type Synonyms } from '../popular/synonyms.ts'
import { countryNumbers } from './countries.ts'
import { hasFilters, offeredFilters, withoutFilters } from './offered-filters.ts'
import { type Intent, parseIntents, possibleNames } from './parse-intents.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The hits of a query, the plan of its text, and the intents of its other words. */
export type Interpretation = {
  plan: QueryPlan
  hits: SearchHits
  intents: readonly SearchIntent[]
  /** The query after a synonym replaced a term. */
  interpreted_as?: string
  /** The values of filters that leave results. */
  filters?: SearchFilters
  /** The works with the most similar names if nothing was found, by id. */
  nearest?: readonly number[]
  /** The hits that match the query as it was typed, before `hits`. */
  pinned?: { plan: QueryPlan; hits: readonly SearchHit[] }
}

const maxNearest = 8
/** Works that fit a description, or are similar to one. */
const maxDescribed = 60
/** With more names that are like a query, it is no description. */
const maxNamesOfDescription = 20
/** Names that are listed before the works of a query that consists of intents. */
const maxPinned = 5

const roles = Object.keys(roleBits) as (keyof typeof roleBits)[]

/** The sources that a query is searched in besides the names. */
type Sources = {
  vocabulary: Vocabulary
  texts?: TextIndex
  /** Replace terms of a query that no name is like. */
  synonyms?: Synonyms
  /** Whether the filters that leave results are returned, and works with similar names if nothing is found. */
  isSearch?: boolean
  /** Change the order of the first results. */
  clicks?: Pick<LearnedClicks, 'get' | 'size'>
}

export function interpretQuery(
  index: TitleIndex,
  query: TitleQuery,
  sources: Sources,
): Interpretation {
  const interpretation = interpretOrdered(index, query, sources)
  if (!sources.isSearch) return interpretation
  const { hits } = hasFilters(query)
    ? interpretTyped(index, withoutFilters(query), sources)
    : interpretation
  const facets = query.type === 'person' ? [] : [...hits.facets()].map(decodeFacets)
  return { ...interpretation, filters: offeredFilters(facets, query) }
}

/** Interprets a query; clicks change the order of the first hits. */
function interpretOrdered(index: TitleIndex, query: TitleQuery, sources: Sources): Interpretation {
  const { offset, limit } = query
  const prefix = sources.clicks?.size && offset < learnedResults ? clickPrefix(query.q) : null
  const clicks = prefix === null ? undefined : sources.clicks?.get(prefix)
  if (!clicks) return interpretTyped(index, query, sources)
  const upTo = Math.max(learnedResults, offset + limit)
  const interpretation = interpretTyped(index, { ...query, offset: 0, limit: upTo }, sources)
  // Names that are the query, and works in the order of their dates, keep their order.
  if (interpretation.pinned || interpretation.intents.some(({ kind }) => kind === 'newest'))
    return interpretTyped(index, query, sources)
  const hits = orderByClicks(interpretation.hits.hits, clicks).slice(offset, offset + limit)
  return { ...interpretation, hits: { ...interpretation.hits, hits } }
}

function interpretTyped(
  index: TitleIndex,
  query: TitleQuery,
  { vocabulary, texts, synonyms = new Map(), isSearch = false }: Sources,
): Interpretation {
  const interpretation = interpretText(index, query, vocabulary, texts)
  const replaced = isNameMatch(interpretation.hits.best_rank)
    ? null
    : replaceSynonyms(synonyms, query.q)
  const result =
    replaced === null
      ? interpretation
      : {
          ...interpretText(index, { ...query, q: replaced }, vocabulary, texts),
          interpreted_as: replaced,
        }
  if (result.hits.count > 0 || !isSearch) return result
  return { ...result, nearest: index.nearest(query, maxNearest) }
}

function interpretText(
  index: TitleIndex,
  query: TitleQuery,
  vocabulary: Vocabulary,
  texts?: TextIndex,
): Interpretation {
  const plan = planText(query.q)
  const { text, intents } = parseIntents(query.q, vocabulary)
  const search = (is_exact?: true): Interpretation => ({
    plan,
    hits: index.search({ ...query, is_exact }, plan),
    intents: [],
  })
  if (intents.length === 0) {
    const typed = search()
    if (!texts || isNameMatch(typed.hits.best_rank)) return typed
    return addDescribed(index, query, typed, text, intents, texts)
  }
  // Typing errors are searched only if the query without the words of intents is no name either.
  const exact = search(true)
  if (text === '') return listWorks(index, query, exact, intents) ?? search()
  if (isNameMatch(exact.hits.best_rank)) return search()
  const understood =
    searchRole(index, query, text, intents) ??
    (texts && listSimilar(index, query, text, intents, texts)) ??
    searchText(index, query, text, intents, { exact, search })
  if (understood) return understood
  const typed = search()
  return texts ? addDescribed(index, query, typed, text, intents, texts) : typed
}

/** Whether an intent is about the rest of the query. */
const isAbout = ({ kind }: Intent) => kind in roleBits || kind === 'similar'
const bestKind = ({ best_rank }: SearchHits) => matchKindOf(best_rank)
const applied = (intents: readonly Intent[], is_applied = true): SearchIntent[] =>
  intents.map((intent) => ({ ...intent, is_applied }))

/** The filters and the order of intents. Those of the query itself are kept. */
function filtersOf(intents: readonly Intent[]): Filters & Pick<TitleQuery, 'order'> {
  const filters: Filters & Pick<TitleQuery, 'order'> = {}
  for (const { kind, value } of intents) {
    const number = Number(value)
    if (kind === 'available') filters.is_available = true
    else if (kind === 'free') filters.traits = (filters.traits ?? 0) | traitBits.is_free
    else if (kind === 'captions') filters.traits = (filters.traits ?? 0) | traitBits.has_captions
    else if (kind === 'dubbed') filters.traits = (filters.traits ?? 0) | traitBits.is_dubbed
    else if (kind === 'completed') filters.traits = (filters.traits ?? 0) | traitBits.is_completed
    else if (kind === 'category')
      filters.categories = (filters.categories ?? 0) | (1 << (number - 1))
    else if (kind === 'country')
      filters.country = (filters.country ?? 0) | (1 << countryNumbers.get(value)!)
    else if (kind === 'years') filters.years = value.split('-').map(Number) as [number, number]
    else if (kind === 'age') filters.age = ageCodes.findIndex((code) => code === value)
    else if (kind === 'episode') filters.last_episode = number
    else if (kind === 'season') filters.seasons = number
    else if (kind === 'newest') filters.order = 'newest'
  }
  return filters
}

/** Adds filters to a query. One that the visitor selected is not replaced: no work passes two different ones. */
export function withFilters(query: TitleQuery, intents: readonly Intent[]): TitleQuery {
  const { age, years, ...filters } = filtersOf(intents)
  return { ...query, ...filters, age: query.age ?? age, years: inBoth(query.years, years) }
}

type Years = TitleQuery['years']
const inBoth = (a: Years, b: Years): Years =>
  a && b ? [Math.max(a[0], b[0]), Math.min(a[1], b[1])] : (a ?? b)

/** The works that pass the filters of a query without text, after the names that equal the query. */
function listWorks(
  index: TitleIndex,
  query: TitleQuery,
  typed: Interpretation,
  intents: readonly Intent[],
): Interpretation | undefined {
  const lists = intents.some((intent) => intent.kind !== 'ignored' && !isAbout(intent))
  if (!lists || query.type === 'person') return undefined
  const upTo = query.offset + query.limit
  const names = isNameMatch(typed.hits.best_rank)
    ? index
        .search({ ...query, offset: 0, limit: maxPinned }, typed.plan)
        .hits.filter(({ rank }) => isNameMatch(rank))
    : []
  const plan = planText('')
  const works = new Set(names.flatMap(({ kind, id }) => (kind === 'series' ? [id] : [])))
  const rest: TitleQuery = {
    ...withFilters(query, intents),
    q: '',
    excluded: works,
    offset: Math.max(0, query.offset - names.length),
    limit: Math.max(0, upTo - Math.max(names.length, query.offset)),
  }
  const hits = index.search(rest, plan)
  if (hits.count === 0 && typed.hits.count > 0) return undefined
  return {
    plan,
    hits: withNames(index, hits, names, query),
    intents: applied(intents),
    ...(names.length > 0 && {
      pinned: { plan: typed.plan, hits: names.slice(query.offset, upTo) },
    }),
  }
}

/** The works of a person: `봉준호 감독`. */
function searchRole(
  index: TitleIndex,
  query: TitleQuery,
  text: string,
  intents: readonly Intent[],
): Interpretation | undefined {
  const role = roles.find((name) => intents.some(({ kind }) => kind === name))
  if (!role || query.type === 'person') return undefined
  for (const name of possibleNames(text)) {
    const plan = planText(name)
    const ofRole = { ...query, q: name, role: roleBits[role] }
    const named = intents.map((intent) =>
      intent.kind === role ? { ...intent, value: name } : intent,
    )
    const hits = index.search(withFilters(ofRole, named), plan)
    if (hits.count > 0) return { plan, hits, intents: applied(named) }
    const all = index.search(ofRole, plan)
    if (all.count === 0) continue
    const isRole = ({ kind }: Intent) => kind === role
    const result = named.map((intent) => ({ ...intent, is_applied: isRole(intent) }))
    return { plan, hits: all, intents: result }
  }
  return undefined
}

/** The works that are similar to one: `해운대 같은 영화`. */
function listSimilar(
  index: TitleIndex,
  query: TitleQuery,
  text: string,
  intents: readonly Intent[],
  texts: TextIndex,
): Interpretation | undefined {
  if (query.type === 'person' || !intents.some(({ kind }) => kind === 'similar')) return undefined
  for (const name of possibleNames(text)) {
    const { max_age } = query
    const page = { max_matches: 100, limit: 1, offset: 0 }
    const nameQuery: TitleQuery = { q: name, type: 'series', max_age, ...page }
    const { hits, best_rank } = index.search(nameQuery)
    if (!isNameMatch(best_rank)) continue
    const similar = texts.similar(hits[0]!.id, maxDescribed)
    const kept = index.keep(similar, withFilters(query, intents))
    const isFiltered = kept.length > 0
    const all = isFiltered ? kept : index.keep(similar, query)
    if (all.length === 0) continue
    return {
      plan: planText(''),
      hits: pageOf(index, all, query),
      intents: intents.map((intent) => {
        const isSimilar = intent.kind === 'similar'
        return { ...intent, ...(isSimilar && { value: name }), is_applied: isSimilar || isFiltered }
      }),
    }
  }
  return undefined
}

/** A page of hits that have no matching name. */
const pageOf = (
  index: TitleIndex,
  hits: readonly SearchHit[],
  { offset, limit, max_age }: TitleQuery,
): SearchHits => ({
  count: hits.length,
  best_rank: hits[0]?.rank ?? noMatchRank,
  hits: hits.slice(offset, offset + limit),
  facets: () => index.facetsOf(hits, max_age),
})

/** Counts names that are listed before hits. */
const withNames = (
  index: TitleIndex,
  hits: SearchHits,
  names: readonly SearchHit[],
  { max_age }: TitleQuery,
): SearchHits => ({
  ...hits,
  count: hits.count + names.length,
  facets: () => new Set([...hits.facets(), ...index.facetsOf(names, max_age)]),
})

/** Adds the works whose texts fit a description behind those whose names match it. */
function addDescribed(
  index: TitleIndex,
  query: TitleQuery,
  typed: Interpretation,
  text: string,
  intents: readonly Intent[],
  texts: TextIndex,
): Interpretation {
  if (query.type === 'person' || typed.hits.count > maxNamesOfDescription) return typed
  // One word that names something asks for that name: 세탁 is not every work about laundry.
  const withSynonyms = typed.hits.count === 0 || /\s/.test(text.trim())
  const works = texts.search(text, maxDescribed, withSynonyms)
  if (works.length === 0) return typed
  const all: TitleQuery = { ...query, offset: 0, limit: maxNamesOfDescription }
  const isWhole = query.offset === 0 && typed.hits.count <= query.limit
  const names = isWhole ? typed.hits.hits : index.search(all, typed.plan).hits
  const excluded = new Set(names.flatMap(({ kind, id }) => (kind === 'series' ? [id] : [])))
  const kept = index.keep(works, { ...withFilters(query, intents), excluded })
  const isFiltered = kept.length > 0 || intents.length === 0
  const described = isFiltered ? kept : index.keep(works, { ...query, excluded })
  if (described.length === 0) return typed
  const shown = applied(intents, isFiltered).map((intent) =>
    isAbout(intent) ? { ...intent, is_applied: false } : intent,
  )
  const end = query.offset + query.limit
  const rest = {
    ...query,
    offset: Math.max(0, query.offset - names.length),
    limit: Math.max(0, end - Math.max(names.length, query.offset)),
  }
  const page = pageOf(index, described, rest)
  return {
    plan: planText(''),
    hits: { ...withNames(index, page, names, query), best_rank: typed.hits.best_rank },
    intents: shown.filter((intent) => intent.is_applied || !isAbout(intent)),
    ...(names.length > 0 && { pinned: { plan: typed.plan, hits: names.slice(query.offset, end) } }),
  }
}

/** The works whose names match the rest of the query; with the filters unless no such work passes them. */
function searchText(
  index: TitleIndex,
  query: TitleQuery,
  text: string,
  intents: readonly Intent[],
  { exact, search }: { exact: Interpretation; search: () => Interpretation },
): Interpretation | undefined {
  const plan = planText(text)
  const all = index.search({ ...query, q: text }, plan)
  const isName = isNameMatch(all.best_rank)
  const typed = isName ? exact : search()
  if (bestKind(all) >= bestKind(typed.hits)) return undefined
  const isFilter = Object.values(filtersOf(intents)).some((filter) => filter !== undefined)
  // Filters that no work of this name passes are left out below, so similar names need no search.
  const is_exact = isName || undefined
  const hits = isFilter
    ? index.search(withFilters({ ...query, q: text, is_exact }, intents), plan)
    : all
  const isApplied = bestKind(hits) <= Math.max(bestKind(all), matchKinds.word)
  return {
    plan,
    hits: isApplied ? hits : all,
    // No person has this name, and no work this title.
    intents: intents.map((intent) => ({ ...intent, is_applied: isApplied && !isAbout(intent) })),
  }
}
