import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encode, type EncodeResult, probe } from '#server/adapters/encoder/index.ts'
import {
  combing,
  generateFlashAndBeep,
  measureSync,
  tonesOf,
} from '#test/hard/encoder/measured-films.ts'
import { createTempFolder, ffmpeg } from '#test/fixtures/generated-films.ts'

// Encoding is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let box: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  box = await createTempFolder()
})
afterAll(() => box[Symbol.asyncDispose]())

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25']
const mpeg2 = ['-c:v', 'mpeg2video', '-b:v', '2M', '-c:a', 'ac3']
const copy = (folder: string, from: string, args: string[], to: string) =>
  ffmpeg(folder, ['-v', 'error', ...args, '-i', from, '-c', 'copy', to])

async function encodeFile(name: string) {
  const file = join(box.path, name)
  const folder = join(box.path, `out-${name}`)
  const encoded = await encode(file, await probe(file), folder, { preset: 'ultrafast' })
  return { encoded, folder, top: encoded.renditions.at(-1)!.name }
}

const codes = ({ notices }: EncodeResult) => notices.map(({ code }) => code)

type Source = { name: string; make: (name: string) => Promise<unknown>; seconds?: number }
const flash = (film: Partial<Parameters<typeof generateFlashAndBeep>[1]>) => (name: string) =>
  generateFlashAndBeep(box.path, { ...film, name })

/** Sources with a flash and a tone in each second, all of them in sync. */
const synchronous: [string, Source][] = [
  ['MPEG-2 and AC-3 in a transport stream', { name: 'atsc.ts', make: flash({ args: mpeg2 }) }],
  ['a program stream', { name: 'dvd.mpg', make: flash({ args: [...mpeg2, '-f', 'vob'] }) }],
  [
    'camcorder packets of 192 bytes',
    {
      name: 'avchd.m2ts',
      make: flash({ args: [...x264, '-c:a', 'ac3', '-mpegts_m2ts_mode', '1'] }),
    },
  ],
  [
    'LATM sound',
    { name: 'latm.ts', make: flash({ args: [...x264, '-c:a', 'aac', '-mpegts_flags', 'latm'] }) },
  ],
  [
    'Opus in a transport stream',
    { name: 'opus.ts', make: flash({ args: [...x264, '-c:a', 'libopus'] }) },
  ],
  [
    'a clock that starts over in the middle',
    {
      name: 'wrap.ts',
      make: flash({ args: [...x264, '-c:a', 'aac', '-output_ts_offset', '95440.3'] }),
    },
  ],
  [
    'a stream cut inside a packet and a group of pictures',
    {
      name: 'cut.ts',
      seconds: 3.8,
      async make(name) {
        await flash({ args: [...x264, '-c:a', 'aac', '-b:v', '200k'], seconds: 5 })('uncut.ts')
        const bytes = await readFile(join(box.path, 'uncut.ts'))
        await writeFile(join(box.path, name), bytes.subarray(Math.floor(bytes.length / 4) + 57))
      },
    },
  ],
  [
    'two recordings joined, whose clocks differ',
    {
      name: 'joined.ts',
      seconds: 8,
      async make(name) {
        await flash({ args: mpeg2 })('first.ts')
        await flash({ args: [...mpeg2, '-output_ts_offset', '500'] })('second.ts')
        const parts = ['first.ts', 'second.ts'].map((part) => readFile(join(box.path, part)))
        await writeFile(join(box.path, name), Buffer.concat(await Promise.all(parts)))
      },
    },
  ],
  [
    'stereo that becomes 5.1',
    {
      name: 'channels.ts',
      seconds: 8,
      async make(name) {
        await flash({ args: [...mpeg2, '-ac', '2'] })('stereo.ts')
        const offset = ['-output_ts_offset', '4']
        await flash({ args: [...mpeg2, '-ac', '6', ...offset] })('surround.ts')
        const parts = ['stereo.ts', 'surround.ts'].map((part) => readFile(join(box.path, part)))
        await writeFile(join(box.path, name), Buffer.concat(await Promise.all(parts)))
      },
    },
  ],
  [
    'a late picture in mp4',
    { name: 'late.mp4', make: flash({ seconds: 5, video_input: ['-itsoffset', '2'] }), seconds: 7 },
  ],
  [
    'late sound in mkv',
    { name: 'late.mkv', make: flash({ seconds: 5, audio_input: ['-itsoffset', '2'] }), seconds: 7 },
  ],
  [
    'a late picture in a transport stream',
    { name: 'late.ts', make: flash({ seconds: 5, video_input: ['-itsoffset', '2'] }), seconds: 7 },
  ],
  [
    'sound that begins after 8 s in a transport stream',
    {
      name: 'later.ts',
      make: flash({
        seconds: 12,
        audio_input: ['-itsoffset', '8'],
        args: [...x264, '-c:a', 'ac3'],
      }),
      seconds: 20,
    },
  ],
  [
    'an edit list that starts between keyframes',
    {
      name: 'edited.mp4',
      seconds: 3.3,
      async make(name) {
        await flash({ seconds: 5, args: [...x264, '-c:a', 'aac'] })('unedited.mp4')
        await copy(box.path, 'unedited.mp4', ['-ss', '1.7'], name)
      },
    },
  ],
  [
    'times before zero',
    {
      name: 'negative.mkv',
      async make(name) {
        await flash({})('positive.mkv')
        const shift = ['-output_ts_offset', '-1.5', '-avoid_negative_ts', 'disabled']
        await ffmpeg(box.path, ['-v', 'error', '-i', 'positive.mkv', '-c', 'copy', ...shift, name])
      },
    },
  ],
  ['Windows Media', { name: 'old.wmv', make: flash({ args: ['-c:v', 'wmv2', '-c:a', 'wmav2'] }) }],
  [
    'AVI with ADPCM',
    { name: 'old.avi', make: flash({ args: ['-c:v', 'mpeg4', '-c:a', 'adpcm_ms'] }) },
  ],
  [
    'DV',
    {
      name: 'tape.avi',
      make: flash({
        size: '720x576',
        args: ['-c:v', 'dvvideo', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', '-ac', '2'],
      }),
    },
  ],
  [
    'AMR in 3gp',
    {
      name: 'phone.3gp',
      make: flash({
        size: '352x288',
        args: ['-c:v', 'h263', '-c:a', 'libopencore_amrnb', '-ar', '8000', '-ac', '1'],
      }),
    },
  ],
  [
    'DNxHD in MXF',
    {
      name: 'master.mxf',
      make: flash({
        size: '1280x720',
        seconds: 3,
        args: [
          '-c:v',
          'dnxhd',
          '-profile:v',
          'dnxhr_lb',
          '-pix_fmt',
          'yuv422p',
          '-c:a',
          'pcm_s24le',
        ],
      }),
      seconds: 3,
    },
  ],
  [
    'Flash video',
    {
      name: 'old.flv',
      make: flash({ args: ['-c:v', 'flv1', '-c:a', 'libmp3lame', '-ar', '44100'] }),
    },
  ],
]

test.for(synchronous)('keeps picture and sound of %s in sync', async ([, source]) => {
  await source.make(source.name)
  const { encoded, folder, top } = await encodeFile(source.name)
  expect(Math.abs(encoded.duration - (source.seconds ?? 4))).toBeLessThan(0.35)
  const { flashes, beeps } = await measureSync(folder, top)
  // Where only one of picture and sound runs, a flash or a tone is alone.
  const pairs = flashes.flatMap((at) => {
    const beep = beeps.find((other) => Math.abs(other - at) < 0.4)
    return beep === undefined ? [] : [beep - at]
  })
  expect(pairs.length).toBeGreaterThan(1)
  for (const difference of pairs) expect(Math.abs(difference)).toBeLessThan(0.045)
})

const moving = (rate: number, filter: string, args: string[], size = '720x576') => [
  ...['-v', 'error', '-f', 'lavfi', '-t', '3', '-i', `testsrc2=s=${size}:r=${rate},${filter}`],
  ...args,
]
const fields = 'tinterlace=interleave_top:flags=vlpf'

test.for<[string, string, string[], number]>([
  ['flagged H.264', 'flagged.mp4', moving(50, fields, [...x264, '-flags', '+ildct+ilme']), 50],
  ['H.264 without flags', 'unflagged.mp4', moving(50, `${fields},setfield=prog`, x264), 50],
  [
    'H.264 in a transport stream of 1088 coded lines',
    'broadcast.ts',
    moving(60000 / 1001, fields, [...x264, '-flags', '+ildct+ilme'], '1440x1080'),
    60000 / 1001,
  ],
  [
    'MPEG-2',
    'broadcast.mpg',
    moving(50, fields, ['-c:v', 'mpeg2video', '-b:v', '8M', '-flags', '+ildct+ilme', '-f', 'vob']),
    50,
  ],
  [
    'bottom fields first',
    'tape.mov',
    moving(50, 'tinterlace=interleave_bottom', ['-c:v', 'prores_ks', '-flags', '+ildct']),
    50,
  ],
  ['telecined film', 'film.mkv', moving(24, 'telecine,setfield=prog', x264), 60],
])('deinterlaces %s', async ([, name, args, rate]) => {
  await ffmpeg(box.path, [...args, name])
  const { encoded, folder, top } = await encodeFile(name)
  expect(codes(encoded)).toEqual(['deinterlaced'])
  expect(encoded.frame_rate).toBeCloseTo(rate, 1)
  const { interlaced, progressive } = await combing(folder, top)
  expect(progressive).toBeGreaterThan(30)
  expect(interlaced).toBe(0)
})

test('keeps progressive film in an interlaced stream', async () => {
  await ffmpeg(box.path, [
    ...moving(25, 'setfield=tff', [...x264, '-flags', '+ildct+ilme']),
    'psf.mp4',
  ])
  const { encoded } = await encodeFile('psf.mp4')
  expect(codes(encoded)).toEqual([])
  expect(encoded.frame_rate).toBe(25)
})

test('shows the coded size of interlaced HD', async () => {
  await ffmpeg(box.path, [
    ...moving(50, fields, [...x264, '-flags', '+ildct+ilme', '-t', '1'], '1920x1080'),
    'hd.ts',
  ])
  expect(await probe(join(box.path, 'hd.ts'))).toMatchObject({ width: 1920, height: 1080 })
})

const tones = [400, 700, 1000, 1300, 1600, 1900, 2200, 2500]
test.for<[string, number, number[], number[], string[]]>([
  ['two mono tracks as left and right', 2, [400], [700], ['joined_audio']],
  [
    'the first two of four mono tracks, and reports the others',
    4,
    [400],
    [700],
    ['other_audio', 'joined_audio'],
  ],
  [
    'six mono tracks as 5.1',
    6,
    [400, 1000, 1600],
    [700, 1000, 1900],
    ['joined_audio', 'downmixed'],
  ],
])('plays %s', async ([, count, left, right, expected]) => {
  const name = `mono-${count}.mov`
  const inputs = tones
    .slice(0, count)
    .flatMap((tone) => ['-f', 'lavfi', '-i', `sine=f=${tone}:r=48000`])
  await ffmpeg(box.path, [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25', ...inputs, '-t', '2'],
    ...Array.from({ length: count + 1 }, (_, index) => ['-map', String(index)]).flat(),
    ...[...x264, '-c:a', 'pcm_s16le', name],
  ])
  const { encoded, folder } = await encodeFile(name)
  expect(await tonesOf(folder, 0, tones)).toEqual(left)
  expect(await tonesOf(folder, 1, tones)).toEqual(right)
  expect(codes(encoded)).toEqual(expected)
})

test('plays a mono track that is named left on both sides', async () => {
  await ffmpeg(box.path, [
    ...['-v', 'error', '-f', 'lavfi', '-t', '2', '-i', 'testsrc2=s=320x180:r=25'],
    ...['-f', 'lavfi', '-t', '2', '-i', 'aevalsrc=sin(2*PI*400*t):c=FL:s=48000'],
    ...[...x264, '-c:a', 'pcm_s16le', 'left.mov'],
  ])
  const { encoded, folder } = await encodeFile('left.mov')
  expect(await tonesOf(folder, 0, tones)).toEqual([400])
  expect(await tonesOf(folder, 1, tones)).toEqual([400])
  expect(codes(encoded)).toEqual([])
})

/** Picture and sound of these lengths in seconds, at this frame rate. */
const lengths = (video: number, audio: number | null, rate: number | string) => [
  ...['-v', 'error', '-f', 'lavfi', '-t', String(video), '-i', `testsrc2=s=320x180:r=${rate}`],
  ...(audio === null ? [] : ['-f', 'lavfi', '-t', String(audio), '-i', 'sine=r=48000']),
  ...[...x264, '-c:a', 'aac'],
]

test.for<[string, string, string[], number, string[]]>([
  ['sound after the picture', 'long-sound.mp4', lengths(2, 6, 25), 6, ['held_picture']],
  ['a picture after the sound', 'long-picture.mkv', lengths(6, 2, 25), 6, ['silent_end']],
  ['slides', 'slides.mp4', lengths(30, 30, '1/5'), 30, []],
  ['silent slides', 'silent-slides.mkv', lengths(30, null, '1/5'), 30, []],
  ['a single picture with sound', 'cover.mp4', lengths(0.04, 12, 25), 12, ['held_picture']],
  [
    'a single RGB picture with sound',
    'cover.mov',
    [...lengths(0.04, 3, 25), '-c:v', 'png', '-pix_fmt', 'rgb24'],
    3,
    ['held_picture'],
  ],
])('keeps all of %s', async ([, name, args, seconds, expected]) => {
  await ffmpeg(box.path, [...args, name])
  const { encoded, folder, top } = await encodeFile(name)
  expect(encoded.duration).toBeGreaterThan(seconds - 0.1)
  expect(encoded.duration).toBeLessThan(seconds + 0.1)
  expect(codes(encoded)).toEqual(expected)
  const { stderr } = await ffmpeg(join(folder, top), ['-i', 'index.m3u8', '-f', 'null', '-'])
  expect(stderr).toContain(`time=00:00:${String(seconds).padStart(2, '0')}`)
})

test('plays the sound of the program whose picture it shows', async () => {
  const programs = ['-program', 'st=0:st=1', '-program', 'st=2:st=3']
  const inputs = [400, 700].flatMap((tone) => [
    ...['-f', 'lavfi', '-t', '2', '-i', 'testsrc2=s=320x180:r=25'],
    ...['-f', 'lavfi', '-t', '2', '-i', `sine=f=${tone}:r=48000`],
  ])
  const maps = ['0', '1', '2', '3'].flatMap((input) => ['-map', input])
  const codecs = ['-c:v', 'mpeg2video', '-c:a', 'mp2']
  await ffmpeg(box.path, ['-v', 'error', ...inputs, ...maps, ...codecs, ...programs, 'two.ts'])
  const { encoded, folder } = await encodeFile('two.ts')
  expect(await tonesOf(folder, 1, tones)).toEqual([400])
  expect(codes(encoded)).toEqual(['other_video', 'other_audio'])
})

test('lists what a film does not have of its source', async () => {
  await writeFile(join(box.path, 'line.srt'), '1\n00:00:00,000 --> 00:00:01,000\n안녕\n')
  await writeFile(
    join(box.path, 'chapters.txt'),
    ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=1\n',
  )
  await ffmpeg(box.path, [
    ...['-v', 'error', '-f', 'lavfi', '-t', '1', '-i', 'testsrc2=s=320x180:r=25'],
    ...['-f', 'lavfi', '-t', '1', '-i', 'sine,aformat=channel_layouts=5.1'],
    ...['-i', 'line.srt', '-i', 'chapters.txt', '-map', '0', '-map', '1', '-map', '1', '-map', '2'],
    ...['-map_metadata', '3', '-metadata:s:a:1', 'language=eng', '-c:s', 'srt'],
    ...[...x264, '-c:a', 'ac3', 'everything.mkv'],
  ])
  const { encoded } = await encodeFile('everything.mkv')
  expect(encoded.notices).toEqual([
    { code: 'other_audio', tracks: ['2: eng, ac3, 5.1(side)'] },
    { code: 'subtitles', tracks: ['3: subrip'] },
    { code: 'chapters', count: 1 },
    { code: 'downmixed', layout: '5.1(side)' },
  ])
})

test('encodes nothing above the largest rendition that a viewer may load', async () => {
  await ffmpeg(box.path, [
    ...['-v', 'error', '-f', 'lavfi', '-t', '1', '-i', 'color=s=3840x2160:r=5', ...x264, 'uhd.mp4'],
  ])
  const file = join(box.path, 'uhd.mp4')
  const encoded = await encode(file, await probe(file), join(box.path, 'uhd'), {
    max_height: 720,
    preset: 'ultrafast',
  })
  expect(encoded.renditions.map(({ rung }) => rung)).toEqual([360, 540, 720])
  expect(encoded.notices).toContainEqual({ code: 'height', from: 2160, to: 720 })
})
