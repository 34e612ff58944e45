import { contents } from '#contract/contents/contents.ts'
import { playback } from '#contract/playback/playback.ts'
import { search } from '#contract/search/search.ts'
import { expectProblem, openTestAppForTest } from '#test/app/test-app.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { expect, it } from 'vitest'
import { demoKey, seedCatalogue } from './seed-catalogue.ts'
import { heroWorks } from './activity/studio-texts.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { seedFilms } from './seed-films.ts'
import { FILM_KEYS, upcomingWorks, works } from './works/index.ts'

const dayMs = 86_400_000

it('announces works by date, the next within two weeks and the last without a date', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const { results } = await app.call(contents.listUpcoming, { query: { limit: 50 } })
  expect(results.map(({ title }) => title)).toEqual(upcomingWorks.map(({ title }) => title))
  const days = results.map(({ opens_at }) =>
    opens_at === null ? null : (Date.parse(opens_at) - app.clock.now().getTime()) / dayMs,
  )
  expect(days[0]).toBeGreaterThan(7)
  expect(days[0]).toBeLessThan(14)
  expect(days[1]).toBeGreaterThan(days[0]!)
  expect(days.at(-1)).toBeNull()
  const next = await app.call(contents.readSeries, { params: { id: results[0]!.id } })
  expect(next.upcoming_episodes.map(({ number, opens_at }) => [number, opens_at])).toEqual([
    [1, results[0]!.opens_at],
    [2, new Date(Date.parse(results[0]!.opens_at!) + 7 * dayMs).toISOString()],
  ])
  const { results: listed } = await app.call(contents.listSeries, { query: { limit: 50 } })
  expect(listed.filter(({ is_upcoming }) => is_upcoming)).toEqual([])
  const found = await app.call(search.search, { query: { q: results[0]!.title } })
  expect(found.results).toContainEqual(
    expect.objectContaining({
      series: expect.objectContaining({ title: results[0]!.title, is_upcoming: true }),
    }),
  )
})

it('offers no film of an upcoming work', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from episodes where is_announced order by released_at limit 1',
  )
  const refusal = await expectProblem(
    app.call(playback.readVideo, { params: { id: rows[0]!.id }, query: {} }),
  )
  expect(refusal).toMatchObject({ code: 'video_not_ready' })
  expect(refusal).not.toHaveProperty('encoding')
})

it('shows every work with its pictures from the first page on', async () => {
  const app = await openTestAppForTest()
  const { files } = storageFolders(app.config)
  await seedCatalogue(app.transact, app.clock.now(), files)
  const { results } = await app.call(contents.listSeries, { query: { limit: 50 } })
  expect(results.length).toBeGreaterThan(5)
  for (const { poster_url, title } of results) {
    expect(poster_url, title).not.toBeNull()
    expect((await app.fetch(poster_url!)).status, title).toBe(200)
  }
})

it('queues the films once, the first episode of each work with a first rendition', async () => {
  const app = await openTestAppForTest()
  const parts = { ...app, ...storageFolders(app.config) }
  await seedCatalogue(app.transact, app.clock.now())
  for (let start = 0; start < 2; start++) await seedFilms(parts, app.clock.now())
  const { rows } = await app.pool.query<{ title: string; captions: number }>(
    `select s.title, (select count(*)::int from media_caption_sources c where c.asset_id = a.id) as captions
     from encoding_queue() q join media_assets a on a.id = q.asset_id
     join episodes e on e.asset_id = a.id join series s on s.id = e.series_id order by q.place`,
  )
  expect(rows[0]).toEqual({ title: '달 세탁소', captions: 3 })
  expect(rows.length).toBe(FILM_KEYS.length)
  const { rows: assets } = await app.pool.query<{ key: string; import_key: string }>(
    `select 'first_rendition:' || e.asset_id as key, s.import_key from episodes e join series s on s.id = e.series_id`,
  )
  const first = (await readJobs(app))
    .filter(({ task }) => task === 'encode_first_rendition')
    .toSorted((a, b) => a.priority - b.priority)
    .map((job) => assets.find(({ key }) => key === job.key)?.import_key)
  expect(first.slice(0, heroWorks.length)).toEqual(heroWorks.map(demoKey))
  expect(first.toSorted()).toEqual(works.map(({ id }) => demoKey(id)).toSorted())
})
