import { execFile } from 'node:child_process'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type ContentKey, deriveContentKey, keyPath, parseKeyPath } from '../content-keys.ts'
import { encode } from '../encode.ts'
import { findFfmpeg } from '../ffmpeg.ts'
import { limitPlaylist } from './playlist.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { probe } from '../input/probe.ts'
import { encryptSegments, splitPeriods } from './encrypt-segments.ts'

describe('splitPeriods', () => {
  const of = (...durations: number[]) => durations.map((duration) => ({ duration }))
  const split = (durations: number[], preview: number) =>
    splitPeriods(of(...durations), preview).map((period) => period.map(({ duration }) => duration))

  it.each([
    ['ends period 0 with the last whole segment', [4, 4, 4], 9, [[4, 4], [4]]],
    ['lets a segment end slightly after the preview', [4, 4.3, 4], 8, [[4, 4.3], [4]]],
    ['leaves period 0 empty when the first segment is too long', [4, 4], 2, [[], [4, 4]]],
    ['gives a segment longer than a period a period of its own', [4, 400, 4], 4, [[4], [400], [4]]],
    [
      'starts a period when the next segment would pass 300 s',
      [4, 200, 99, 2],
      4,
      [[4], [200, 99], [2]],
    ],
  ])('%s', (_, durations, preview, expected) => {
    expect(split(durations, preview)).toEqual(expected)
  })

  it('never makes a period longer than 300 s from segments of usual length', () => {
    const periods = split(
      Array.from({ length: 1_900 }, (_, at) => (at % 3 ? 4 : 3.84)),
      60,
    )
    expect(periods.flat()).toHaveLength(1_900)
    expect(periods.length).toBe(26)
    const sums = periods
      .slice(1)
      .map((period) => period.reduce((sum, duration) => sum + duration, 0))
    expect(Math.max(...sums)).toBeLessThanOrEqual(300)
  })
})

describe('content keys', () => {
  const secret = randomBytes(32)
  const derive = (rendition: string, period: number, from = secret) =>
    deriveContentKey(from, { rendition, period }).toString('hex')

  it('differ by secret, rendition and period, and are the same each time', () => {
    const keys = [
      ...['audio', 'v360', 'v720', 'v1080'].flatMap((name) =>
        [0, 1, 2].map((at) => derive(name, at)),
      ),
      derive('audio', 0, randomBytes(32)),
    ]
    expect(new Set(keys).size).toBe(13)
    expect(keys.every((key) => key.length === 32)).toBe(true)
    expect(derive('v720', 2)).toBe(keys[8])
  })

  it.each([
    ['../keys/v720/0.key', { rendition: 'v720', period: 0 }],
    ['keys/audio/12.key', { rendition: 'audio', period: 12 }],
    ['keys/v720/00.key', undefined],
    ['keys/captions/0.key', undefined],
    ['keys/v720/-1.key', undefined],
    ['keys/v720/99999.key', undefined],
    ['keys/rest.key', undefined],
  ])('reads %s', (path, expected) => {
    expect(parseKeyPath(path)).toEqual(expected)
  })
})

const run = promisify(execFile)
const secret = randomBytes(32)
const captions =
  'WEBVTT\n\n00:01.000 --> 00:03.000\n처음이에요\n\n00:09.500 --> 00:11.000\n끝이에요\n'

let folder: Awaited<ReturnType<typeof createTempFolder>>
let clear: string
let target: string
beforeAll(async () => {
  folder = await createTempFolder()
  const film = await generateFilm(folder.path, { name: 'film.mp4', seconds: 12 })
  clear = join(folder.path, 'clear')
  target = join(folder.path, 'secret')
  await encode(film, await probe(film), clear, {
    captions: [{ language: 'ko', label: '한국어', text: captions }],
  })
  expect(await encryptSegments(clear, target, { secret, preview: 9 })).toEqual({
    preview_duration: 8,
  })
})
afterAll(() => folder?.[Symbol.asyncDispose]())

const renditionsOf = async (path: string) =>
  (await readdir(path)).filter((name) => /^(audio|v\d+)$/.test(name))

/** Seconds of video that a decoder gets from a playlist with the keys that `keyOf` returns. */
async function decodedSeconds(
  playlist: string,
  keyOf: (key: ContentKey) => Buffer | undefined,
): Promise<number> {
  const copy = join(folder.path, 'played')
  await rm(copy, { recursive: true, force: true })
  await cp(target, copy, { recursive: true })
  for (const rendition of await renditionsOf(target))
    for (const period of [0, 1]) {
      const bytes = keyOf({ rendition, period })
      const path = join(copy, keyPath({ rendition, period }))
      await mkdir(dirname(path), { recursive: true })
      if (bytes) await writeFile(path, bytes)
    }
  const args = ['-v', 'error', '-xerror', '-allowed_extensions', 'ALL', '-i', join(copy, playlist)]
  const { stdout } = await run(findFfmpeg(), [...args, '-map', '0:v:0', '-f', 'framemd5', '-'], {
    maxBuffer: 1 << 26,
  })
  return stdout.split('\n').filter((line) => /^\d/.test(line)).length / 24
}

const derived = (key: ContentKey) => deriveContentKey(secret, key)

test('plays everything with all keys and only the preview with those of period 0', async () => {
  expect(await decodedSeconds('main.m3u8', derived)).toBeCloseTo(12, 0)
  const first = (key: ContentKey) => (key.period === 0 ? derived(key) : undefined)
  expect(await decodedSeconds('preview/main.m3u8', first)).toBeCloseTo(8, 0)
  // With a wrong key, no frame after the preview decodes.
  const wrong = (key: ContentKey) => (key.period === 0 ? derived(key) : randomBytes(16))
  expect(await decodedSeconds('main.m3u8', wrong)).toBeCloseTo(8, 0)
})

test('encrypts every segment with the key of its rendition and period', async () => {
  const renditions = await renditionsOf(target)
  expect(renditions.length).toBeGreaterThan(1)
  for (const rendition of renditions) {
    const names = (await readdir(join(clear, rendition))).filter((name) => name.endsWith('.m4s'))
    expect(names.length).toBeGreaterThan(2)
    for (const [number, name] of names.sort().entries()) {
      const period = number < 2 ? 0 : 1
      const bytes = await readFile(join(target, rendition, String(period), name))
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(number, 12)
      const decipher = createDecipheriv('aes-128-cbc', derived({ rendition, period }), iv)
      const text = Buffer.concat([decipher.update(bytes), decipher.final()])
      expect(text.equals(await readFile(join(clear, rendition, name)))).toBe(true)
    }
    const files = await readdir(join(target, rendition), { recursive: true })
    expect(files.filter((name) => name.endsWith('.m4s'))).toHaveLength(names.length)
  }
})

test('lists only period 0 in the preview and cuts its captions', async () => {
  const playlist = await readFile(join(target, 'preview', 'audio.m3u8'), 'utf8')
  expect(playlist.match(/EXT-X-KEY/g)).toHaveLength(1)
  expect(playlist).toContain('URI="../keys/audio/0.key"')
  expect(playlist).not.toContain('/1/')
  const cut = await readFile(join(target, 'preview', 'captions', 'ko.vtt'), 'utf8')
  expect(cut).toContain('처음이에요')
  expect(cut).not.toContain('끝이에요')
  expect(await readFile(join(target, 'captions', 'ko.vtt'), 'utf8')).toContain('끝이에요')
})

test('limits the preview to 720', async () => {
  const copy = join(folder.path, 'high')
  await cp(clear, copy, { recursive: true })
  const [video = ''] = (await renditionsOf(clear)).filter((name) => name !== 'audio')
  await cp(join(copy, video), join(copy, 'v1080'), { recursive: true })
  const main = await readFile(join(copy, 'main.m3u8'), 'utf8')
  await writeFile(
    join(copy, 'main.m3u8'),
    `${main}#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=1920x1080\nv1080/index.m3u8\n`,
  )
  await encryptSegments(copy, join(folder.path, 'high-secret'), { secret, preview: 9 })
  const made = await readdir(join(folder.path, 'high-secret', 'preview'))
  expect(made).toContain(`${video}.m3u8`)
  expect(made).not.toContain('v1080.m3u8')
  const preview = await readFile(join(folder.path, 'high-secret', 'preview', 'main.m3u8'), 'utf8')
  expect(preview).not.toContain('v1080')
  expect(preview).toContain(`${video}.m3u8`)
  expect(limitPlaylist(`${main}#EXT-X-STREAM-INF:B=9\nv1080/index.m3u8\n`, 1_079)).toBe(main)
})

test('starts over after a kill, is idempotent and leaves nothing when aborted', async () => {
  const repeated = join(folder.path, 'again')
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(
    encryptSegments(clear, repeated, { secret, preview: 9, signal: stop.signal }),
  ).rejects.toThrow('stopped')
  expect(await readdir(folder.path)).not.toContain('again')
  await encryptSegments(clear, repeated, { secret, preview: 9 })
  const other = await encryptSegments(clear, repeated, { secret: randomBytes(32), preview: 4 })
  expect(other).toEqual({ preview_duration: 8 })
  const [first, second] = [repeated, target].map((each) =>
    readFile(join(each, 'audio', '0', '00000.m4s')),
  )
  expect((await first!).equals(await second!)).toBe(true)
})
