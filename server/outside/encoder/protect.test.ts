import { execFile } from 'node:child_process'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encode } from './encode.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { filmFolder, makeFilm } from './made-films.ts'
import { probe } from './probe.ts'
import { keyPaths, protect } from './protect.ts'

const run = promisify(execFile)
const keys = { preview: randomBytes(16), rest: randomBytes(16) }
const captions =
  'WEBVTT\n\n00:01.000 --> 00:03.000\n처음이에요\n\n00:09.500 --> 00:11.000\n끝이에요\n'

let folder: Awaited<ReturnType<typeof filmFolder>>
let clear: string
let secret: string
beforeAll(async () => {
  folder = await filmFolder()
  const film = await makeFilm(folder.path, { name: 'film.mp4', seconds: 12 })
  clear = join(folder.path, 'clear')
  secret = join(folder.path, 'secret')
  await encode(film, await probe(film), clear, {
    captions: [{ language: 'ko', label: '한국어', text: captions }],
  })
  expect(await protect(clear, secret, { keys, preview: 9 })).toEqual({ preview_duration: 8 })
}, 60_000)
afterAll(() => folder?.[Symbol.asyncDispose]())

/** How long a decoder finds a playlist to be, with these keys beside it. */
async function decoded(playlist: string, given: Partial<typeof keys>): Promise<number> {
  const copy = join(folder.path, 'played')
  await rm(copy, { recursive: true, force: true })
  await cp(secret, copy, { recursive: true })
  await mkdir(join(copy, 'keys'))
  for (const part of ['preview', 'rest'] as const)
    if (given[part]) await writeFile(join(copy, keyPaths[part]), given[part])
  const args = ['-v', 'error', '-xerror', '-allowed_extensions', 'ALL', '-i', join(copy, playlist)]
  const { stdout } = await run(findFfmpeg(), [...args, '-map', '0:v:0', '-f', 'framemd5', '-'], {
    maxBuffer: 1 << 26,
  })
  return stdout.split('\n').filter((line) => /^\d/.test(line)).length / 24
}

test('with both keys the whole plays, with the first its beginning alone', async () => {
  expect(await decoded('main.m3u8', keys)).toBeCloseTo(12, 0)
  expect(await decoded('preview/main.m3u8', { preview: keys.preview })).toBeCloseTo(8, 0)
  // With another second key nothing after the beginning is a picture.
  expect(await decoded('main.m3u8', { preview: keys.preview, rest: randomBytes(16) })).toBeCloseTo(
    8,
    0,
  )
}, 60_000)

test('every segment is enciphered by its key and its number, and nothing of it is left in the clear', async () => {
  for (const track of (await readdir(secret)).filter((name) => /^(audio|v\d+)$/.test(name))) {
    const segments = (await readdir(join(secret, track))).filter((name) => name.endsWith('.m4s'))
    expect(segments.length).toBeGreaterThan(2)
    for (const [number, name] of segments.sort().entries()) {
      const bytes = await readFile(join(secret, track, name))
      expect(bytes.indexOf('moof', 0, 'latin1')).not.toBe(4)
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(number, 12)
      const key = number < 2 ? keys.preview : keys.rest
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      const text = Buffer.concat([decipher.update(bytes), decipher.final()])
      expect(text.equals(await readFile(join(clear, track, name)))).toBe(true)
    }
  }
})

test('the preview says no more than it shows', async () => {
  const said = await readFile(join(secret, 'preview', 'captions', 'ko.vtt'), 'utf8')
  expect(said).toContain('처음이에요')
  expect(said).not.toContain('끝이에요')
  expect(await readFile(join(secret, 'captions', 'ko.vtt'), 'utf8')).toContain('끝이에요')
})

test('killed in the middle it begins anew; done it does nothing; stopped it leaves nothing', async () => {
  const target = join(folder.path, 'again')
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(protect(clear, target, { keys, preview: 9, signal: stop.signal })).rejects.toThrow(
    'stopped',
  )
  expect(await readdir(folder.path)).not.toContain('again')
  await protect(clear, target, { keys, preview: 9 })
  const other = { preview: randomBytes(16), rest: randomBytes(16) }
  expect(await protect(clear, target, { keys: other, preview: 4 })).toEqual({ preview_duration: 8 })
  const [one, two] = [target, secret].map((each) => readFile(join(each, 'audio', '00000.m4s')))
  expect((await one!).equals(await two!)).toBe(true)
})
