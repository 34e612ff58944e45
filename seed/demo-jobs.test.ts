// hard: draws and encodes two films (15 s of CPU).
import { playback } from '#contract/contents/playback.ts'
import { openTestAppForTest, ProblemResponseError } from '#test/app/test-app.ts'
import { expect, it } from 'vitest'
import { seedCatalogue } from './seed-catalogue.ts'

it('makes a film once, also when it is requested while it is being made', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const { rows } = await app.pool.query<{ id: number }>(
    `select e.id from episodes e join series s on s.id = e.series_id where s.import_key in ('demo:12', 'demo:44') order by e.price`,
  )
  const [free = 0, paid = 0] = rows.map(({ id }) => id)
  const seen: number[] = []
  const poll = setInterval(
    () =>
      void app.call(playback.readVideo, { params: { id: free }, query: {} }).catch((error) => {
        if (error instanceof ProblemResponseError) seen.push(error.problem.encoding?.progress ?? 1)
      }),
    200,
  )
  await Promise.all([
    app.workNow('generate_demo_film', { episode_id: free }),
    app.workNow('expedite_demo_film', { episode_id: free }),
  ]).finally(() => clearInterval(poll))
  expect(seen.filter((share) => share > 0 && share < 0.55).length).toBeGreaterThan(1)
  expect(seen.filter((share) => share > 0.55 && share < 1).length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  const { rows: drawings } = await app.pool.query('select * from film_drawings')
  expect(drawings).toEqual([])
  const video = await app.call(playback.readVideo, { params: { id: free }, query: {} })
  expect(video).toMatchObject({ max_height: 540, markers: { opening: { start: 0, end: 4 } } })
  expect(video.captions).toHaveLength(1)
  expect((await app.fetch(video.manifest_url)).status).toBe(200)
  await app.workNow('generate_demo_film', { episode_id: free })
  const { rows: assets } = await app.pool.query('select state from media_assets')
  expect(assets).toEqual([{ state: 'ready' }])
  const { rows: places } = await app.pool.query('select * from encoding_queue()')
  expect(places).toEqual([])

  await app.workNow('expedite_demo_film', { episode_id: paid })
  const { rows: keys } = await app.pool.query<{ preview_duration: number }>(
    'select preview_duration from content_keys',
  )
  expect(keys.map(({ preview_duration }) => preview_duration)).toEqual([8])
}, 240_000)
