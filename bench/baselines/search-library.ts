// Search by a library for JavaScript, in a process of its own: the baseline of the search index.
import { create, insertMultiple, search } from '@orama/orama'
import { convertHangulToQwerty } from 'es-hangul'
import { Index } from 'flexsearch'
import MiniSearch from 'minisearch'

/** A work or a person, with its name and the name in another language. */
export type SearchEntry = { id: string; name: string; original: string }

/** Received over the IPC channel. Queries are searched one after the other until they or `ms` are used up. */
export type SearchLibraryOptions = {
  library: LibraryName
  /** Names and queries as the keys of the two-set keyboard, as our index has them; else as they are written. */
  by: 'keys' | 'text'
  entries: readonly SearchEntry[]
  queries: readonly string[]
  /** Results per query. */
  limit: number
  ms: number
}

/** Ids by query, latencies and time of indexing in ms, and memory of the process in bytes. */
export type SearchLibraryResult = {
  ids: string[][]
  times: number[]
  built_ms: number
  memory: number
}

type Options = Pick<SearchLibraryOptions, 'by' | 'limit'>
type Search = (q: string) => Promise<readonly string[]> | readonly string[]
type Library = (entries: readonly SearchEntry[], options: Options) => Promise<Search> | Search

/** Each with what its documentation recommends for names that are typed with errors. */
const libraries = {
  MiniSearch(entries, { limit }) {
    const index = new MiniSearch<SearchEntry>({
      fields: ['name', 'original'],
      searchOptions: { prefix: true, fuzzy: 0.2 },
    })
    index.addAll(entries)
    return (q) =>
      index
        .search(q)
        .slice(0, limit)
        .map(({ id }) => String(id))
  },
  async Orama(entries, { limit }) {
    const index = create({
      schema: { name: 'string', original: 'string' },
      // The tokenizers of its languages drop Hangul.
      components: {
        tokenizer: {
          language: 'korean',
          normalizationCache: new Map(),
          tokenize: (text) => text.toLowerCase().split(/\s+/u).filter(Boolean),
        },
      },
    })
    await insertMultiple(index, [...entries], 1_000)
    return async (q) =>
      (await search(index, { term: q, tolerance: 1, limit })).hits.map(({ id }) => id)
  },
  FlexSearch(entries, { by, limit }) {
    // All parts of a word as it is written; of keys, which are more, the beginnings.
    const index = new Index({ tokenize: by === 'text' ? 'full' : 'forward' })
    for (const { id, name, original } of entries) index.add(id, `${name} ${original}`)
    return (q) => index.search(q, { limit, suggest: true }).map(String)
  },
} satisfies Record<string, Library>

export type LibraryName = keyof typeof libraries

process.once('message', (options: SearchLibraryOptions) => {
  void measure(options).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))

async function measure(options: SearchLibraryOptions): Promise<SearchLibraryResult> {
  const { library, by, entries, queries, ms } = options
  const written = (text: string) =>
    by === 'text' ? text : convertHangulToQwerty(text.normalize('NFC')).toLowerCase()
  const startedAt = performance.now()
  const run = await libraries[library](
    entries.map(({ id, name, original }) => ({
      id,
      name: written(name),
      original: written(original),
    })),
    options,
  )
  const builtAt = performance.now()
  const ids: string[][] = []
  const times: number[] = []
  for (const q of queries) {
    const start = performance.now()
    if (start - builtAt > ms) break
    ids.push([...(await run(written(q)))])
    times.push(performance.now() - start)
  }
  return { ids, times, built_ms: builtAt - startedAt, memory: process.memoryUsage().rss }
}
