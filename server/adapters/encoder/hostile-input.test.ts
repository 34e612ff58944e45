import { randomBytes } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InputRejectedError, encode, encoderErrorText, probe } from './index.ts'
import type { InputErrorCode } from './index.ts'
import { ffmpeg, createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { createRandom, getSeed } from '#test/runner/seed.ts'

let box: Awaited<ReturnType<typeof createTempFolder>>
let mp4: Buffer
let mkv: Buffer
beforeAll(async () => {
  box = await createTempFolder()
  mp4 = await readFile(await generateFilm(box.path, { name: 'good.mp4', seconds: 2 }))
  mkv = await readFile(await generateFilm(box.path, { name: 'good.mkv', seconds: 2 }))
})
afterAll(() => box[Symbol.asyncDispose]())

/** Copies a file with the big-endian number after a box type replaced, `offset` bytes after the type. */
function patched(
  film: Buffer,
  name: string,
  offset: number,
  value: number,
  occurrence = 0,
): Buffer {
  const copy = Buffer.from(film)
  let at = -1
  for (let count = 0; count <= occurrence; count++) at = copy.indexOf(name, at + 1, 'latin1')
  copy.writeUInt32BE(value, at + 4 + offset)
  return copy
}

/** The sample durations of the video track (its first stts entry) become these seconds, and its edit list their sum in ms. */
const slowed = (seconds: number) =>
  patched(patched(mp4, 'stts', 12, 512 * 24 * seconds), 'elst', 8, 48 * seconds * 1000)

const box32 = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const cases: [string, InputErrorCode, () => Buffer | Promise<Buffer>][] = [
  ['nothing', 'empty_file', () => Buffer.alloc(0)],
  ['one byte', 'not_a_video', () => Buffer.from('x')],
  ['random bytes', 'not_a_video', () => randomBytes(200_000)],
  [
    'a playlist',
    'not_a_video',
    () => Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  ],
  [
    'a list of files',
    'not_a_video',
    () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  ],
  [
    'a picture',
    'not_a_video',
    () =>
      sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
  ],
  ['a drawing', 'not_a_video', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an ogg file', 'unsupported_container', () => Buffer.from(`OggS${'\0'.repeat(64)}`, 'latin1')],
  [
    'an avi header alone',
    'damaged',
    () => Buffer.from('RIFF\x10\0\0\0AVI LIST' + '\0'.repeat(64), 'latin1'),
  ],
  [
    'random bytes behind a good beginning',
    'truncated',
    () => Buffer.concat([mp4.subarray(0, 32), randomBytes(99_999)]),
  ],
  ['an mp4 without its index', 'truncated', () => mp4.subarray(0, mp4.indexOf('moov') - 4)],
  ['an mp4 cut in two', 'truncated', () => mp4.subarray(0, mp4.length / 2)],
  ['an mkv cut in two', 'truncated', () => mkv.subarray(0, mkv.length / 2)],
  ['an EBML header alone', 'truncated', () => mkv.subarray(0, 60)],
  ['two seconds said to be ten hours', 'too_long', () => slowed(750)],
  ['two seconds said to be four hours', 'length_mismatch', () => slowed(290)],
  [
    'a film that is another file',
    'external_reference',
    () => {
      const url = box32(
        'url ',
        Buffer.concat([Buffer.alloc(4), Buffer.from('file:///etc/passwd\0')]),
      )
      const count = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])
      const dinf = box32('dinf', box32('dref', Buffer.concat([count, url])))
      const moov = box32('moov', box32('trak', box32('mdia', box32('minf', dinf))))
      return Buffer.concat([box32('ftyp', Buffer.from('isom\0\0\0\0isom')), moov])
    },
  ],
]

test.for(cases)('%s: %s', async ([name, code, make]) => {
  const file = join(box.path, `${name.replaceAll(' ', '-')}.mp4`)
  await writeFile(file, await make())
  const error = await probe(file).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InputRejectedError)
  expect((error as InputRejectedError).code).toBe(code)
  expect(encoderErrorText(code)).toMatch(/요\.$/)
})

test('rejects a file with audio only', async () => {
  await ffmpeg(box.path, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine',
    '-t',
    '1',
    '-c:a',
    'aac',
    'song.mp4',
  ])
  await expect(probe(join(box.path, 'song.mp4'))).rejects.toMatchObject({ code: 'no_video_track' })
})

test('takes the size of frames from the decoder', async () => {
  // Width and height of the sample entry are 16 bits each, 24 bytes after its type.
  const entry = patched(mp4, 'avc1', 24, (16384 << 16) | 16384, 1)
  const file = join(box.path, 'said-to-be-16k.mp4')
  await writeFile(file, patched(entry, 'tkhd', 76, 16384 * 65536))
  expect(await probe(file)).toMatchObject({ width: 320, height: 180 })
})

test('limits memory for frames larger than the header declares', async () => {
  // A stream of 8192x8192 frames in a file that declares 320x180.
  await ffmpeg(box.path, [
    ...[
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=red:s=8192x8192:r=2',
      '-t',
      '1',
      '-c:v',
      'libx264',
    ],
    ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', 'huge.mp4'],
  ])
  const huge = await readFile(join(box.path, 'huge.mp4'))
  const small = patched(patched(huge, 'avc1', 24, (320 << 16) | 180, 1), 'tkhd', 76, 320 * 65536)
  const file = join(box.path, 'small-outside.mp4')
  await writeFile(file, patched(small, 'tkhd', 80, 180 * 65536))
  const result = probe(file).then((sourceProbe) =>
    encode(file, sourceProbe, join(box.path, 'huge')),
  )
  await expect(result).rejects.toMatchObject({ code: 'too_large' })
  expect(await readdir(box.path)).not.toContain('huge')
})

test('finishes or fails on a video damaged in the middle, without hanging', async () => {
  const broken = Buffer.from(mp4)
  const from = broken.indexOf('mdat') + 3000
  const random = createRandom(getSeed())
  for (let at = from; at < broken.length - 6000; at++) broken[at] = Math.trunc(random() * 256)
  const file = join(box.path, 'broken.mp4')
  await writeFile(file, broken)
  const result = await probe(file)
    .then((sourceProbe) => encode(file, sourceProbe, join(box.path, 'broken')))
    .catch((caught: unknown) => caught)
  const isRejected = result instanceof InputRejectedError
  expect({
    has_failed: result instanceof Error,
    has_output: (await readdir(box.path)).includes('broken'),
  }).toEqual({ has_failed: isRejected, has_output: !isRejected })
})
