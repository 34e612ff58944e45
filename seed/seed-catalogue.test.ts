import { contents } from '#contract/contents/contents.ts'
import { playback } from '#contract/contents/playback.ts'
import { search } from '#contract/contents/search.ts'
import { expectProblem, openTestAppForTest } from '#test/app/test-app.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { expect, it } from 'vitest'
import { seedCatalogue } from './seed-catalogue.ts'
import { upcomingWorks } from './works/index.ts'

const dayMs = 86_400_000

it('announces works by date, the next within two weeks and the last without a date', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now(), { is_hidden: true })
  expect((await app.call(contents.listUpcoming, { query: {} })).count).toBe(0)
  await app.pool.query('update series set is_hidden = false')
  const { results } = await app.call(contents.listUpcoming, { query: { limit: 50 } })
  expect(results.map(({ title }) => title)).toEqual(upcomingWorks.map(({ title }) => title))
  const days = results.map(({ opens_at }) =>
    opens_at === null ? null : (Date.parse(opens_at) - app.clock.now().getTime()) / dayMs,
  )
  expect(days[0]).toBeGreaterThan(7)
  expect(days[0]).toBeLessThan(14)
  expect(days[1]).toBeGreaterThan(14)
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

it('offers no film of an upcoming work, and makes it an hour before the release', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const { rows } = await app.pool.query<{ id: number; title: string; released_at: string }>(
    `select e.id, e.title, e.released_at from episodes e where e.is_announced order by e.released_at, e.number`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(
    upcomingWorks.filter((work) => work.released_on).length,
  )
  const [first] = rows
  const refusal = await expectProblem(
    app.call(playback.readVideo, { params: { id: first!.id }, query: {} }),
  )
  expect(refusal).toMatchObject({ code: 'video_not_ready' })
  expect(refusal).not.toHaveProperty('encoding')
  const tomorrow = Date.now() + dayMs
  const waiting = (await readJobs(app)).filter(({ run_at }) => run_at.getTime() > tomorrow)
  expect(waiting.map(({ task, run_at }) => [task, run_at.getTime()]).toSorted()).toEqual(
    rows.map(({ released_at }) => ['generate_demo_film', Date.parse(released_at) - 3_600_000]),
  )
})
