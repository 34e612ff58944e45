import type { HttpBaselineOptions } from '../baselines/http-baseline.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import { toKeystrokes } from '#server/domains/search/title-index/keystrokes.ts'
import type { SearchLoadOptions, SearchLoadResult } from '../clients/search-client.ts'
import { openSearchApp, type SearchApp } from './search-app.ts'
import { benchLibraryLatency } from './search-libraries.ts'
import { type TitlePair, type GeneratedQuery, generateQueries } from './search-queries.ts'
import { generateTitles } from './search-titles.ts'
import { milliseconds, perSecond, type Row, seconds } from '../report.ts'
import { join } from 'node:path'

const clients = 16
/** Duration of each load in ms. */
const turn = 8_000
const batch = 10_000
/** Titles to derive queries from; enough that no query repeats. */
const sampled = 3_000
/** Warm-up queries. */
const warming = 500
/** Limits in ms, except the last: the allowed ratio of the largest to the first. */
const bars = { search: 20, suggest: 10, growth: 3 }

/** p99 with sixteen clients for each number of titles, beside the same search in PostgreSQL. */
export async function benchSearchSpeed(counts: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  let first: number | undefined
  for (const count of counts) {
    const app = await openSearchApp()
    try {
      process.stderr.write(`${count} titles…\n`)
      const films = await insertTitles(app, count)
      const queries = shuffled([...generateQueries(films, 1).values()].flat())
      const server = await app.serve()
      // Warms up the process, whose first queries are not representative.
      const search = `${server.origin}/api/contents/search/?q=`
      await runQueries(search, queries.splice(-warming))
      await server.settle()
      const before = await server.cpu()
      const searched = await runQueries(search, queries)
      const cpu = ((await server.cpu()) - before) / searched.count
      const words = queries.flatMap(({ q }) => {
        const typed = q.slice(0, 1 + (q.length % 6)).trim()
        return typed ? [{ q: typed }] : []
      })
      const between = await server.cpu()
      const suggested = await runQueries(
        `${server.origin}/api/contents/search/suggest/?limit=8&q=`,
        words,
      )
      const cpuOfSuggest = ((await server.cpu()) - between) / suggested.count
      await server.stop()
      const ofLibraries =
        count > 100_000
          ? []
          : await benchLibraryLatency(
              titlesOf(count),
              queries.map(({ q }) => q),
              { p99: searched.p99, ms: turn },
            )
      const bareResult = await bare(words)
      const plain = await inPostgres(app, queries)
      const label = count.toLocaleString('en')
      first ??= searched.p99
      rows.push(
        {
          name: `search, ${clients} clients, ${label} titles: p99`,
          ours: `${milliseconds(searched.p99)} (median ${milliseconds(searched.median)}, ${perSecond(searched.rate)}, ${cpu.toFixed(2)} ms of CPU each)`,
          baseline: `${milliseconds(plain.p99)} (median ${milliseconds(plain.median)}, ${perSecond(plain.rate)}) pg_trgm over the same keys, ids alone`,
          ratio: searched.p99 / plain.p99,
          bar: count <= 100_000 ? `< ${bars.search} ms` : `< ${bars.growth} x the first`,
          ok: count <= 100_000 ? searched.p99 < bars.search : searched.p99 < bars.growth * first,
        },
        {
          name: `suggest, ${clients} clients, ${label} titles: p99`,
          ours: `${milliseconds(suggested.p99)} (median ${milliseconds(suggested.median)}, ${perSecond(suggested.rate)}, ${cpuOfSuggest.toFixed(2)} ms of CPU each)`,
          baseline: `${milliseconds(bareResult.p99)} (median ${milliseconds(bareResult.median)}, ${perSecond(bareResult.rate)}) bare node:http, 4 KB`,
          ratio: suggested.p99 / bareResult.p99,
          bar: `< ${bars.suggest} ms`,
          ok: suggested.p99 < bars.suggest,
        },
        {
          name: `index of ${label} titles from nothing`,
          ours: `${seconds(server.ms)}, process of ${Math.round(server.memory / 1e6)} MB`,
          baseline: `${seconds(plain.built)}, ${Math.round(plain.bytes / 1e6)} MB on disk`,
          bar: '',
        },
        ...ofLibraries,
      )
    } finally {
      await app.close()
    }
  }
  return rows
}

/**
 * Inserts `count` generated titles, bypassing triggers for data that search does not read. The title in place n of popularity
 * has 1,000,000 / n viewers (Zipf's law), so the last of 100,000 has 10, which half of the films of `SEARCH_TITLES_FILE` have not.
 * @param after the highest id in use.
 * @returns every n-th title.
 */
export async function insertTitles(
  { pool }: SearchApp,
  count: number,
  after = 0,
): Promise<TitlePair[]> {
  await pool.query('alter table series disable trigger user')
  const films: TitlePair[] = []
  const every = Math.max(1, Math.floor(count / sampled))
  let names: { title: string; title_original: string }[] = []
  let id = after
  const flush = () =>
    pool.query(
      `insert into series (id, title, title_original, age_rating, is_series, category_ids, released_on, viewer_count)
       select $2 + n, title, title_original, (array['ALL', '12', '15', '19'])[1 + n % 4], n % 3 = 0,
         array[1 + n % 8]::smallint[], date '1960-01-01' + (n * 7919 % 22000)::int, (1e6 / (1 + n * 7919 % 100003))::int
       from unnest($1::text[], $3::text[]) with ordinality as t (title, title_original, n)`,
      [
        names.map(({ title }) => title),
        id - names.length,
        names.map(({ title_original }) => title_original),
      ],
    )
  for (const title of generateTitles(count)) {
    names.push(title)
    id++
    if (id % every === 0) films.push({ id, ...title, people: [] })
    if (names.length < batch && id < after + count) continue
    await flush()
    names = []
  }
  await pool.query('alter table series enable trigger user')
  await listWorks(pool, after)
  await pool.query('vacuum analyze series, series_listings')
  return films
}

/** Lists works with an id above `after`: search finds what the listing has, and none of these works has episodes. */
export const listWorks = (pool: SearchApp['pool'], after: number) =>
  pool.query(
    `insert into series_listings (series_id, category_id, kind, released_on, title, created_at, viewer_count,
      rating_average, like_count, review_count)
    select id, 0, 0, coalesce(released_on, '-infinity'), title, created_at, viewer_count, 0, 0, 0 from series where id > $1`,
    [after],
  )

/** The titles that `insertTitles` inserts. */
function* titlesOf(count: number) {
  let id = 0
  for (const title of generateTitles(count)) yield { id: ++id, ...title }
}

/** A deterministic order in which kinds alternate. */
function shuffled(made: readonly GeneratedQuery[]): GeneratedQuery[] {
  return made
    .map((query, at) => ({ query, order: Math.imul(at + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ query }) => query)
}

/** Requests `address` with each query from a separate client process. */
async function runQueries(address: string, made: readonly { q: string }[]) {
  const options: SearchLoadOptions = { address, queries: made.map(({ q }) => q), clients, ms: turn }
  const { child, reply } = await startNode(
    join(import.meta.dirname, '../clients/search-client.ts'),
    {
      initialMessage: options,
    },
  )
  await stopProcess(child)
  return summarize(reply as SearchLoadResult)
}

/** Computes percentiles and rate from latencies in ms. */
function summarize({ times, seconds: taken }: SearchLoadResult) {
  times.sort((a, b) => a - b)
  return {
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    median: times[times.length >> 1] ?? Number.NaN,
    rate: times.length / taken,
    count: times.length,
  }
}

/** Runs the queries with `clients` concurrent clients. Times in ms. */
async function load(made: readonly GeneratedQuery[], run: (q: string) => Promise<unknown>) {
  const times: number[] = []
  let at = 0
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() - startedAt < turn && at < made.length) {
      const { q } = made[at++]!
      const start = performance.now()
      await run(q)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return summarize({ times, seconds: (performance.now() - startedAt) / 1_000 })
}

/** The limit of the machine: a server that only writes a body of this size. */
async function bare(words: readonly { q: string }[]) {
  const body = Buffer.alloc(4_096, 'x').toString('base64')
  const answer: HttpBaselineOptions = { kind: 'answer', head: ['content-length', '4096'], body }
  const { child, reply } = await startNode(
    join(import.meta.dirname, '../baselines/http-baseline.ts'),
    { initialMessage: answer },
  )
  try {
    return await runQueries(`http://127.0.0.1:${reply as number}/?q=`, words)
  } finally {
    await stopProcess(child)
  }
}

/** Keystrokes as text that pg_trgm accepts: letters and digits only. */
const text = (name: string) =>
  Array.from(toKeystrokes(name).codes, (code) =>
    code < 27 ? String.fromCharCode(96 + code) : code < 44 ? String(code % 10) : 'z',
  ).join('')

/**
 * The alternative: the same keystrokes in a column with a trigram index, containing rows first, similar ones if there are
 * none. Returns only ids.
 */
async function inPostgres({ pool }: SearchApp, made: readonly GeneratedQuery[]) {
  const startedAt = performance.now()
  await pool.query('create extension if not exists pg_trgm')
  await pool.query('create table name_keys (id integer, keys text, viewer_count integer)')
  for (let after = 0; ;) {
    const { rows } = await pool.query<{ id: number; title: string; title_original: string }>(
      'select id, title, title_original from series where id > $1 order by id limit $2',
      [after, batch],
    )
    const last = rows.at(-1)
    if (!last) break
    after = last.id
    await pool.query(
      `insert into name_keys select n.id, k, s.viewer_count
       from unnest($1::int[], $2::text[], $3::text[]) as n (id, title_keys, original_keys) join series s on s.id = n.id,
         unnest(array[title_keys, original_keys]) as k`,
      [
        rows.map(({ id }) => id),
        rows.map(({ title }) => text(title)),
        rows.map(({ title_original }) => text(title_original)),
      ],
    )
  }
  await pool.query('create index name_keys_trigrams on name_keys using gin (keys gin_trgm_ops)')
  await pool.query('vacuum analyze name_keys')
  const built = performance.now() - startedAt
  const { rows } = await pool.query<{ bytes: number }>(
    `select pg_total_relation_size('name_keys') as bytes`,
  )
  const loaded = await load(made, async (q) => {
    const keys = text(q)
    const held = await pool.query(
      `select id from name_keys where keys like '%' || $1 || '%'
       order by length(keys), viewer_count desc limit 20`,
      [keys],
    )
    if (held.rows.length === 0)
      await pool.query(
        `select id from name_keys where keys % $1
         order by similarity(keys, $1) desc, viewer_count desc limit 20`,
        [keys],
      )
  })
  return { ...loaded, built, bytes: rows[0]!.bytes }
}
