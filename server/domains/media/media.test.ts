import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { encoderErrorText } from '#server/adapters/encoder/index.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type NewAsset, NotAFileError, readAsset, registerAsset } from './index.ts'

// A busy machine encodes slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const patience = { timeout: 50_000, interval: 60 }

let world: TestApp
let box: Awaited<ReturnType<typeof createTempFolder>>
let folders: ReturnType<typeof storageFolders>
let film: string
let upright: string
let worker: JobRunner

beforeAll(async () => {
  ;[world, box] = await Promise.all([
    openTestApp({ now: '2026-05-01T12:00:00Z' }),
    createTempFolder(),
  ])
  folders = storageFolders(world.config)
  film = await generateFilm(box.path, { name: '겨울 바다.mp4', size: '192x108', seconds: 3 })
  upright = await generateFilm(box.path, {
    name: 'up.mp4',
    size: '90x160',
    seconds: 1,
    sound: null,
  })
  worker = await world.work()
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await box[Symbol.asyncDispose]()
})

const register = (asset: NewAsset) =>
  registerAsset({ ...world, ...folders, now: world.clock.now() }, asset)

/** The asset when it has come to its end. */
async function ended(id: number) {
  await vi.waitUntil(
    async () => ['ready', 'failed'].includes((await readAsset(world.db, id))?.state ?? ''),
    patience,
  )
  return (await readAsset(world.db, id))!
}

/** The job takes its copy away after it has said how it ended. */
const uploadsEmptied = () =>
  vi.waitUntil(async () => (await readdir(folders.uploads_dir)).length === 0, patience)

const episodeOf = (id: number) => world.call(endpoints.contents.readEpisode, { params: { id } })
const videoOf = (id: number) =>
  world.call(endpoints.playback.readVideo, { params: { id }, query: {} })

async function jobKeys(): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.owner_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>(
      'select key from graphile_worker._private_jobs',
    )
    return rows.map((row) => row.key)
  } finally {
    await client.end()
  }
}

/** A request whose path goes out as it is written, dots and all. */
function rawStatus(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.origin)
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

const srt = '1\n00:00:00,500 --> 00:00:01,500\n파도 소리가 들려요.\n'

describe('a film with everything', () => {
  let episode = 0
  let asset = 0
  const seen: string[] = []
  const progress: number[] = []

  beforeAll(async () => {
    ;[episode = 0] = await makeEpisodes(world, [{}])
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
        const now = await readAsset(world.db, asset)
        if (!now) return false
        if (seen.at(-1) !== now.state) seen.push(now.state)
        progress.push(now.progress)
        return now.state === 'ready'
      },
      { ...patience, interval: 20 },
    )
  })

  test('goes from state to state, and its progress rises', async () => {
    const order = ['uploaded', 'probing', 'encoding', 'ready']
    expect(order.filter((state) => seen.includes(state))).toEqual(seen)
    expect(seen).toContain('encoding')
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
    await vi.waitUntil(async () => (await jobKeys()).length === 0, patience)
    await uploadsEmptied()
  })

  test('makes its episode playable, with its own length, shape and picture', async () => {
    const shown = await episodeOf(episode)
    expect(shown).toMatchObject({
      video_state: 'ready',
      runtime: 3,
      episode_video_orientation: 'horizontal',
    })
    expect(shown.thumbnail_url).toMatch(/^\/images\//)
    const picture = await world.fetch(shown.thumbnail_url!.replace('{width}', '320'))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('everything a player needs arrives, and every address in it answers', async () => {
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
    const sheet = await world.fetch(storyboard!.urls[0]!)
    expect(sheet.headers.get('content-type')).toBe('image/webp')
    const korean = await (await world.fetch(video.captions[0]!.url)).text()
    expect(korean).toContain('파도 소리가 들려요.')

    const asked = new Set<string>()
    const follow = async (url: string): Promise<void> => {
      if (asked.has(url)) return
      asked.add(url)
      const response = await world.fetch(url)
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
    const kinds = new Set([...asked].map((url) => url.slice(url.lastIndexOf('.'))))
    expect([...kinds].sort()).toEqual(['.m3u8', '.m4s', '.mp4', '.vtt'])
  })

  test('a segment comes in parts, and is not sent again to who has it', async () => {
    const base = (await videoOf(episode)).manifest_url.replace('main.m3u8', '')
    const main = await (await world.fetch(`${base}main.m3u8`)).text()
    const list = main.match(/^[^#\s].*$/m)![0]
    const name = (await (await world.fetch(base + list)).text()).match(/^[^#\s].*$/m)![0]
    const url = `${base}${list.replace('index.m3u8', '')}${name}`
    const whole = Buffer.from(await (await world.fetch(url)).arrayBuffer())
    const part = await world.fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const tail = await world.fetch(url, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
    const beyond = await world.fetch(url, { headers: { range: `bytes=${whole.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
    const etag = part.headers.get('etag')!
    const again = await world.fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await world.fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    const post = await world.fetch(url, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('without a grant for it that still holds, nothing is served', async () => {
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
      const response = await world.fetch(path)
      expect([path, response.status]).toEqual([path, 403])
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ status: 403, code: 'forbidden' })
    }
    const before = world.clock.now().toISOString()
    world.clock.set(expires_at)
    expect((await world.fetch(manifest_url)).status).toBe(403)
    world.clock.set(before)
    expect((await world.fetch(manifest_url)).status).toBe(200)
  })

  test('no path leads out of the film, or to what is not for players', async () => {
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

  test('goes on playing while another film is made to replace it, and is replaced when that is ready', async () => {
    const before = (await videoOf(episode)).manifest_url
    await worker.stop()
    const second = await register({ file: upright, episode_id: episode })
    expect((await videoOf(episode)).manifest_url).toBe(before)
    expect((await episodeOf(episode)).video_state).toBe('ready')
    worker = await world.work()
    expect((await ended(second)).state).toBe('ready')
    const video = await videoOf(episode)
    expect(video.manifest_url).toContain(`/${second}/`)
    expect(video).toMatchObject({ duration: expect.closeTo(1, 1), captions: [] })
    // Prepared answers are made again as soon as PostgreSQL has told of the change.
    await vi.waitUntil(
      async () => (await episodeOf(episode)).episode_video_orientation === 'vertical',
      patience,
    )
    // No episode shows the first one any more: players renew their address and get the second.
    await expect.poll(async () => (await world.fetch(before)).status).toBe(403)
    expect((await world.fetch(video.manifest_url)).status).toBe(200)
  })
})

describe('what is no film', () => {
  const cases: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['nothing at all', 'empty_file', () => Buffer.alloc(0)],
    ['random bytes', 'not_a_video', () => randomBytes(50_000)],
    ['a playlist', 'not_a_video', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['half a film', 'truncated', async () => (await readFile(film)).subarray(0, 9_000)],
  ]

  test.each(cases)('%s fails with its reason and leaves nothing', async (name, fault, bytes) => {
    const file = join(box.path, `${name}.mp4`)
    await writeFile(file, await bytes())
    const [episode = 0] = await makeEpisodes(world, [{}])
    const id = await register({ file, episode_id: episode })
    expect(await ended(id)).toMatchObject({ state: 'failed', fault, source_file: null })
    expect(encoderErrorText(fault as never)).toMatch(/요\.$/)
    await vi.waitUntil(async () => (await jobKeys()).length === 0, patience)
    await uploadsEmptied()
    const left = (await readdir(folders.media_dir)).filter((entry) => entry.startsWith(`${id}`))
    expect(left).toEqual([])
    expect(existsSync(file)).toBe(true)
    expect((await episodeOf(episode)).video_state).toBe('none')
    await expect(videoOf(episode)).rejects.toMatchObject({ problem: { code: 'video_not_ready' } })
  })

  test('captions that are none fail with the film', async () => {
    const captions = [{ language: 'ko', label: '한국어', content: '\u0000\u0001 no cues' }]
    await expect(register({ file: film, captions })).rejects.toThrow()
    const id = await register({
      file: film,
      captions: [{ language: 'ko', label: '한국어', content: 'no cues at all' }],
    })
    expect(await ended(id)).toMatchObject({ state: 'failed', fault: 'bad_captions' })
  })
})

describe('registering', () => {
  test('what is no file is refused before anything is stored', async () => {
    await expect(register({ file: box.path })).rejects.toBeInstanceOf(NotAFileError)
    await expect(register({ file: join(box.path, 'absent.mp4') })).rejects.toBeInstanceOf(
      NotAFileError,
    )
    await uploadsEmptied()
  })

  test('an episode that is not there: no asset, no job, no copy', async () => {
    const count = () =>
      world.db
        .selectFrom('media_assets')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    const before = await count()
    await expect(register({ file: film, episode_id: 987_654_321 })).rejects.toThrow(/987654321/)
    expect(await count()).toEqual(before)
    await vi.waitUntil(async () => (await jobKeys()).length === 0, patience)
    await uploadsEmptied()
  })

  test('a file that is changed afterwards is encoded as it was', async () => {
    await worker.stop()
    const file = join(box.path, 'edited.mp4')
    await writeFile(file, await readFile(upright))
    const id = await register({ file })
    await writeFile(file, 'overwritten')
    worker = await world.work()
    expect((await ended(id)).state).toBe('ready')
  })
})
