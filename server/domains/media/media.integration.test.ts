import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { encoderErrorText } from '#server/adapters/encoder/index.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readHighestQuality, readAsset } from './asset-queries.ts'
import { type NewAsset, NotAFileError, registerAsset } from './assets/register-asset.ts'

const pollOptions = { timeout: 50_000, interval: 60 }

let app: TestApp
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
let folders: ReturnType<typeof storageFolders>
let film: string
let verticalFilm: string
let worker: JobRunner

beforeAll(async () => {
  ;[app, tempFolder] = await Promise.all([
    openTestApp({ now: '2026-05-01T12:00:00Z' }),
    createTempFolder(),
  ])
  folders = storageFolders(app.config)
  film = await generateFilm(tempFolder.path, { name: '겨울 바다.mp4', size: '192x108', seconds: 3 })
  verticalFilm = await generateFilm(tempFolder.path, {
    name: 'up.mp4',
    size: '90x160',
    seconds: 1,
    sound: null,
  })
  worker = await app.work()
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await tempFolder[Symbol.asyncDispose]()
})

const register = (asset: NewAsset) =>
  registerAsset({ ...app, ...folders, now: app.clock.now() }, asset)

/** Waits until the asset is ready or failed. */
async function waitUntilFinished(id: number) {
  await vi.waitUntil(
    async () => ['ready', 'failed'].includes((await readAsset(app.db, id))?.state ?? ''),
    pollOptions,
  )
  return (await readAsset(app.db, id))!
}

/** The job removes its copy after it has committed the final state. */
const uploadsEmptied = () =>
  vi.waitUntil(async () => (await readdir(folders.uploads_dir)).length === 0, pollOptions)

const episodeOf = (id: number) => app.call(endpoints.contents.readEpisode, { params: { id } })
const videoOf = (id: number) =>
  app.call(endpoints.playback.readVideo, { params: { id }, query: {} })

/** The status of a request whose path is sent without normalization. */
function rawStatus(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.origin)
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

const srt = '1\n00:00:00,500 --> 00:00:01,500\n파도 소리가 들려요.\n'

describe('a film with captions and markers', () => {
  let episode = 0
  let asset = 0
  const states: string[] = []
  const progress: number[] = []

  beforeAll(async () => {
    ;[episode = 0] = await makeEpisodes(app, [{ video_state: 'none', is_announced: true }])
    asset = await register({
      file: film,
      episode_id: episode,
      markers: { opening: { start: 0.2, end: 0.8 }, ending_start: 2.5 },
      captions: [
        { language: 'ko', label: '한국어', content: srt },
        {
          language: 'en',
          label: 'English',
          content: 'WEBVTT\n\n00:00.500 --> 00:01.500\nWaves.\n',
        },
      ],
    })
    expect((await episodeOf(episode)).video_state).toBe('preparing')
    await expect(videoOf(episode)).rejects.toMatchObject({ problem: { code: 'video_not_ready' } })
    await vi.waitUntil(
      async () => {
        const now = await readAsset(app.db, asset)
        if (!now) return false
        if (states.at(-1) !== now.state) states.push(now.state)
        progress.push(now.progress)
        return now.state === 'ready'
      },
      { ...pollOptions, interval: 20 },
    )
  })

  test('passes the states in order, and its progress never decreases', async () => {
    const order = ['uploaded', 'probing', 'encoding', 'ready']
    expect(order.filter((state) => states.includes(state))).toEqual(states)
    expect(states).toContain('encoding')
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
    await vi.waitUntil(async () => (await readJobs(app)).length === 0, pollOptions)
    await uploadsEmptied()
  })

  test('stays ready once it is ready', async () => {
    await expect(
      app.pool.query(`update media_assets set state = 'failed', error_code = 'x' where id = $1`, [
        asset,
      ]),
    ).rejects.toThrow('is ready, which is final')
  })

  test('sets runtime, orientation and thumbnail of its episode', async () => {
    const shown = await episodeOf(episode)
    expect(shown).toMatchObject({
      video_state: 'ready',
      runtime: 3,
      episode_video_orientation: 'horizontal',
    })
    expect(shown.thumbnail_url).toMatch(/^\/images\//)
    const picture = await app.fetch(shown.thumbnail_url!.replace('{width}', '320'))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('returns all playback data, and every URL in it responds', async () => {
    const video = await videoOf(episode)
    expect(video).toMatchObject({
      duration: expect.closeTo(3, 1),
      markers: { opening: { start: 0.2, end: 0.8 }, ending_start: 2.5 },
      captions: [
        { language: 'ko', label: '한국어' },
        { language: 'en', label: 'English' },
      ],
      resume_at: 0,
    })
    const { storyboard } = video
    expect(storyboard?.count).toBeGreaterThan(1)
    const sheet = await app.fetch(storyboard!.urls[0]!)
    expect(sheet.headers.get('content-type')).toBe('image/webp')
    const korean = await (await app.fetch(video.captions[0]!.url)).text()
    expect(korean).toContain('파도 소리가 들려요.')

    const requested = new Set<string>()
    const follow = async (url: string): Promise<void> => {
      if (requested.has(url)) return
      requested.add(url)
      const response = await app.fetch(url)
      expect([url, response.status]).toEqual([url, 200])
      expect(response.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
      const text = await response.text()
      if (!url.endsWith('.m3u8')) return
      expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
      const named = [...text.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm)].map((m) => m[1] ?? m[2]!)
      expect(named.length).toBeGreaterThan(0)
      for (const name of named) await follow(new URL(name, `http://x${url}`).pathname)
    }
    await follow(video.manifest_url)
    const kinds = new Set([...requested].map((url) => url.slice(url.lastIndexOf('.'))))
    expect([...kinds].sort()).toEqual(['.m3u8', '.m4s', '.mp4', '.vtt'])
  })

  test('serves byte ranges and conditional requests of a segment', async () => {
    const base = (await videoOf(episode)).manifest_url.replace('main.m3u8', '')
    const main = await (await app.fetch(`${base}main.m3u8`)).text()
    const list = main.match(/^[^#\s].*$/m)![0]
    const name = (await (await app.fetch(base + list)).text()).match(/^[^#\s].*$/m)![0]
    const url = `${base}${list.replace('index.m3u8', '')}${name}`
    const whole = Buffer.from(await (await app.fetch(url)).arrayBuffer())
    const part = await app.fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const tail = await app.fetch(url, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
    const beyond = await app.fetch(url, { headers: { range: `bytes=${whole.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
    const etag = part.headers.get('etag')!
    const again = await app.fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await app.fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    const post = await app.fetch(url, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('refuses files without a valid media token', async () => {
    const { manifest_url, expires_at } = await videoOf(episode)
    const [, , grant = '', id = ''] = manifest_url.split('/')
    const turn = (text: string) =>
      text.endsWith('A') ? `${text.slice(0, -1)}B` : `${text.slice(0, -1)}A`
    const [expiry = '', viewer = '', mac = ''] = grant.split('-')
    const later = (Number.parseInt(expiry, 36) + 1e9).toString(36)
    const forged = [
      `/media/x/${id}/main.m3u8`,
      `/media/${turn(grant).replace(/.$/, '_')}/${id}/main.m3u8`,
      `/media/${later}-${viewer}-${mac}/${id}/main.m3u8`,
      `/media/${expiry}-q-${mac}/${id}/main.m3u8`,
      `/media/${grant}/${Number(id) + 1}/main.m3u8`,
    ]
    for (const path of forged) {
      const response = await app.fetch(path)
      expect([path, response.status]).toEqual([path, 403])
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ status: 403, code: 'forbidden' })
    }
    const before = app.clock.now().toISOString()
    app.clock.set(expires_at)
    expect((await app.fetch(manifest_url)).status).toBe(403)
    app.clock.set(before)
    expect((await app.fetch(manifest_url)).status).toBe(200)
  })

  test('refuses paths outside the film and internal files', async () => {
    const base = (await videoOf(episode)).manifest_url.replace('/main.m3u8', '')
    const root = base.replace(/\/\d+$/, '')
    const paths = [
      `${base}/encoded.json`,
      `${base}/storyboard/storyboard.json`,
      `${base}/.plan`,
      `${base}/`,
      base,
      `${base}/../${asset}/main.m3u8`,
      `${base}/../../media-token.secret`,
      `${base}/%2e%2e/${asset}/main.m3u8`,
      `${base}/..%2f${asset}/main.m3u8`,
      `${base}/%2e%2e%2fmedia-token.secret`,
      `${base}//main.m3u8`,
      `${base}//etc/passwd`,
      `${base}/main.m3u8%00.webp`,
      `${base}/..\\main.m3u8`,
      `${root}/0${asset}/main.m3u8`,
      `${root}/${asset}.work/main.m3u8`,
      `${root}/-1/main.m3u8`,
    ]
    const statuses = await Promise.all(paths.map(rawStatus))
    expect(paths.filter((_path, index) => ![403, 404].includes(statuses[index]!))).toEqual([])
    expect(await rawStatus(`${base}/main.m3u8`)).toBe(200)
  })

  test('keeps playing while its replacement is encoded, and is replaced once that is ready', async () => {
    const before = (await videoOf(episode)).manifest_url
    await worker.stop()
    const second = await register({ file: verticalFilm, episode_id: episode })
    expect((await videoOf(episode)).manifest_url).toBe(before)
    expect((await episodeOf(episode)).video_state).toBe('ready')
    worker = await app.work()
    expect((await waitUntilFinished(second)).state).toBe('ready')
    const video = await videoOf(episode)
    expect(video.manifest_url).toContain(`/${second}/`)
    expect(video).toMatchObject({ duration: expect.closeTo(1, 1), captions: [] })
    // Cached responses are recomputed when PostgreSQL notifies the change.
    await vi.waitUntil(
      async () => (await episodeOf(episode)).episode_video_orientation === 'vertical',
      pollOptions,
    )
    // No episode shows the first asset any more; players request a new URL and get the second.
    await expect.poll(async () => (await app.fetch(before)).status).toBe(403)
    expect((await app.fetch(video.manifest_url)).status).toBe(200)
  })
})

describe('an invalid file', () => {
  const cases: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['an empty file', 'empty_file', () => Buffer.alloc(0)],
    ['random bytes', 'not_a_video', () => randomBytes(50_000)],
    ['a playlist', 'not_a_video', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['half a film', 'truncated', async () => (await readFile(film)).subarray(0, 9_000)],
  ]

  test.each(cases)('%s fails with a fault code and leaves no files', async (name, fault, bytes) => {
    const file = join(tempFolder.path, `${name}.mp4`)
    await writeFile(file, await bytes())
    const [episode = 0] = await makeEpisodes(app, [{ video_state: 'none', is_announced: true }])
    const id = await register({ file, episode_id: episode })
    expect(await waitUntilFinished(id)).toMatchObject({
      state: 'failed',
      error_code: fault,
      source_file: null,
    })
    expect(encoderErrorText(fault as never)).toMatch(/요\.$/)
    await vi.waitUntil(async () => (await readJobs(app)).length === 0, pollOptions)
    await uploadsEmptied()
    const left = (await readdir(folders.media_dir)).filter((entry) => entry.startsWith(`${id}`))
    expect(left).toEqual([])
    expect(existsSync(file)).toBe(true)
    expect((await episodeOf(episode)).video_state).toBe('none')
    await expect(videoOf(episode)).rejects.toMatchObject({ problem: { code: 'video_not_ready' } })
  })

  test('invalid captions fail the film', async () => {
    const captions = [{ language: 'ko', label: '한국어', content: '\u0000\u0001 no cues' }]
    await expect(register({ file: film, captions })).rejects.toThrow()
    const id = await register({
      file: film,
      captions: [{ language: 'ko', label: '한국어', content: 'no cues at all' }],
    })
    expect(await waitUntilFinished(id)).toMatchObject({
      state: 'failed',
      error_code: 'bad_captions',
    })
  })
})

describe('registering', () => {
  test('refuses a path that is no file before anything is stored', async () => {
    await expect(register({ file: tempFolder.path })).rejects.toBeInstanceOf(NotAFileError)
    await expect(register({ file: join(tempFolder.path, 'absent.mp4') })).rejects.toBeInstanceOf(
      NotAFileError,
    )
    await uploadsEmptied()
  })

  test('leaves no asset, job or copy if the episode does not exist', async () => {
    const count = () =>
      app.db
        .selectFrom('media_assets')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    const before = await count()
    await expect(register({ file: film, episode_id: 987_654_321 })).rejects.toThrow(/987654321/)
    expect(await count()).toEqual(before)
    await vi.waitUntil(async () => (await readJobs(app)).length === 0, pollOptions)
    await uploadsEmptied()
  })

  test('encodes the file as it was at registration', async () => {
    await worker.stop()
    const file = join(tempFolder.path, 'edited.mp4')
    await writeFile(file, await readFile(verticalFilm))
    const id = await register({ file })
    await writeFile(file, 'overwritten')
    worker = await app.work()
    expect((await waitUntilFinished(id)).state).toBe('ready')
  })
})

test('encodes up to the best plan, and up to the height without one', async () => {
  expect(await readHighestQuality(app.db)).toBe(1080)
  await app.pool.query('update subscription_plans set max_height = 2160 where id = 3')
  expect(await readHighestQuality(app.db)).toBe(2160)
  await app.pool.query('update subscription_plans set max_height = 720')
  expect(await readHighestQuality(app.db)).toBe(1080)
})
