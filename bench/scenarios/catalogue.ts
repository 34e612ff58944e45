/**
 * Checks that the cost of a list depends on its page size, not on the catalogue size: the same endpoints on 1,000 and
 * 1,000,000 episodes in one PostgreSQL. `npm run bench -- catalogue`; EPISODES=… sets another size.
 */
import { endpoints } from '#contract/index.ts'
import type { Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import {
  listEpisodes,
  listSeries,
  listTrending,
  listUpcoming,
  readCategoryFilters,
} from '#server/domains/contents/listing-queries.ts'
import {
  readCategories,
  readEpisodes,
  readSeries,
} from '#server/domains/contents/catalogue-queries.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { milliseconds, type Row } from '../report.ts'

const perSeries = 17
const { listSeries: seriesCall, listEpisodes: episodesCall } = endpoints.contents

type BenchmarkCase = { name: string; ask: (db: Db) => Promise<unknown> }

const episodes = (name: string, query: Record<string, string>): BenchmarkCase => ({
  name: `episodes ${name}`,
  ask: (db) => listEpisodes(db, episodesCall.query.parse(query), '19'),
})
const series = (name: string, query: Record<string, string>): BenchmarkCase => ({
  name: `series ${name}`,
  ask: (db) => listSeries(db, seriesCall.query.parse(query)),
})

/**
 * Category 8 has one series in two thousand. Most counters are zero, so that orderings have many ties. Pages are limited to
 * what the small catalogue can fill.
 */
const cases: BenchmarkCase[] = [
  episodes('banner: 50 by -viewer_count', { limit: '50' }),
  episodes('category 6', { limit: '50', category: '6' }),
  episodes('rare category 8', { limit: '15', category: '8' }),
  episodes('vertical 15', { limit: '15', episode_video_orientation: 'vertical' }),
  episodes('rare: vertical and free in 8', {
    limit: '1',
    category: '8',
    is_free: 'true',
    episode_video_orientation: 'vertical',
  }),
  episodes('free films', { limit: '10', is_free: 'true', is_series: 'false' }),
  ...['number', '-released_at', 'released_at', 'rating_average', '-like_count', 'review_count'].map(
    (ordering) => episodes(`by ${ordering}`, { limit: '50', ordering }),
  ),
  episodes('of series 30', { limit: '50', series: '30', ordering: 'number' }),
  {
    name: 'episodes banner within 12',
    ask: (db) => listEpisodes(db, episodesCall.query.parse({ limit: '50' }), '12'),
  },
  series('20 by -viewer_count', {}),
  { name: 'trending 15', ask: (db) => listTrending(db, 15, '19') },
  { name: 'upcoming 15', ask: (db) => listUpcoming(db, { limit: 15, offset: 0 }, '19') },
  series('category 5 by title', { category: '5', ordering: 'title', limit: '20' }),
  series('rare category 8', { category: '8', limit: '1' }),
  series('19, completed', { age_rating: '19', is_completed: 'true', limit: '4' }),
  series('dubbed', { is_dubbed: 'true', limit: '1' }),
  series('not dubbed', { is_dubbed: 'false' }),
  series('in plans, category 6', { access: 'plan', category: '6', limit: '10' }),
  { name: 'filters of category 6', ask: (db) => readCategoryFilters(db, 6, '19') },
  series('of person 7', { person: '7', limit: '6' }),
  { name: 'series 30', ask: (db) => readSeries(db, 30, '19') },
  { name: 'episode 500', ask: (db) => readEpisodes(db, [500]) },
  { name: 'categories', ask: (db) => readCategories(db, '19') },
]

/** Offsets that only the large catalogue has, so there is no comparison. */
const deep: BenchmarkCase[] = [
  episodes('offset 10000', { limit: '100', offset: '10000' }),
  episodes('offset 10000 of all zeros', { limit: '100', offset: '10000', ordering: 'like_count' }),
  series('offset 10000', { limit: '100', offset: '10000' }),
]

/** Fills the catalogue up to `count` episodes, through the triggers that maintain the listings. */
async function fill(owner: pg.Client, from: number, count: number) {
  const batch = 50_000
  for (let at = from; at < count; at += batch) {
    const first = Math.floor(at / perSeries) + 1
    const last = Math.floor(Math.min(at + batch, count) / perSeries)
    await owner.query(
      `insert into people (name) select '사람 ' || i from generate_series($1::int, $2::int) i`,
      [first, last],
    )
    await owner.query(
      `insert into series (id, title, synopsis, category_ids, age_rating, released_on, is_completed, is_series,
         is_dubbed, viewer_count, review_count, rating_sum)
       select i, '작품 ' || md5(i::text), repeat('줄거리 ', 20),
         case when i % 2000 = 30 then '{8,6}' else array[1 + i % 4, 5 + i % 2] end::smallint[],
         (array['ALL', '12', '15', '19'])[1 + i % 4], date '2000-01-01' + i % 9000, i % 3 = 0, i % 5 <> 0,
         i % 40 = 10, case when i % 2 = 0 then (random() * 1e6)::int else 0 end, i % 3, (i % 3) * (1 + i % 10)
       from generate_series($1::int, $2::int) i`,
      [first, last],
    )
    await owner.query(
      `insert into credits (series_id, person_id, role)
       select i, 1 + (i * 7 + n) % $2::int, 'cast' from generate_series($1::int, $2::int) i, generate_series(0, 5) n
       on conflict do nothing`,
      [first, last],
    )
    await owner.query(
      `insert into seasons (id, series_id, number, title)
       select i, i, 1, '시즌 1' from generate_series($1::int, $2::int) i`,
      [first, last],
    )
    await owner.query(
      `insert into episodes (series_id, season_id, number, title, synopsis, orientation, is_free, price, runtime,
         released_at, viewer_count, video_state)
       select i, i, n, n || '화', repeat('이야기 ', 20), case when i % 2000 = 30 then 'vertical' else 'horizontal' end,
         n = 1, case when n = 1 then 0 else 1500 end, 2400, timestamptz '2010-01-01' + i % 5000 * interval '1 day',
         case when (i + n) % 2 = 0 then (random() * 1e6)::int else 0 end, 'ready'
       from generate_series($1::int, $2::int) i, generate_series(1, ${perSeries}) n`,
      [first, last],
    )
  }
  await owner.query(`insert into trending_series (series_id, score)
    select id, random() + 1 from series order by id limit 100 on conflict do nothing`)
  await owner.query('vacuum analyze')
}

/** Builds the listings' indexes after their rows, which takes a tenth of the time. */
async function fillLarge(owner: pg.Client, count: number) {
  const { rows } = await owner.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where tablename in ('series_listings', 'episode_listings') and indexname not like '%_pkey'`,
  )
  for (const { indexname } of rows) await owner.query(`drop index ${indexname}`)
  await fill(owner, 0, count)
  for (const { indexdef } of rows) await owner.query(indexdef)
  await owner.query('vacuum analyze')
}

const size = Number(process.env['EPISODES'] ?? 1_000_000)
const runs = 41
/** The greatest ratio of the large to the small catalogue. */
const maxRatio = 1.5

/**
 * Median milliseconds of each of `works`, measured alternately so that machine slowdowns affect all. Excludes the first
 * round.
 */
async function mediansOf(works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let run = 0; run <= runs; run++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now()
      await work()
      if (run > 0) times[index]?.push(performance.now() - start)
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[(runs - 1) / 2] ?? Number.NaN)
}

type Plan = {
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Node Type': string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** Opens a database of the cluster and records the statements sent to it. */
function open(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // A connection may report an error when the cluster stops.
  pool.on('error', () => {})
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  return { pool, db, sent: () => sent.splice(0) }
}

/** Counts the 8 KB pages that an endpoint's queries read, and finds searches other than index scans. */
async function explain({ pool, db, sent }: ReturnType<typeof open>, ask: BenchmarkCase['ask']) {
  sent()
  await ask(db)
  let pages = 0
  const searches = new Set<string>()
  for (const { sql, parameters } of sent()) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [
      ...parameters,
    ])
    const plan = rows[0]['QUERY PLAN'][0].Plan as Plan
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    for (const node of nodes(plan)) {
      const table = node['Relation Name']
      if (node['Node Type'] === 'Seq Scan' && table && !fixed.has(table))
        searches.add(`scans ${table}`)
    }
  }
  return { pages, searches: [...searches].join(', ') }
}

/** Tables whose size does not depend on the catalogue. */
const fixed = new Set(['categories', 'age_ratings', 'listing_counts'])

export async function benchCatalogue(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-'))
  const embedded = await startEmbedded(folder, { durable: false })
  const at = (url: string, name: string) => url.replace(/[^/]*$/, name)
  const large = open(embedded.url)
  const small = open(at(embedded.url, 'small'))
  const owner = new pg.Client({ connectionString: embedded.owner_url })
  const smallOwner = new pg.Client({ connectionString: at(embedded.owner_url, 'small') })
  try {
    await owner.connect()
    await owner.query('create database small')
    await smallOwner.connect()
    await migrate(at(embedded.owner_url, 'small'))
    await migrate(embedded.owner_url)
    await fill(smallOwner, 0, 1_000)
    const start = performance.now()
    await fillLarge(owner, size)
    const { rows } = await owner.query(
      `select pg_size_pretty(pg_database_size(current_database())) as all,
         pg_size_pretty(pg_indexes_size('episode_listings')) as indexes,
         (select count(*) from episodes) as episodes, (select count(*) from series) as series`,
    )
    console.log(
      `${rows[0].episodes} episodes of ${rows[0].series} series in ${Math.round((performance.now() - start) / 1e3)} s; ` +
        `database ${rows[0].all}, of it indexes of the episode listing ${rows[0].indexes}\n`,
    )
    const results: Row[] = []
    for (const { name, ask } of cases) {
      const [before = 0, after = 0] = await mediansOf([() => ask(small.db), () => ask(large.db)])
      const { pages, searches } = await explain(large, ask)
      const ratio = after / before
      results.push({
        name,
        ours: `${milliseconds(after)}, ${pages} pages ${searches}`.trim(),
        baseline: `${milliseconds(before)} of 1,000 episodes`,
        ratio,
        bar: `<= ${maxRatio}`,
        ok: ratio <= maxRatio,
      })
    }
    for (const { name, ask } of deep) {
      const [after = 0] = await mediansOf([() => ask(large.db)])
      const { pages, searches } = await explain(large, ask)
      const ours = `${milliseconds(after)}, ${pages} pages ${searches}`.trim()
      results.push({ name, ours, baseline: '', bar: '' })
    }
    // The lists of 오늘의 인기 before and after it was ranked by the views of the last day.
    const [allTime = 0, ofToday = 0] = await mediansOf([
      () => listSeries(large.db, seriesCall.query.parse({ limit: '15' })),
      () => listTrending(large.db, 15, '19'),
    ])
    results.push({
      name: 'trending',
      ours: milliseconds(ofToday),
      baseline: `${milliseconds(allTime)} by all-time views`,
      ratio: ofToday / allTime,
      bar: '',
    })
    return results
  } finally {
    await owner.end()
    await smallOwner.end()
    await large.db.destroy()
    await small.db.destroy()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
