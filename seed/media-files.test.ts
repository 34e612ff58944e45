import { imageWidths } from '#contract/core/images.ts'
import { parseCaptions } from '#server/adapters/encoder/index.ts'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  captionLabels,
  images,
  pictureFiles,
  readFilmCaptions,
  readFilmFacts,
} from './media-files.ts'
import { allWorks, FILM_KEYS } from './works/index.ts'

const folder = join(import.meta.dirname, 'media')
const mebibyte = 2 ** 20

test('no master exceeds 8 MB, and all together have at most 80 MB', () => {
  const sizes = globSync('**/*.*', { cwd: folder }).map((name) => ({
    name,
    bytes: statSync(join(folder, name)).size,
  }))
  expect(sizes.length).toBeGreaterThan(300)
  expect(sizes.filter(({ bytes }) => bytes > 8 * mebibyte)).toEqual([])
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(80 * mebibyte)
})

test.each(FILM_KEYS)('%s has markers, a still and captions that fit its length', (key) => {
  const { seconds, opening, ending_start, still } = readFilmFacts(key)
  expect(seconds).toBeGreaterThanOrEqual(45)
  expect(opening === null || opening.end - opening.start >= 10, 'opening').toBe(true)
  expect(ending_start === null || ending_start < seconds, 'ending').toBe(true)
  expect(still).toBeGreaterThan(0)
  expect(still).toBeLessThan(seconds)
  const captions = readFilmCaptions(key)
  expect(captions.map(({ language }) => language)).toEqual(Object.keys(captionLabels))
  for (const { content } of captions)
    expect(parseCaptions(content, seconds).length).toBeGreaterThan(3)
})

test('every work has a poster and a backdrop, every film a still, in all widths', () => {
  const widthsOf = (key: string) =>
    pictureFiles(key)
      .map(({ name }) => Number.parseInt(name, 10))
      .toSorted((a, b) => a - b)
  for (const { id } of allWorks) {
    const { poster, backdrop } = images.works[id]!
    expect(widthsOf(poster.key)).toEqual(imageWidths.poster)
    expect(widthsOf(backdrop.key)).toEqual(imageWidths.backdrop)
  }
  for (const key of FILM_KEYS)
    expect(widthsOf(images.films[key]!.key)).toEqual(imageWidths.thumbnail)
})
