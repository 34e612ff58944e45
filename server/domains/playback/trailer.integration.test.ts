import { endpoints } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { setTrailer } from '#server/domains/media/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trailerStart } from './trailer.ts'

describe('trailerStart', () => {
  const none = { opening: null, ending_start: null }
  it.each([
    [100, none, 10],
    [100, { opening: { start: 2, end: 31 }, ending_start: null }, 31],
    // Early enough for the whole clip.
    [20, { opening: { start: 0, end: 15 }, ending_start: null }, 12],
    [5, none, 0],
  ])('of %d seconds with %o is %d', (duration, markers, start) => {
    expect(trailerStart({ duration, markers })).toBe(start)
  })
})

describe('readTrailer', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  })
  afterAll(() => app.close())

  const renditions = [360, 720, 1080].map((rung) => ({
    rung,
    path: `v${rung}/index.m3u8`,
    codecs: `avc1.${rung}`,
  }))

  async function makeAsset(duration: number) {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into media_assets (state, source_name, duration, orientation, width, height, has_audio, renditions, ready_at)
       values ('ready', 'film.mp4', $2, 'horizontal', 1920, 1080, true, $1, now()) returning id`,
      [JSON.stringify(renditions), duration],
    )
    return rows[0]?.id ?? 0
  }

  async function makeFilm(episode: Parameters<typeof makePlayable>[1][number], age = 'ALL') {
    const [id = 0] = await makePlayable(app, [episode], 100)
    const { rows } = await app.pool.query<{ series_id: number }>(
      `with rated as (update series set age_rating = $3 where id = (select series_id from episodes where id = $1))
       update episodes set asset_id = $2 where id = $1 returning series_id`,
      [id, await makeAsset(100), age],
    )
    return rows[0]?.series_id ?? 0
  }

  /** Gives a work a trailer of 20 seconds. @returns the id of its asset. */
  async function addTrailer(series_id: number) {
    const id = await makeAsset(20)
    const folder = join(storageFolders(app.config).media_dir, String(id))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'main.m3u8'), '#EXTM3U\n')
    expect(await app.transact((tx) => setTrailer(tx, series_id, id))).toBeUndefined()
    return id
  }
  const read = (id: number, viewer: Pick<TestMember, 'call'> = app) =>
    viewer.call(endpoints.playback.readTrailer, { params: { id } })
  const statusOf = async (url: string | undefined, viewer: Pick<TestMember, 'fetch'> = app) =>
    (await viewer.fetch(url ?? '')).status

  it('has a clip of a free first episode in at most 720 lines', async () => {
    const series_id = await makeFilm({ is_free: true })
    const { series, clip } = await read(series_id)
    expect(series.id).toBe(series_id)
    expect(clip).toMatchObject({
      start: 10,
      videos: [{ height: 360 }, { height: 720, codecs: 'avc1.720' }],
      audio: { playlist_url: expect.stringMatching(/^\/media\/.+\/audio\/index\.m3u8$/) },
    })
    expect(clip?.videos[1]?.playlist_url).toMatch(/^\/media\/.+\/v720\/index\.m3u8$/)
  })

  it('has no clip of a sold film or one rated 19', async () => {
    const sold = await makeFilm({ is_free: false, price: 900 })
    const rated = await makeFilm({ is_free: true }, '19')
    expect((await read(sold)).clip).toBeNull()
    expect((await read(rated)).clip).toBeNull()
  })

  it('is the trailer of the work, also of a sold one, and its clip', async () => {
    const sold = await makeFilm({ is_free: false, price: 900 })
    expect(await read(sold)).toMatchObject({ clip: null, video: null })
    await addTrailer(sold)
    const { clip, video } = await read(sold)
    expect(clip?.start).toBe(2)
    expect(video).toMatchObject({ duration: 20, captions: [] })
    expect(await statusOf(video?.manifest_url)).toBe(200)
    const page = await app.call(endpoints.contents.readSeries, { params: { id: sold } })
    expect(page.has_trailer).toBe(true)
  })

  it('plays for guests while the work is announced, and no longer once it is not', async () => {
    const [episode_id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
    const { rows } = await app.pool.query<{ id: number }>(
      `update series set is_announced = true where id = (select series_id from episodes where id = $1) returning id`,
      [episode_id],
    )
    const id = rows[0]?.id ?? 0
    await addTrailer(id)
    const { series, video } = await read(id)
    expect(series.is_upcoming).toBe(true)
    expect(await statusOf(video?.manifest_url)).toBe(200)
    await app.pool.query(`update series set is_announced = false where id = $1`, [id])
    app.clock.advance(10_000)
    await expect.poll(() => statusOf(video?.manifest_url)).toBe(403)
  })

  it('plays the trailer of a work rated 19 for verified adults alone', async () => {
    const rated = await makeFilm({ is_free: true }, '19')
    await addTrailer(rated)
    expect(await read(rated)).toMatchObject({ clip: null, video: null })
    const adult = await makeMember(app, { adult_verified_until: '2199-01-01T00:00:00Z' })
    const { video } = await read(rated, adult)
    expect(await statusOf(video?.manifest_url, adult)).toBe(200)
  })

  it('refuses a film that an episode shows, one that was sold, and the trailer of another work', async () => {
    const first = await makeFilm({ is_free: true })
    const second = await makeFilm({ is_free: true })
    const trailer = await addTrailer(first)
    const { rows } = await app.pool.query<{ asset_id: number }>(
      `select asset_id from episodes where series_id = $1`,
      [second],
    )
    const encrypted = await makeAsset(20)
    await app.pool.query(
      `insert into content_keys (asset_id, secret_ciphertext) values ($1, 'x')`,
      [encrypted],
    )
    for (const id of [rows[0]?.asset_id ?? 0, encrypted, trailer])
      expect(await app.transact((tx) => setTrailer(tx, second, id))).toBe('asset_in_use')
    expect(await app.transact((tx) => setTrailer(tx, first, trailer))).toBeUndefined()
  })

  it('counts no view', async () => {
    const series_id = await makeFilm({ is_free: true })
    await read(series_id)
    const { rows } = await app.pool.query(`select viewer_count from series where id = $1`, [
      series_id,
    ])
    expect(rows).toEqual([{ viewer_count: 0 }])
  })
})
