/**
 * How well and how fast search finds: `npm run bench -- search`. How well on the films that `SEARCH_TITLES_FILE` names, brought
 * in as anybody would, with queries made by rule (`QUERIES_SEED` for others of them); how fast on titles of our own, 100,000 of
 * them and 1,000,000 (`TITLES` for other numbers).
 */
import { endpoints } from '#contract/index.ts'
import { importCatalogue, readLines } from '#server/domains/contents/index.ts'
import { openSearchApp } from './search-app.ts'
import {
  thresholdKinds,
  type TitlePair,
  type GeneratedQuery,
  generateQueries,
} from './search-queries.ts'
import { benchSearchSpeed } from './search-latency.ts'
import { printTable, type Row } from '../report.ts'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const bars = { recall: 0.97, rank: 0.9 }
/** Results that count as found: what is seen at a glance. */
const glance = 5

export async function benchSearch(): Promise<void> {
  const file =
    process.env['SEARCH_TITLES_FILE'] ?? join(import.meta.dirname, '../../data/films-ko.ndjson')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined)
    console.log('how well: skipped, no data (SEARCH_TITLES_FILE names a file of films)')
  else await benchRecall(file, text, Number(process.env['QUERIES_SEED'] ?? 1))
  const counts = (process.env['TITLES'] ?? '100000,1000000').split(',').map(Number)
  if (counts[0]) printTable(await benchSearchSpeed(counts))
}

async function benchRecall(file: string, text: string, seed: number) {
  const house = await openSearchApp()
  try {
    await importCatalogue(readLines(createReadStream(file)), {
      transact: house.transact,
      now: new Date(),
      onProgress: () => {},
      onFile: async () => {},
    })
    const { rows } = await house.pool.query<{ id: number; line: number }>(
      `select id, substring(import_key from '\\d+$')::int as line from series`,
    )
    const ids = new Map(rows.map(({ id, line }) => [line, id]))
    const films = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line.normalize('NFC')) as TitlePair)
      .flatMap((film) => {
        const id = ids.get(film.id)
        return id === undefined ? [] : [{ ...film, id }]
      })
    const { origin } = await house.serve()
    const table: Row[] = []
    for (const [kind, made] of generateQueries(films, seed))
      table.push(await rowOf(origin, kind, made))
    console.log(`${films.length} films, seed ${seed}; found: among the first ${glance}\n`)
    printTable(table)
    console.log()
  } finally {
    await house.close()
  }
}

async function rowOf(origin: string, kind: string, made: readonly GeneratedQuery[]): Promise<Row> {
  let found = 0
  let ranks = 0
  const missed: string[] = []
  for (const one of made) {
    const at = await placeOf(origin, one)
    if (at >= 0 && at < glance) found++
    else missed.push(one.q)
    if (at >= 0) ranks += 1 / (at + 1)
  }
  const recall = found / made.length
  const rank = ranks / made.length
  const isBarred = thresholdKinds.has(kind)
  return {
    name: `${kind} (${made.length})`,
    ours: `found ${recall.toFixed(3)}, mean reciprocal rank ${rank.toFixed(3)}`,
    baseline: missed.length > 0 ? `not: ${missed.slice(0, 4).join(', ')}` : '',
    bar: isBarred ? `>= ${bars.recall}, ${bars.rank}` : '',
    ...(isBarred ? { ok: recall >= bars.recall && rank >= bars.rank } : {}),
  }
}

/** Where in the results what was meant is, from 0; -1 where it is not. */
async function placeOf(origin: string, made: GeneratedQuery): Promise<number> {
  const { search } = endpoints.search
  const response = await fetch(`${origin}${search.path}?q=${encodeURIComponent(made.q)}`)
  if (response.status !== 200) throw new Error(`${made.q}: ${response.status}`)
  const { results } = search.answer.parse(await response.json())
  return results.findIndex((result) =>
    'film' in made
      ? result.type === 'series' && result.series.id === made.film
      : result.type === 'person' && result.person.name === made.person,
  )
}
