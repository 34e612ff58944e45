// hard: decodes the sound of every film and trailer (20 s of CPU).
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { filmFile, readFilmFacts } from '#seed/media-files.ts'
import { FILM_KEYS } from '#seed/works/index.ts'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Reads streams, length and loudness of a file as the bundled ffmpeg reports them. */
async function inspect(file: string) {
  const args = `-hide_banner -i ${file} -map 0:a -af ebur128=framelog=quiet -f null -`.split(' ')
  const { stderr } = await promisify(execFile)(findFfmpeg(), args)
  const number = (pattern: RegExp) => Number(pattern.exec(stderr)?.[1])
  const [, hours = '', minutes = '', seconds = ''] =
    /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? []
  return {
    streams: [...stderr.matchAll(/Stream #0:\d.*?: (?:Video|Audio): (\w+)/g)]
      .slice(0, 2)
      .map(([, codec]) => codec),
    seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
    width: number(/ (\d{3,4})x\d{3,4}[ ,]/),
    height: number(/ \d{3,4}x(\d{3,4})[ ,]/),
    frame_rate: number(/([\d.]+) fps/),
    loudness: number(/I:\s+(-?[\d.]+) LUFS/),
  }
}

test.each(FILM_KEYS)(
  '%s is a film of 24 frames a second in HD, at the loudness of the service',
  async (key) => {
    const facts = readFilmFacts(key)
    const film = await inspect(filmFile(key))
    expect(film).toMatchObject({ streams: ['av1', 'opus'], frame_rate: 24 })
    expect(Math.abs(film.seconds - facts.seconds)).toBeLessThan(0.5)
    const short = Math.min(film.width, film.height)
    expect([720, 1080]).toContain(short)
    expect(film.height > film.width).toBe(facts.orientation === 'vertical')
    expect(Math.abs(film.loudness + 16)).toBeLessThanOrEqual(1)
  },
)

test('trailers have 15 to 30 s and 24 frames a second', async () => {
  const files = globSync(join(import.meta.dirname, '../../seed/media/trailers/*.mp4'))
  expect(files.length).toBeGreaterThanOrEqual(10)
  for (const file of files) {
    const trailer = await inspect(file)
    expect(trailer, file).toMatchObject({ streams: ['av1', 'opus'], frame_rate: 24 })
    expect(trailer.seconds, file).toBeGreaterThanOrEqual(14.5)
    expect(trailer.seconds, file).toBeLessThanOrEqual(30.5)
  }
})
