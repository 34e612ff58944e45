import type { StaffRole } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { registerAsset } from '../assets/register-asset.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { registerEncodedFilm, registerTestUpload } from '#test/fixtures/generated-films.ts'
import { processesWith } from '#test/processes/worker-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const patience = { timeout: 70_000, interval: 60 }
const { studio_uploads } = endpoints

let app: TestApp
let staff: TestMember
let folders: ReturnType<typeof storageFolders>
let worker: JobRunner
beforeAll(async () => {
  app = await openTestApp()
  folders = storageFolders(app.config)
  staff = await makeMember(app, { is_staff: true })
  worker = await app.work()
})
afterAll(async () => {
  await worker.stop()
  await app.close()
})

const read = (id: number) => staff.call(studio_uploads.readAsset, { params: { id } })
async function becomes(id: number, state: string) {
  await vi.waitUntil(async () => (await read(id)).state === state, patience)
  return read(id)
}
const lastAct = async (subject_id: number) => {
  const query = { subject_kind: 'media_asset', subject_id }
  return (await staff.call(endpoints.studio.listAuditLog, { query })).results[0]
}
const caption = (text: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-subrip' },
  body: text,
})

test('cancels a running encode at once, keeps only its source and retries from it', async () => {
  const id = await registerTestUpload(app, { size: '640x360', seconds: 40 })
  const { source_file: source } = await app.db
    .selectFrom('media_assets')
    .select('source_file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await vi.waitUntil(
    async () => (await read(id)).state === 'encoding' && processesWith(source!).length > 0,
    patience,
  )
  const stopped = await staff.call(studio_uploads.cancelAsset, { params: { id } })
  expect(stopped).toMatchObject({ state: 'failed', error_code: 'cancelled', can_retry: true })
  expect(stopped.reason).toMatch(/[가-힣]/)
  await vi.waitUntil(() => processesWith(source!).length === 0, patience)
  await vi.waitUntil(async () => (await readdir(folders.media_dir)).length === 0, patience)
  expect(existsSync(join(folders.uploads_dir, source!))).toBe(true)
  await expect(staff.call(studio_uploads.cancelAsset, { params: { id } })).rejects.toMatchObject({
    problem: { code: 'conflict' },
  })
  expect(await lastAct(id)).toMatchObject({ kind: 'asset.cancelled', staff_id: staff.id })
  const again = await staff.call(studio_uploads.retryAsset, { params: { id } })
  // A worker may have taken the job before the response was read.
  expect(again.state).toBeOneOf(['uploaded', 'probing', 'encoding'])
  expect(again).toMatchObject({ error_code: null, can_retry: false })
  await vi.waitUntil(async () => (await read(id)).progress > 0.05, patience)
  await staff.call(studio_uploads.cancelAsset, { params: { id } })
  await vi.waitUntil(() => processesWith(source!).length === 0, { timeout: 5_000, interval: 20 })
  await staff.call(studio_uploads.deleteAsset, { params: { id } })
  expect(existsSync(join(folders.uploads_dir, source!))).toBe(false)
  await expect(read(id)).rejects.toMatchObject({ problem: { code: 'not_found' } })
})

test('fails a file that is not a video, keeps its source and fails again on retry', async () => {
  const file = join(app.config.data_dir, 'text.mp4')
  for (const [bytes, error_code] of [
    ['이건 영상이 아니에요. '.repeat(500), 'not_a_video'],
    [Buffer.alloc(50_000), 'not_a_video'],
  ] as const) {
    await writeFile(file, bytes)
    const deps = { ...app, ...folders, now: app.clock.now() }
    const id = await registerAsset(deps, { file, keep_source_on_failure: true })
    const failed = await becomes(id, 'failed')
    expect(failed).toMatchObject({ error_code, can_retry: true })
    expect(failed.reason).toMatch(/[가-힣]/)
    expect(failed.log.join('\n')).toContain(error_code)
    await staff.call(studio_uploads.retryAsset, { params: { id } })
    expect((await becomes(id, 'failed')).log.length).toBeGreaterThan(failed.log.length)
    await staff.call(studio_uploads.deleteAsset, { params: { id } })
  }
  expect((await readdir(folders.uploads_dir)).filter((name) => name !== 'incoming')).toEqual([])
})

describe('a ready video', () => {
  let id: number
  let episode_id: number
  beforeAll(async () => {
    ;[episode_id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
    id = await registerEncodedFilm(app, { size: '192x108', seconds: 12 }, { priority: 1 })
    await becomes(id, 'ready')
  })
  const video = () =>
    app.call(endpoints.playback.readVideo, { params: { id: episode_id }, query: {} })

  test('is attached to the chosen episode, found by its work and protected from deletion', async () => {
    const places = await staff.call(studio_uploads.findEpisodeTargets, { query: { name: '시험' } })
    expect(places.find((place) => place.episode_id === episode_id)).toMatchObject({
      video_state: 'none',
    })
    const placed = await staff.call(studio_uploads.attachAsset, {
      params: { id },
      body: { episode_id },
    })
    expect(placed.target_episode).toMatchObject({ episode_id })
    expect((await video()).duration).toBeCloseTo(12, 0)
    const card = await app.call(endpoints.contents.readEpisode, { params: { id: episode_id } })
    expect(card).toMatchObject({ video_state: 'ready', runtime: 12 })
    expect(card.thumbnail_url).toBe(placed.poster)
    await expect(staff.call(studio_uploads.deleteAsset, { params: { id } })).rejects.toMatchObject({
      problem: { code: 'asset_in_use' },
    })
    expect(await lastAct(id)).toMatchObject({
      kind: 'asset.attached',
      before: { episode_id: null },
      after: { episode_id },
    })
  })

  test('stores opening and ending markers in order', async () => {
    const set = (body: {
      opening: { start: number; end: number } | null
      ending_start: number | null
    }) => staff.call(studio_uploads.setMarkers, { params: { id }, body })
    await set({ opening: { start: 0.5, end: 1.5 }, ending_start: 5 })
    expect((await video()).markers).toEqual({ opening: { start: 0.5, end: 1.5 }, ending_start: 5 })
    for (const bad of [
      { opening: { start: 2, end: 1 }, ending_start: null },
      { opening: { start: 1, end: 100 }, ending_start: null },
      { opening: { start: 1, end: 3 }, ending_start: 2 },
      { opening: null, ending_start: 60 },
    ])
      await expect(set(bad)).rejects.toMatchObject({ problem: { code: 'invalid_request' } })
    await set({ opening: null, ending_start: null })
    expect((await video()).markers).toEqual({ opening: null, ending_start: null })
  })

  test('uses a frame as the poster of the video and its episode', async () => {
    const before = await read(id)
    const after = await staff.call(studio_uploads.setPoster, { params: { id }, body: { at: 4.2 } })
    expect(after.poster).not.toBe(before.poster)
    expect((await app.fetch(after.poster!)).status).toBe(200)
    const card = await app.call(endpoints.contents.readEpisode, { params: { id: episode_id } })
    expect(card.thumbnail_url).toBe(after.poster)
    const beyond = { params: { id }, body: { at: 100 } }
    await expect(staff.call(studio_uploads.setPoster, beyond)).rejects.toMatchObject({
      problem: { code: 'invalid_request' },
    })
  })

  test('serves added and updated captions and rejects broken ones', async () => {
    const captions = async (text: string, label = '한국어') => {
      const path = `/api/studio/assets/${id}/captions/?language=ko&label=${encodeURIComponent(label)}`
      return staff.fetch(path, caption(text))
    }
    const shown = async () => {
      const [first] = (await video()).captions
      return first ? (await app.fetch(first.url)).text() : null
    }
    expect(await shown()).toBeNull()
    expect((await captions('1\n00:00:01,000 --> 00:00:02,000\n파도 소리\n')).status).toBe(200)
    expect(await shown()).toMatch(/00:01\.000 --> .*\n파도 소리/)
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.500\n바람 소리\n'
    expect((await captions(vtt)).status).toBe(200)
    expect(await shown()).toContain('바람 소리')
    expect((await video()).captions).toHaveLength(1)
    const broken = await captions(
      '1\n00:00:01,000 -> x --> 00:00:02\n하나\n\n2\n00:00:03,000 --> 00:00:02,000\n둘\n\n3\n00:09:00,000 --> 00:09:01,000\n셋\n',
    )
    const { errors } = (await broken.json()) as { errors: { field: string; code: string }[] }
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['line:2', 'invalid_timestamp'],
      ['line:6', 'ends_before_start'],
      ['line:10', 'beyond_duration'],
    ])
    expect(await shown()).toContain('바람 소리')
    await staff.call(studio_uploads.deleteCaptions, { params: { id }, query: {} })
    expect(await shown()).toBeNull()
  })

  test('validates captions before saving', async () => {
    const look = await staff.fetch(
      '/api/studio/captions/',
      caption(
        '1\n00:00:01,000 --> 00:00:02,000\n<i>파도</i>\n\n2\n00:00:00,500 --> 00:00:03,000\n뒤\n',
      ),
    )
    expect(await look.json()).toMatchObject({
      encoding: 'utf-8',
      tracks: [{ count: 2, faults: [{ line: 6, code: 'out_of_order' }] }],
    })
    const none = await staff.fetch('/api/studio/captions/', caption('그냥 글이에요.'))
    expect(await none.json()).toMatchObject({
      tracks: [{ count: 0, faults: [{ line: 1, code: 'no_captions' }] }],
    })
  })

  test('saves a language of a SAMI file', async () => {
    const sami =
      '<SAMI><BODY><SYNC Start=500><P Class=KRCC>안녕<P Class=ENCC>Hello<SYNC Start=1500><P Class=KRCC>&nbsp;</BODY></SAMI>'
    const save = (language: string) =>
      staff.fetch(`/api/studio/assets/${id}/captions/?language=${language}`, {
        ...caption(sami),
        headers: { 'content-type': 'application/x-sami' },
      })
    expect((await save('ja')).status).toBe(400)
    expect((await save('en')).status).toBe(200)
    const [first] = (await video()).captions
    expect(await (await app.fetch(first!.url)).text()).toMatch(/00:00\.500 --> .*\nHello/)
    await staff.call(studio_uploads.deleteCaptions, {
      params: { id },
      query: { language: 'en' },
    })
  })

  test('moves between episodes and can be detached', async () => {
    const [other = 0] = await makeEpisodes(app, [
      { is_free: false, price: 1_000, video_state: 'none' },
    ])
    await staff.call(studio_uploads.attachAsset, { params: { id }, body: { episode_id: other } })
    await expect(video()).rejects.toMatchObject({ problem: { code: 'video_not_ready' } })
    // For sale: the video is encrypted, and staff can play it only with a second factor.
    await vi.waitUntil(
      async () => (await read(id)).playable?.manifest_url.includes(`/${id}p/`),
      patience,
    )
    const { playable } = await read(id)
    const base = playable!.manifest_url.replace(/main\.m3u8$/, '')
    expect((await staff.fetch(`${base}keys/audio/1.key`)).status).toBe(200)
    expect((await staff.fetch(playable!.manifest_url)).status).toBe(200)
    await makeMember(app, { is_staff: true })
    const setRole = (role: StaffRole) =>
      app.pool.query('update members set staff_role = $2 where id = $1', [staff.id, role])
    await setRole('support')
    expect((await staff.fetch(`${base}keys/audio/1.key`)).status).not.toBe(200)
    await setRole('editor')
    expect((await staff.fetch(`${base}keys/audio/1.key`)).status).toBe(200)
    await app.pool.query('update sessions set second_factor_at = null where member_id = $1', [
      staff.id,
    ])
    expect((await staff.fetch(`${base}keys/audio/1.key`)).status).not.toBe(200)
    staff = await makeMember(app, { is_staff: true })
    // The frame requires decryption first, and captions are cut for the free preview.
    const framed = await staff.call(studio_uploads.setPoster, { params: { id }, body: { at: 1 } })
    expect((await app.fetch(framed.poster!)).status).toBe(200)
    const text = '1\n00:00:01,000 --> 00:00:02,000\n앞\n\n2\n00:00:10,500 --> 00:00:11,000\n뒤\n'
    await staff.fetch(`/api/studio/assets/${id}/captions/?language=ko`, caption(text))
    const [, name = ''] = (await read(id)).playable!.captions[0]!.url.split('/captions/')
    const cut = join(folders.media_dir, `${id}p`, 'preview', 'captions', name)
    expect(await readFile(cut, 'utf8')).toMatch(/앞(?!.*뒤)/s)
    await staff.call(studio_uploads.attachAsset, { params: { id }, body: { episode_id: null } })
    expect((await read(id)).target_episode).toBeNull()
    await staff.call(studio_uploads.deleteAsset, { params: { id } })
    expect(existsSync(join(folders.media_dir, `${id}p`))).toBe(false)
  })
})

test('tells staff what the film does not have of its source', async () => {
  const twoSounds = ['-map', '0', '-map', '1', '-map', '1', '-metadata:s:a:1', 'language=eng']
  const id = await registerTestUpload(app, {
    seconds: 1,
    name: 'two-sounds.mkv',
    args: [...twoSounds, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  })
  const film = await becomes(id, 'ready')
  expect(film.notices).toEqual(['다른 소리 트랙은 넣지 않았어요 (2: eng, aac, stereo).'])
})

test('lists videos in queue order', async () => {
  await worker.stop()
  const first = await registerTestUpload(app)
  const second = await registerTestUpload(app)
  const { results } = await staff.call(studio_uploads.listAssets, { query: { show: 'under_way' } })
  expect(results.map(({ id, queue_place }) => [id, queue_place])).toEqual([
    [first, 1],
    [second, 2],
  ])
  const list = await staff.call(studio_uploads.listAssets, {
    query: { show: 'under_way', name: 'FILM.' },
  })
  expect(list.count).toBe(2)
  const none = await staff.call(studio_uploads.listAssets, { query: { name: '%' } })
  expect(none.count).toBe(0)
})
