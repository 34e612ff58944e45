import { playback } from '#contract/contents/playback.ts'
import { contents } from '#contract/contents/contents.ts'
import { expectProblem, openTestAppForTest } from '#test/app/test-app.ts'
import { expect, it } from 'vitest'
import { seedCatalogue } from './seed-catalogue.ts'

it('makes the film that a viewer opens before the others', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const { rows } = await app.pool.query<{ id: number }>(
    `select max(id) as id from episodes where video_state = 'preparing'`,
  )
  const id = rows[0]?.id ?? 0
  const open = () => expectProblem(app.call(playback.readVideo, { params: { id }, query: {} }))
  for (let press = 0; press < 3; press++)
    expect(await open()).toMatchObject({ code: 'video_not_ready', encoding: { progress: 0 } })
  const isQueued = async (episode: number) =>
    (await app.pool.query(`select job_is_queued('expedite_demo_film:${episode}') as is_queued`))
      .rows[0]
  await expect.poll(() => isQueued(id)).toEqual({ is_queued: true })
  expect(await isQueued(id - 1)).toEqual({ is_queued: false })
})

it('shows no work before its images are drawn', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now(), { is_hidden: true })
  const list = () => app.call(contents.listSeries, { query: {} })
  expect((await list()).count).toBe(0)
  await app.workNow('render_demo_artwork', { work_id: 44 })
  await expect.poll(async () => (await list()).results.map(({ id }) => id)).toEqual([44])
  const { results } = await list()
  expect(results[0]?.poster_url).not.toBeNull()
}, 90_000)
