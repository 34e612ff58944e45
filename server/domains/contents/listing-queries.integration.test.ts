import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import { isYesOrNo, seriesFilters } from '#contract/contents/listing-filters.ts'
import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'
import { listEpisodes as readEpisodeList } from './listing-queries.ts'

const { listSeries, listEpisodes } = endpoints.contents
const ages = ['ALL', '12', '15', '19']
/** The filters that are yes or no. The work with the number `n` passes the filter at `index` if it is a multiple of `periods[index]`. */
const flags = Object.entries(seriesFilters)
  .filter(([, values]) => isYesOrNo(values))
  .map(([name]) => name as 'is_series' | 'is_completed' | 'is_dubbed')
const periods = [2, 3, 7, 11, 13, 17]
const categories = [[1, 6], [2, 5], [3], [], [8, 6, 2]]

let app: ContentsTestApp
let series: SeriesCard[]
let episodes: (Episode & { categories: number[] })[]

/** Small numbers, so that every order has many ties. */
beforeAll(async () => {
  app = await openContentsTestApp()
  for (let i = 0; i < 40; i++) {
    await makeSeries(
      app,
      {
        title: `제목 ${'나가다'[i % 3]}${i}`,
        category_ids: categories[i % 5],
        age_rating: ages[i % 4],
        ...Object.fromEntries(flags.map((name, at) => [name, i % (periods[at] ?? 0) === 0])),
        released_on: [null, '2009-12-31', '2010-01-01', '2019-12-31'][i % 4] ?? null,
        viewer_count: i % 3,
        like_count: i % 2,
        review_count: i % 2,
        rating_sum: (i % 2) * (1 + (i % 7)),
        created_at: `2021-01-0${(i % 5) + 1}T00:00:00Z`,
      },
      Array.from({ length: 3 }, (_, n) => ({
        orientation: (i + n) % 3 === 0 ? 'vertical' : 'horizontal',
        is_free: n === 0,
        price: n === 0 ? 0 : 1000,
        // The free episode is no reason to take a plan.
        in_subscription: n === 0 || i % 6 === 0,
        viewer_count: (i + n) % 4,
        like_count: n % 2,
        review_count: n % 2,
        rating_sum: (n % 2) * (1 + (i % 5)),
        released_at: (i + n) % 5 === 0 ? null : `2022-01-0${((i + n) % 5) + 1}T00:00:00Z`,
      })),
    )
  }
  const hidden = await makeSeries(app, { is_hidden: true, viewer_count: 99 }, [
    { viewer_count: 99 },
  ])
  await app.transact((tx) =>
    sql`update episodes set is_hidden = true where series_id % 4 = 0 and number = 3`.execute(tx),
  )
  const { rows } = await sql<{
    id: number
  }>`select id from series where id <> ${hidden.id}`.execute(app.db)
  series = await Promise.all(
    rows.map(async ({ id }) => (await app.call(endpoints.contents.readSeries, { id })).value),
  )
  const visible = await sql<{ id: number; category_ids: number[] }>`
    select e.id, s.category_ids from episodes e join series s on s.id = e.series_id
    where not e.is_hidden and not s.is_hidden`.execute(app.db)
  episodes = await Promise.all(
    visible.rows.map(async ({ id, category_ids }) => ({
      ...(await app.call(endpoints.contents.readEpisode, { id })).value,
      categories: category_ids,
    })),
  )
})
afterAll(() => app.close())

/** A simple reference for the order of lists: by the field, absent values lowest, ties by ascending id. */
function sorted<T extends { id: number }>(list: T[], ordering: string): number[] {
  const descending = ordering.startsWith('-')
  const field = ordering.replace('-', '') as keyof T
  const value = (item: T) =>
    item[field] ?? (typeof item[field] === 'object' && field === 'rating_average' ? 0 : '')
  return list
    .toSorted((a, b) => {
      const [x, y] = [value(a), value(b)]
      if (x === y) return a.id - b.id
      return x < y === descending ? 1 : -1
    })
    .map(({ id }) => id)
}

async function seriesIds(query: Record<string, string | number | boolean>) {
  const { value } = await app.call(listSeries, { query: { limit: 100, ...query } })
  return { count: value.count, ids: value.results.map(({ id }) => id) }
}
async function episodeIds(query: Record<string, string | number | boolean>) {
  const { value } = await app.call(listEpisodes, { query: { limit: 100, ...query } })
  return { count: value.count, ids: value.results.map(({ id }) => id) }
}

/** 0 without a date. */
const yearOf = (card: SeriesCard) => Number(card.released_on?.slice(0, 4) ?? 0)
const both = (fields: string[]) => fields.flatMap((field) => [field, `-${field}`])

describe('ordering, with ties by ascending id', () => {
  const created = new Map<number, string>()
  const figures = ['viewer_count', 'rating_average', 'like_count', 'review_count']

  test.each(both(['released_on', 'title', 'created_at', ...figures]))(
    'series by %s',
    async (ordering) => {
      const { rows } = await sql<{
        id: number
        created_at: string
      }>`select id, created_at from series`.execute(app.db)
      for (const row of rows) created.set(row.id, row.created_at)
      const dated = series.map((card) => ({ ...card, created_at: created.get(card.id) ?? '' }))
      const { count, ids } = await seriesIds({ ordering })
      expect(ids).toEqual(sorted(dated, ordering))
      expect(count).toBe(series.length)
    },
  )

  test.each(both(['number', 'released_at', ...figures]))('episodes by %s', async (ordering) => {
    const first = await episodeIds({ ordering })
    const second = await episodeIds({ ordering, offset: 100 })
    expect([...first.ids, ...second.ids]).toEqual(sorted(episodes, ordering))
    expect(first.count).toBe(episodes.length)
  })

  test.each(both(['number', 'viewer_count']))('episodes of one series by %s', async (ordering) => {
    const id = series[5]?.id ?? 0
    const of = episodes.filter((episode) => episode.series.id === id)
    expect((await episodeIds({ series: id, ordering })).ids).toEqual(sorted(of, ordering))
  })
})

describe('filters, single and combined', () => {
  /** Their numbers end the titles of works. */
  const numberOf = ({ title }: SeriesCard) => Number(title.slice('제목 나'.length))
  const has = (card: SeriesCard, flag: (typeof flags)[number]) =>
    numberOf(card) % (periods[flags.indexOf(flag)] ?? 0) === 0
  const isInPlans = (card: SeriesCard) => numberOf(card) % 6 === 0
  const isIn = (card: SeriesCard, category: number) =>
    card.categories.some(({ id }) => id === category)
  const seriesCases: [Record<string, string | number | boolean>, (card: SeriesCard) => boolean][] =
    [
      [{ category: 6 }, (card) => card.categories.some(({ id }) => id === 6)],
      [{ category: 7 }, () => false],
      [{ category: 40_000 }, () => false],
      [{ category: 106 }, () => false],
      ...flags.flatMap((flag): typeof seriesCases => [
        [{ [flag]: true }, (card) => has(card, flag)],
        [{ [flag]: false, category: 6 }, (card) => !has(card, flag) && isIn(card, 6)],
      ]),
      [{ is_dubbed: true, is_series: true }, (card) => has(card, 'is_dubbed') && card.is_series],
      [{ access: 'free' }, () => true],
      [{ access: 'plan', category: 2 }, (card) => isInPlans(card) && isIn(card, 2)],
      [{ access: 'plan', is_dubbed: true }, (card) => isInPlans(card) && has(card, 'is_dubbed')],
      [{ age_rating: '15' }, (card) => card.age_rating === '15'],
      [{ released_from: 2010, released_to: 2019 }, (card) => yearOf(card) >= 2010],
      [{ released_to: 2009 }, (card) => yearOf(card) === 2009],
      [{ released_from: 2011 }, (card) => yearOf(card) === 2019],
      [{ released_from: 2019, released_to: 2009 }, () => false],
      [
        { category: 2, is_series: true, released_from: 2010 },
        (card) =>
          card.is_series && yearOf(card) >= 2010 && card.categories.some(({ id }) => id === 2),
      ],
      [
        { category: 2, is_series: true, is_completed: false, age_rating: 'ALL' },
        (card) =>
          card.categories.some(({ id }) => id === 2) &&
          card.is_series &&
          !card.is_completed &&
          card.age_rating === 'ALL',
      ],
    ]
  test.each(seriesCases)('series %o', async (query, passes) => {
    const expected = series.filter(passes)
    expect(await seriesIds(query)).toEqual({
      count: expected.length,
      ids: sorted(expected, '-viewer_count'),
    })
  })

  const vertical = (episode: Episode) => episode.episode_video_orientation === 'vertical'
  const episodeCases: [
    Record<string, string | number | boolean>,
    (episode: Episode & { categories: number[] }) => boolean,
  ][] = [
    [{ category: 8 }, (episode) => episode.categories.includes(8)],
    [{ is_series: true }, (episode) => episode.series.is_series],
    [{ episode_video_orientation: 'vertical' }, vertical],
    [{ is_free: true }, (episode) => episode.is_free],
    [
      { category: 6, is_series: true, episode_video_orientation: 'horizontal', is_free: false },
      (episode) =>
        episode.categories.includes(6) &&
        episode.series.is_series &&
        !vertical(episode) &&
        !episode.is_free,
    ],
  ]
  test.each(episodeCases)('episodes %o', async (query, passes) => {
    const expected = episodes.filter(passes)
    const { count, ids } = await episodeIds(query)
    expect(count).toBe(expected.length)
    expect(ids).toEqual(sorted(expected, '-viewer_count').slice(0, 100))
  })

  test('episodes of a season, free ones', async () => {
    const { id, season } = episodes[0] ?? { id: 0, season: { id: 0 } }
    expect(await episodeIds({ season: season.id, is_free: true })).toEqual({ count: 1, ids: [id] })
    expect(await episodeIds({ season: 2_147_483_647 })).toEqual({ count: 0, ids: [] })
  })

  test('series of a person, in a category', async () => {
    const [works, others] = [series.slice(0, 5), series.slice(5, 6)]
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into people (name) values ('김한편') returning id`,
    )
    const person = rows[0]?.id ?? 0
    for (const { id } of works) {
      await app.pool.query(
        `insert into credits (series_id, person_id, role) values ($1, $2, 'cast'), ($1, $2, 'writer')`,
        [id, person],
      )
    }
    expect(await seriesIds({ person })).toEqual({ count: 5, ids: sorted(works, '-viewer_count') })
    const korean = works.filter((card) => card.categories.some(({ id }) => id === 6))
    expect((await seriesIds({ person, category: 6 })).count).toBe(korean.length)
    expect((await seriesIds({ person })).ids).not.toContain(others[0]?.id)
  })
})

test('returns pages without gap or overlap, and an empty page after the end', async () => {
  const all = sorted(episodes, '-released_at')
  const paged: number[] = []
  for (let offset = 0; offset < all.length; offset += 7) {
    paged.push(...(await episodeIds({ ordering: '-released_at', limit: 7, offset })).ids)
  }
  expect(paged).toEqual(all)
  expect(await episodeIds({ offset: 10_000 })).toEqual({ count: all.length, ids: [] })
})

describe('episodes within the limit of a profile', () => {
  test.each(['ALL', '12', '15'] as const)('%s, filtered and ordered', async (limit) => {
    const allowed = ages.slice(0, ages.indexOf(limit) + 1)
    for (const query of [{}, { category: '2' }, { is_free: 'true', ordering: 'number' }]) {
      const parsed = listEpisodes.query.parse({ limit: '100', ...query })
      const page = await readEpisodeList(app.db, parsed, limit)
      const expected = episodes.filter(
        (episode) =>
          allowed.includes(episode.age_rating) &&
          (parsed.category === undefined || episode.categories.includes(parsed.category)) &&
          (parsed.is_free === undefined || episode.is_free === parsed.is_free),
      )
      expect(expected.length).toBeGreaterThan(0)
      expect(page.count).toBe(expected.length)
      expect(page.results.map(({ id }) => id)).toEqual(sorted(expected, parsed.ordering))
    }
  })
})

describe('listing tables', () => {
  /** The listings and counts that differ from the tables. */
  async function findDifferences() {
    const { rows } = await sql<{ place: string }>`
      (select 'series' as place from ((table series_listings except table series_listing_source)
        union all (table series_listing_source except table series_listings)) as d)
      union all
      (select 'episodes' from ((table episode_listings except table episode_listing_source)
        union all (table episode_listing_source except table episode_listings)) as d)
      union all
      (select 'upcoming' from ((table upcoming_series except table upcoming_series_source)
        union all (table upcoming_series_source except table upcoming_series)) as d)
      union all
      (select 'counts' from (
        select 'series' as listing, category_id, kind, count(*)::int from series_listing_source group by 2, 3
        union all select 'rated_episodes', category_id, kind + 8 * rank, count(*)::int
        from episode_listing_source group by 2, 3
        except select listing, category_id, kind, count from listing_counts) as d)
      union all
      (select 'counts left over' from listing_counts c where count <> 0 and not exists (
        select from (select 'series' as listing, category_id, kind from series_listing_source
          union all select 'rated_episodes', category_id, kind + 8 * rank from episode_listing_source) as t
        where t.listing = c.listing and t.category_id = c.category_id and t.kind = c.kind))`.execute(
      app.db,
    )
    return rows.map(({ place }) => place)
  }

  test('agree with the tables after every kind of write', async () => {
    const steps = [
      `update series set category_ids = '{4}' where id % 3 = 0`,
      `update series set category_ids = '{}' where id % 7 = 0`,
      `update series set is_hidden = not is_hidden where id % 5 = 0`,
      `update series set is_series = not is_series, age_rating = '19' where id % 4 = 1`,
      ...flags.map((flag) => `update series set ${flag} = not ${flag} where id % 3 = 1`),
      `update series set viewer_count = viewer_count + id % 3, title = title || '!'`,
      `update episodes set is_hidden = not is_hidden where id % 3 = 0`,
      `update episodes set orientation = 'vertical', is_free = true, price = 0 where id % 4 = 0`,
      `update episodes set viewer_count = viewer_count + 1, released_at = now() where id % 2 = 0`,
      `update episodes set video_state = 'none', is_announced = id % 2 = 0 where id % 5 > 1`,
      `update series set is_announced = id % 2 = 0`,
      `update episodes set released_at = now() + interval '1 day' where id % 4 = 1`,
      `update episodes set video_state = 'preparing' where id % 3 = 1`,
      `delete from episodes where id % 6 = 0`,
      `delete from seasons where id % 6 = 0`,
      `delete from series where id % 8 = 0`,
      `update series set is_hidden = false`,
      `insert into series (title, age_rating, is_series, category_ids)
         select '묶음 ' || i, '12', true, '{1,1,6}' from generate_series(1, 100) i`,
      `with s as (insert into series (title, age_rating, is_series, category_ids) values ('한 번에', '12', false, '{2}') returning id),
         t as (insert into seasons (series_id, number, title) select id, 1, '본편' from s returning id, series_id)
         insert into episodes (series_id, season_id, number, title, video_state) select series_id, id, 1, '한 번에', 'ready' from t`,
      `delete from series`,
    ]
    for (const step of steps) {
      await app.pool.query(step)
      expect([step, await findDifferences()]).toEqual([step, []])
    }
  })

  test('agree with the tables when a series is hidden while an episode is added', async () => {
    const { id, season_id } = await makeSeries(app, { category_ids: [3] }, [{ viewer_count: 1 }])
    const writes = [
      `insert into episodes (series_id, season_id, number, title) values (${id}, ${season_id}, 2, '새 화')`,
      `update episodes set viewer_count = viewer_count + 1 where series_id = ${id}`,
    ]
    for (const write of writes) {
      const hideClient = await app.pool.connect()
      const writeClient = await app.pool.connect()
      try {
        const { rows } = await writeClient.query('select pg_backend_pid() as pid')
        await hideClient.query('begin')
        await hideClient.query('update series set is_hidden = not is_hidden where id = $1', [id])
        let isDone = false
        const written = writeClient.query(write).finally(() => (isDone = true))
        const waits = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`
        while (!isDone && (await app.pool.query(waits, [rows[0].pid])).rows.length === 0);
        await hideClient.query('commit')
        await written
        expect([write, await findDifferences()]).toEqual([write, []])
      } finally {
        hideClient.release()
        writeClient.release()
      }
    }
  })

  test('agree with the tables when the last two public episodes lose their films at once', async () => {
    const { id, episode_ids } = await makeSeries(app, { is_announced: true }, [{}, {}])
    const [first, second] = [await app.pool.connect(), await app.pool.connect()]
    try {
      const close = `update episodes set video_state = 'none' where id = $1`
      const { rows } = await second.query('select pg_backend_pid() as pid')
      await first.query('begin')
      await first.query(close, [episode_ids[0]])
      const closed = second.query(close, [episode_ids[1]])
      const waits = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`
      await expect
        .poll(async () => (await app.pool.query(waits, [rows[0].pid])).rows.length)
        .toBe(1)
      await first.query('commit')
      await closed
      expect(await findDifferences()).toEqual([])
      const { value } = await app.call(endpoints.contents.readSeries, { id })
      expect(value).toMatchObject({ is_upcoming: true, episode_count: 0 })
    } finally {
      first.release()
      second.release()
    }
  })

  test('are read-only for the application role', async () => {
    const refused = expect.objectContaining({ code: '42501' })
    await expect(app.pool.query('delete from episode_listings')).rejects.toEqual(refused)
    await expect(app.pool.query('update listing_counts set count = 0')).rejects.toEqual(refused)
    await expect(app.pool.query('select rebuild_series_listing(array[1])')).rejects.toEqual(refused)
  })
})
