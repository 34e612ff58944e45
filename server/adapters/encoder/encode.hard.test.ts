// hard: encodes some 30 films with ffmpeg (22 s of CPU).
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encode, probe } from './index.ts'
import {
  decoderWarnings,
  ffmpeg,
  createTempFolder,
  generateFilm,
  renditionPackets,
} from '#test/fixtures/generated-films.ts'
import type { GeneratedFilm } from '#test/fixtures/generated-films.ts'
import { readSegments } from './hls/playlist.ts'

// Encoding is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let box: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  box = await createTempFolder()
})
afterAll(() => box[Symbol.asyncDispose]())

test('encodes a video into a playable HLS folder', async () => {
  const file = await generateFilm(box.path, { name: 'whole.mp4', size: '960x540', seconds: 9 })
  const out = join(box.path, 'whole')
  const fractions: number[] = []
  const encoded = await encode(file, await probe(file), out, {
    captions: [
      { language: 'ko', label: '한국어', text: '1\n00:00:01,000 --> 00:00:02,500\n안녕하세요\n' },
      { language: 'en', label: 'English', text: 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello\n' },
    ],
    onProgress: (fraction) => fractions.push(fraction),
  })

  expect((await readdir(out)).sort()).toEqual(
    [
      'audio',
      'captions',
      'encoded.json',
      'main.m3u8',
      'poster.webp',
      'storyboard',
      'v360',
      'v540',
    ].sort(),
  )
  expect((await readdir(box.path)).filter((name) => name.startsWith('whole'))).toEqual([
    'whole',
    'whole.mp4',
  ])
  expect(encoded.duration).toBeCloseTo(9, 2)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.at(-1)).toBe(1)

  for (const name of ['v360', 'v540']) {
    const packets = await renditionPackets(join(out, name))
    expect(packets[0]!.at).toBe(0)
    expect(await editListOffset(join(out, name))).toBe(0)
    expect(
      packets.filter((packet) => packet.key).map((packet) => Number(packet.at.toFixed(3))),
    ).toEqual([0, 2, 4, 6, 8])
    expect((await readSegments(join(out, name))).map((segment) => segment.duration)).toEqual([
      4, 4, 1,
    ])
    expect(await decoderWarnings(join(out, name))).toBe('')
  }
  const sound = await renditionPackets(join(out, 'audio'))
  expect(sound[0]!.at).toBe(0)
  expect(sound.at(-1)!.at).toBeGreaterThan(8.95)
  expect(sound.at(-1)!.at).toBeLessThan(9.03)
  expect(await decoderWarnings(join(out, 'audio'))).toBe('')

  const main = await readFile(join(out, 'main.m3u8'), 'utf8')
  expect(main).toMatch(
    /BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",RESOLUTION=960x540,FRAME-RATE=24\.000/,
  )
  expect(main).toContain('LANGUAGE="ko",URI="captions/ko.m3u8"')
  expect(main).toContain('LANGUAGE="en",URI="captions/en.m3u8"')
  expect(await readFile(join(out, 'captions/ko.vtt'), 'utf8')).toBe(
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.500\n안녕하세요\n',
  )

  expect(encoded.storyboard).toMatchObject({
    interval: 1,
    count: 9,
    tile_width: 256,
    tile_height: 144,
  })
  const sheet = await sharp(join(out, encoded.storyboard.sheets[0]!)).metadata()
  expect([sheet.width, sheet.height]).toEqual([9 * 256, 144])
  expect((await sharp(join(out, 'poster.webp')).metadata()).width).toBe(960)
})

/** Media time at which the edit list of a rendition starts, in the units of its track. */
async function editListOffset(folder: string): Promise<number> {
  const init = await readFile(join(folder, 'init.mp4'))
  const type = init.indexOf('elst')
  expect(type).toBeGreaterThan(0)
  // Version 0 (ISO/IEC 14496-12, 8.6.6): version and flags, entry count, segment duration, media time.
  expect(init[type + 4]).toBe(0)
  return init.readInt32BE(type + 16)
}

type Case = [
  string,
  GeneratedFilm,
  { size: [number, number]; names: string[]; rate?: number; sound?: boolean },
]
const shapes: Case[] = [
  [
    'portrait',
    { name: 'portrait.mp4', size: '360x640', seconds: 1 },
    { size: [360, 640], names: ['v360'] },
  ],
  [
    'odd sizes',
    {
      name: 'odd.mkv',
      filter: 'format=yuv444p,scale=321:181,setsar=1',
      seconds: 1,
      args: ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
      sound: null,
    },
    { size: [320, 180], names: ['v181'], sound: false },
  ],
  [
    '5.1 in mkv',
    { name: 'surround.mkv', seconds: 1, sound: '5.1', args: ['-c:v', 'libx264', '-c:a', 'ac3'] },
    { size: [320, 180], names: ['v180'] },
  ],
  [
    'no sound',
    { name: 'silent.mp4', seconds: 1, sound: null },
    { size: [320, 180], names: ['v180'], sound: false },
  ],
  [
    'webm',
    {
      name: 'web.webm',
      seconds: 1,
      args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
    },
    { size: [320, 180], names: ['v180'] },
  ],
  [
    'mov of an editor, ten bits',
    { name: 'editor.mov', seconds: 1, args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'] },
    { size: [320, 180], names: ['v180'] },
  ],
  [
    'wide pixels',
    { name: 'wide.mp4', size: '240x360', seconds: 1, filter: 'setsar=8/3' },
    { size: [640, 360], names: ['v360'] },
  ],
  [
    'cinema width',
    { name: 'cinema.mp4', size: '960x400', seconds: 1 },
    { size: [960, 400], names: ['v360', 'v540'] },
  ],
  [
    '23.976 in ts',
    { name: 'tv.ts', rate: '24000/1001', seconds: 2 },
    { size: [320, 180], names: ['v180'], rate: 24000 / 1001 },
  ],
  [
    '120 frames a second',
    { name: 'fast.mp4', rate: 120, seconds: 1 },
    { size: [320, 180], names: ['v180'], rate: 60 },
  ],
]

test.for(shapes)('encodes %s', async ([, film, expected]) => {
  const file = await generateFilm(box.path, film)
  const out = join(box.path, `out-${film.name}`)
  const encoded = await encode(file, await probe(file), out)
  const top = encoded.renditions.at(-1)!
  expect([top.width, top.height]).toEqual(expected.size)
  expect(encoded.renditions.map((rendition) => rendition.name)).toEqual(expected.names)
  expect(encoded.orientation).toBe(top.height > top.width ? 'vertical' : 'horizontal')
  expect(encoded.frame_rate).toBeCloseTo(expected.rate ?? 24, 6)
  expect(encoded.has_audio).toBe(expected.sound ?? true)
  expect(encoded.duration).toBeGreaterThan((film.seconds ?? 3) - 0.1)
  expect(encoded.duration).toBeLessThan((film.seconds ?? 3) + 0.1)
  expect(await decoderWarnings(join(out, top.name))).toBe('')
  const { stderr } = await ffmpeg(join(out, top.name), ['-i', 'index.m3u8', '-f', 'null', '-'])
  expect(stderr).toMatch(/h264 \(High\).*yuv420p\(tv, (bt709|smpte170m)/)
  const main = await readFile(join(out, 'main.m3u8'), 'utf8')
  expect(main.includes('TYPE=AUDIO')).toBe(encoded.has_audio)
  const audio = encoded.has_audio
    ? (await ffmpeg(join(out, 'audio'), ['-i', 'index.m3u8', '-f', 'null', '-'])).stderr
    : 'none'
  expect(audio).toMatch(encoded.has_audio ? /aac \(LC\).*48000 Hz, stereo/ : 'none')
})

test('applies the rotation of the source', async () => {
  const flat = await generateFilm(box.path, { name: 'flat.mp4', size: '640x360', seconds: 1 })
  await ffmpeg(box.path, [
    '-v',
    'error',
    '-display_rotation',
    '90',
    '-i',
    flat,
    '-c',
    'copy',
    'turned.mp4',
  ])
  const file = join(box.path, 'turned.mp4')
  const sourceProbe = await probe(file)
  expect(sourceProbe).toMatchObject({ width: 360, height: 640, orientation: 'vertical' })
  const encoded = await encode(file, sourceProbe, join(box.path, 'turned'))
  expect(encoded.renditions.at(-1)).toMatchObject({ width: 360, height: 640, name: 'v360' })
})

test('converts a variable to a constant frame rate', async () => {
  const uneven = "select='not(mod(n\\,2))+lt(n\\,24)',setpts='if(lt(N,24),N/24,1+(N-24)/12)/TB'"
  const file = await generateFilm(box.path, {
    name: 'uneven.mkv',
    filter: uneven,
    seconds: 4,
    sound: null,
    args: [
      '-fps_mode',
      'passthrough',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ],
  })
  const sourceProbe = await probe(file)
  const out = join(box.path, 'uneven')
  await encode(file, sourceProbe, out)
  const at = (await renditionPackets(join(out, 'v180'))).map((packet) => packet.at)
  const gap = sourceProbe.frame_rate.den / sourceProbe.frame_rate.num
  for (const [index, time] of at.entries()) expect(time).toBeCloseTo(index * gap, 3)
})

test('keeps audio and video in sync when the audio starts late', async () => {
  // White and a tone from 1 s on; the audio track of the file starts at 0.5 s.
  await ffmpeg(box.path, [
    ...[
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      "color=black:s=320x180:r=25,drawbox=c=white:t=fill:enable='gte(t,1)'",
    ],
    ...[
      '-itsoffset',
      '0.5',
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=gte(t\\,0.5)*sin(2764*t)/2:s=48000',
      '-t',
      '3',
    ],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      'clap.mov',
    ],
  ])
  const file = join(box.path, 'clap.mov')
  const out = join(box.path, 'clap')
  await encode(file, await probe(file), out)
  const light = await ffmpeg(join(out, 'v180'), [
    ...['-v', 'error', '-i', 'index.m3u8', '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', '-'],
  ])
  const white = light.stdout.findIndex((value) => value > 120) / 25
  const sound = await ffmpeg(join(out, 'audio'), [
    ...['-v', 'error', '-i', 'index.m3u8', '-ac', '1', '-f', 'f32le', '-'],
  ])
  const samples = new Float32Array(
    sound.stdout.buffer,
    sound.stdout.byteOffset,
    sound.stdout.length >> 2,
  )
  const loud = samples.findIndex((value) => Math.abs(value) > 0.1) / 48000
  expect(white).toBeCloseTo(1, 2)
  expect(Math.abs(loud - white)).toBeLessThan(0.02)
})

test('normalizes quiet audio to the target loudness', async () => {
  await generateFilm(box.path, { name: 'level.mp4', seconds: 4 })
  await ffmpeg(box.path, [
    '-v',
    'error',
    '-i',
    'level.mp4',
    '-af',
    'volume=-10dB',
    '-c:v',
    'copy',
    'quiet.mp4',
  ])
  const file = join(box.path, 'quiet.mp4')
  const out = join(box.path, 'quiet')
  await encode(file, await probe(file), out)
  const { stderr } = await ffmpeg(join(out, 'audio'), [
    ...['-i', 'index.m3u8', '-af', 'ebur128=framelog=quiet', '-f', 'null', '-'],
  ])
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr)![1])
  expect(Math.abs(loudness + 16)).toBeLessThan(1)
})

test('returns a finished result without encoding again', async () => {
  const file = await generateFilm(box.path, { name: 'twice.mp4', seconds: 1 })
  const out = join(box.path, 'twice')
  const sourceProbe = await probe(file)
  const first = await encode(file, sourceProbe, out)
  const before = (await stat(join(out, 'v180/init.mp4'))).mtimeMs
  expect(await encode(file, sourceProbe, out)).toEqual(first)
  expect((await stat(join(out, 'v180/init.mp4'))).mtimeMs).toBe(before)
})

const data = process.env['HANPYEON_DATA']
test.skipIf(!data)(
  `a real film goes through${data ? '' : ' (skipped: no data)'}`,
  async () => {
    const file = join(data!, 'big-buck-bunny-30s.mp4')
    const out = join(box.path, 'bunny')
    const encoded = await encode(file, await probe(file), out)
    expect(encoded.renditions.map((rendition) => [rendition.name, rendition.width])).toEqual([
      ['v360', 640],
      ['v480', 854],
    ])
    for (const name of ['v360', 'v480', 'audio'])
      expect(await decoderWarnings(join(out, name))).toBe('')
  },
  60_000,
)
