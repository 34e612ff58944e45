import { endpoints } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
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

  async function makeFilm(episode: Parameters<typeof makePlayable>[1][number], age = 'ALL') {
    const [id = 0] = await makePlayable(app, [episode], 100)
    const { rows } = await app.pool.query<{ series_id: number }>(
      `with asset as (
         insert into media_assets (state, source_name, duration, orientation, width, height, has_audio, renditions, ready_at)
         values ('ready', 'film.mp4', 100, 'horizontal', 1920, 1080, true, $2, now()) returning id),
       rated as (update series set age_rating = $3 where id = (select series_id from episodes where id = $1))
       update episodes set asset_id = asset.id from asset where episodes.id = $1 returning series_id`,
      [id, JSON.stringify(renditions), age],
    )
    return rows[0]?.series_id ?? 0
  }
  const read = (id: number) => app.call(endpoints.playback.readTrailer, { params: { id } })

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

  it('counts no view', async () => {
    const series_id = await makeFilm({ is_free: true })
    await read(series_id)
    const { rows } = await app.pool.query(`select viewer_count from series where id = $1`, [
      series_id,
    ])
    expect(rows).toEqual([{ viewer_count: 0 }])
  })
})
