import { endpoints } from '#contract/index.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { registerEncodedFilm } from '#test/fixtures/generated-films.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const patience = { timeout: 70_000, interval: 60 }
const { studio_uploads, studio_catalogue } = endpoints

let app: TestApp
let staff: TestMember
let worker: JobRunner
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
  worker = await app.work()
})
afterAll(async () => {
  await worker.stop()
  await app.close()
})

const readAsset = (id: number) => staff.call(studio_uploads.readAsset, { params: { id } })

/** Uploads a film for an episode and waits until it is encoded. */
async function upload(episode_id: number, filter?: string) {
  const film = { size: '192x108', seconds: 6, ...(filter && { filter }) }
  const id = await registerEncodedFilm(app, film, { episode_id, priority: 1 })
  await vi.waitUntil(async () => (await readAsset(id)).state === 'ready', patience)
  return readAsset(id)
}

/** An episode without a picture and without a film. */
async function makeEpisode() {
  const [id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
  const { rows } = await app.pool.query<{ series_id: number; season_id: number }>(
    'select series_id, season_id from episodes where id = $1',
    [id],
  )
  return { id, ...rows[0]! }
}
type TestEpisode = Awaited<ReturnType<typeof makeEpisode>>

/** The still in the list of episodes, past the cache. */
async function listedStill({ id, season_id }: TestEpisode) {
  const { results } = await app.call(endpoints.contents.listEpisodes, {
    query: { season: season_id },
  })
  return results.find((episode) => episode.id === id)?.thumbnail_url
}
const stillOf = async ({ id }: TestEpisode) =>
  (await app.call(endpoints.contents.readEpisode, { params: { id } })).thumbnail_url
const studioEpisode = async ({ id, series_id }: TestEpisode) =>
  (await staff.call(studio_catalogue.readWork, { params: { id: series_id } })).seasons
    .flatMap(({ episodes }) => episodes)
    .find((episode) => episode.id === id)!
const uploadPicture = async (episode: TestEpisode) => {
  const { version } = await studioEpisode(episode)
  await staff.call(studio_catalogue.updateEpisode, {
    params: { id: episode.id },
    body: { version, changes: { thumbnail: { key: 'own-picture', color: '#123456' } } },
  })
}

test('an uploaded film gives its episode a still, which its replacement replaces and its detachment removes', async () => {
  const episode = await makeEpisode()
  const film = await upload(episode.id)
  expect(film).toMatchObject({ is_poster_automatic: true, has_other_thumbnail: false })
  await expect.poll(() => listedStill(episode)).toBe(film.poster)
  for (const width of [240, 400, 640]) {
    const response = await app.fetch(film.poster!.replace(/\d+\.webp$/, `${width}.webp`))
    expect([width, response.status]).toEqual([width, 200])
  }
  expect(await studioEpisode(episode)).toMatchObject({ is_thumbnail_automatic: true })
  expect(film.still_times.length).toBeGreaterThan(1)
  expect(film.still_times.every((at) => at > 0.3 && at < 5.7)).toBe(true)

  const replacement = await upload(episode.id, 'hue=h=120')
  expect(replacement.poster).not.toBe(film.poster)
  await expect.poll(() => stillOf(episode)).toBe(replacement.poster)
  await staff.call(studio_uploads.attachAsset, {
    params: { id: replacement.id },
    body: { episode_id: null },
  })
  expect((await studioEpisode(episode)).thumbnail).toBeNull()
})

test('a frame that staff chose is no longer automatic and survives a replacement', async () => {
  const episode = await makeEpisode()
  const film = await upload(episode.id)
  const at = film.still_times.at(-1)!
  const chosen = await staff.call(studio_uploads.setPoster, {
    params: { id: film.id },
    body: { at },
  })
  expect(chosen).toMatchObject({ is_poster_automatic: false, has_other_thumbnail: false })
  expect(await studioEpisode(episode)).toMatchObject({ is_thumbnail_automatic: false })
  await upload(episode.id, 'hue=h=120')
  await expect.poll(() => stillOf(episode)).toBe(chosen.poster)
})

test('a picture that staff uploaded is kept, whether it was there before the film or replaced a still', async () => {
  const [before, after] = [await makeEpisode(), await makeEpisode()]
  await uploadPicture(before)
  const film = await upload(before.id)
  const other = await upload(after.id)
  await uploadPicture(after)
  for (const [episode, { id }] of [
    [before, film],
    [after, other],
  ] as const) {
    expect(await readAsset(id)).toMatchObject({ has_other_thumbnail: true })
    await staff.call(studio_uploads.attachAsset, { params: { id }, body: { episode_id: null } })
    expect((await studioEpisode(episode)).thumbnail).toMatchObject({ key: 'own-picture' })
  }
})

test('a film of black frames gives no still, so that its episode shows the placeholder', async () => {
  const episode = await makeEpisode()
  const film = await upload(episode.id, 'drawbox=c=black:t=fill')
  expect(film).toMatchObject({ poster: null, is_poster_automatic: false, still_times: [] })
  expect(await studioEpisode(episode)).toMatchObject({ thumbnail: null, video_state: 'ready' })
  expect(await listedStill(episode)).toBeNull()
})
