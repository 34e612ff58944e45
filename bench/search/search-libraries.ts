/** Search libraries for JavaScript, with the names and queries of our index. */
import type {
  LibraryName,
  SearchEntry,
  SearchLibraryOptions,
  SearchLibraryResult,
} from '../baselines/search-library.ts'
import { startNode, stopProcess } from '../lib/processes.ts'
import { atLeast, milliseconds, type Row, seconds } from '../report.ts'
import type { GeneratedQuery, TitlePair } from './search-queries.ts'
import { join } from 'node:path'

const variants = (['MiniSearch', 'Orama', 'FlexSearch'] as const satisfies LibraryName[]).flatMap(
  (library) => (['text', 'keys'] as const).map((by) => ({ library, by })),
)

/** Share of queries whose target is among the visible results, and the mean of 1 / its position. */
type Quality = { recall: number; rank: number }

/**
 * The quality of each library over all kinds of queries, beside ours.
 * @param options.limit results per query, as many as our search returns.
 */
export async function benchLibraryQuality(
  films: readonly TitlePair[],
  made: readonly GeneratedQuery[],
  { ours, limit, visibleResults }: { ours: Quality; limit: number; visibleResults: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const variant of variants) {
    const queries = made.map(({ q }) => q)
    const { ids } = await run({
      ...variant,
      entries: entriesOf(films),
      queries,
      limit,
      ms: 600_000,
    })
    const places = made.map((query, at) =>
      (ids[at] ?? []).indexOf('film' in query ? filmId(query.film) : personId(query.person)),
    )
    const listed = places.filter((place) => place >= 0)
    const recall = listed.filter((place) => place < visibleResults).length / made.length
    const rank = listed.reduce((sum, place) => sum + 1 / (place + 1), 0) / made.length
    rows.push({
      name: `all kinds, beside ${nameOf(variant)} (${made.length})`,
      ours: `found ${ours.recall.toFixed(3)}, mean reciprocal rank ${ours.rank.toFixed(3)}`,
      baseline: `found ${recall.toFixed(3)}, mean reciprocal rank ${rank.toFixed(3)}`,
      ratio: ours.rank / rank,
      ...atLeast(ours.rank / rank, 1),
    })
  }
  return rows
}

/** The latency of each library for one client within its process, and what its index costs. */
export async function benchLibraryLatency(
  titles: Iterable<Omit<TitlePair, 'people'>>,
  queries: readonly string[],
  { p99, ms }: { p99: number; ms: number },
): Promise<Row[]> {
  const entries = entriesOf(Array.from(titles, (title) => ({ ...title, people: [] })))
  const rows: Row[] = []
  for (const variant of variants) {
    const { times, built_ms, memory } = await run({ ...variant, entries, queries, limit: 20, ms })
    const sorted = times.toSorted((a, b) => a - b)
    const theirs = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
    rows.push({
      name: `search, beside ${nameOf(variant)}, one client, ${entries.length.toLocaleString('en')} titles: p99`,
      ours: milliseconds(p99),
      baseline: `${milliseconds(theirs)} ids alone; index in ${seconds(built_ms)}, process of ${Math.round(memory / 1e6)} MB`,
      ratio: p99 / theirs,
      bar: '',
    })
  }
  return rows
}

const nameOf = ({ library, by }: (typeof variants)[number]) =>
  by === 'keys' ? `${library} over keys` : library

const filmId = (id: number) => `film ${id}`
const personId = (name: string) => `person ${name}`

function entriesOf(films: readonly TitlePair[]): SearchEntry[] {
  const entries = new Map<string, SearchEntry>()
  for (const { id, title, title_original, people } of films) {
    entries.set(filmId(id), { id: filmId(id), name: title, original: title_original ?? '' })
    for (const { name, name_original } of people)
      entries.set(personId(name), { id: personId(name), name, original: name_original ?? '' })
  }
  return [...entries.values()]
}

async function run(options: SearchLibraryOptions): Promise<SearchLibraryResult> {
  process.stderr.write(`${nameOf(options)}…\n`)
  const { child, reply } = await startNode(
    join(import.meta.dirname, '../baselines/search-library.ts'),
    { initialMessage: options },
  )
  await stopProcess(child)
  return reply as SearchLibraryResult
}
