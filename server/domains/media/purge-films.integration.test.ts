import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let cache: Server
let received: string[] = []
let status = 204

beforeAll(async () => {
  cache = createServer((request, response) => {
    received.push(`${request.method} ${request.headers['surrogate-key'] as string}`)
    response.writeHead(status).end()
  })
  cache.listen(0, '127.0.0.1')
  await once(cache, 'listening')
  const { port } = cache.address() as AddressInfo
  app = await openTestApp({ env: { MEDIA_PURGE_URLS: `varnish://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await app.close()
  cache.close()
})
beforeEach(() => {
  received = []
  status = 204
})

const newAsset = async () => {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into media_assets (state, source_name, duration, orientation, ready_at)
     values ('ready', 'film', 60, 'horizontal', now()) returning id`,
  )
  return rows[0]!.id
}

/** A free episode with a film, of a series with a trailer. */
async function makeFilm() {
  const [episode_id = 0] = await makeEpisodes(app, [{}])
  const [film, trailer] = [await newAsset(), await newAsset()]
  await app.pool.query(`update episodes set asset_id = $2, video_state = 'ready' where id = $1`, [
    episode_id,
    film,
  ])
  const { rows } = await app.pool.query<{ id: number }>(
    `update series set trailer_asset_id = $2 where id = (select series_id from episodes where id = $1) returning id`,
    [episode_id, trailer],
  )
  return { episode_id, series_id: rows[0]!.id, film, trailer }
}

const purges = async () => (await readJobs(app)).filter(({ task }) => task === 'purge_films').length

describe('a film is purged from caches', () => {
  const episode = (set: string) => `update episodes set ${set} where id = $1`
  const series = (set: string) => `update series set ${set} where id = $2`
  test.each([
    ['when its episode is withdrawn', episode('is_hidden = true'), ['film']],
    ['when it becomes paid', episode('is_free = false, price = 900'), ['film']],
    ['when its episode gets another film', episode('asset_id = null'), ['film']],
    ['when its episode is deleted', 'delete from episodes where id = $1', ['film']],
    ['when its work is withdrawn', series('is_hidden = true'), ['film', 'trailer']],
    ['when its work is rated 19', series(`age_rating = '19'`), ['film', 'trailer']],
    ['when it is no trailer any more', series('trailer_asset_id = null'), ['trailer']],
  ] as const)('%s', async (_, change, expected) => {
    const made = await makeFilm()
    const before = await purges()
    const values = change.includes('$2') ? [made.episode_id, made.series_id] : [made.episode_id]
    await app.pool.query(change.includes('$1') ? change : `${change} and $1 > 0`, values)
    expect(await purges()).toBe(before + 1)
    const worker = await app.work()
    await expect
      .poll(() => received)
      .toEqual(expect.arrayContaining(expected.map((name) => `PURGE film-${made[name]}`)))
    await worker.stop()
  })
})

test('edits that withdraw nothing purge nothing', async () => {
  const { episode_id, series_id } = await makeFilm()
  const before = await purges()
  for (const set of [`title = 'x'`, 'is_hidden = false', 'is_free = true', 'like_count = 5'])
    await app.pool.query(`update episodes set ${set} where id = $1`, [episode_id])
  for (const set of [`title = 'x'`, `age_rating = '15'`, 'viewer_count = 5'])
    await app.pool.query(`update series set ${set} where id = $1`, [series_id])
  expect(await purges()).toBe(before)
})

test('a change that is rolled back purges nothing', async () => {
  const { episode_id } = await makeFilm()
  const before = await purges()
  await app.pool.query('begin; update episodes set is_hidden = true; rollback')
  expect(episode_id).toBeGreaterThan(0)
  expect(await purges()).toBe(before)
})

test('a purge is repeated until the cache confirms it, and once more for what servers let in meanwhile', async () => {
  status = 503
  const before = await purges()
  await expect(app.workNow('purge_films', { asset_ids: [7, 8] })).rejects.toThrow('503')
  expect(await purges()).toBe(before + 1)
  status = 204
  received = []
  await app.workNow('purge_films', { asset_ids: [7, 8], is_repeated: true })
  expect(received).toEqual(['PURGE film-7', 'PURGE film-8'])
})
