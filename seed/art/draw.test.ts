import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { works } from '#seed/works/index.ts'
import { contrast } from './colour.ts'
import { dominantColor, drawBackdrop, drawLogo, drawPoster, drawThumbnail } from './draw.ts'
import { coverage, FONT_NAMES } from './fonts.ts'
import { inkOf, setTitle } from './lettering.ts'
import { createCanvas } from '@napi-rs/canvas'

const flagship = works[0]!
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('every letter of every title and of the small print is in the typeface that sets it', () => {
  const covered = new Map(FONT_NAMES.map((name) => [name, coverage(name)]))
  const missing: string[] = []
  const look = (text: string, name: (typeof FONT_NAMES)[number]) => {
    for (const letter of text)
      if (letter.trim() && !covered.get(name)!.has(letter.codePointAt(0)!))
        missing.push(`${letter} of "${text}" in ${name}`)
  }
  for (const work of works) {
    look(work.title, work.art.title.font)
    look(work.art.tagline, 'sans_bold')
    look((work.title_original ?? '').toUpperCase(), 'sans_bold')
    for (const credit of work.people) look(credit.name, 'sans')
  }
  expect(missing).toEqual([])
  expect(covered.get('song')!.has('뷁'.codePointAt(0)!)).toBe(false)
})

test('keeps every title within its poster', () => {
  const pen = createCanvas(8, 8).getContext('2d')
  for (const work of works) {
    const box = setTitle(pen, work.art.title, 1080, 1620, 1)
    expect(box.left, work.title).toBeGreaterThanOrEqual(30)
    expect(box.right, work.title).toBeLessThanOrEqual(1050)
    expect(box.bottom, work.title).toBeLessThanOrEqual(1590)
    const { glow, deep } = work.art.palette
    const ink = inkOf(work.art)
    expect(Math.max(contrast(ink, glow), contrast(ink, deep)), work.title).toBeGreaterThan(4.5)
  }
})

test('drawing twice gives the same picture, of the right size', () => {
  const poster = drawPoster(flagship)
  expect([poster.width, poster.height]).toEqual([1080, 1620])
  expect(digest(poster.data())).toBe(digest(drawPoster(flagship).data()))
  expect(dominantColor(poster)).toMatch(/^#[0-9a-f]{6}$/)
  const backdrop = drawBackdrop(flagship)
  expect([backdrop.width, backdrop.height]).toEqual([1920, 1080])
})

test('episodes of a season have stills of their own, upright for upright films', () => {
  const season = flagship.seasons[0]!
  const [one, two] = season.episodes
  const first = drawThumbnail(flagship, season, one!)
  expect([first.width, first.height]).toEqual([1280, 720])
  expect(digest(first.data())).not.toBe(digest(drawThumbnail(flagship, season, two!).data()))
  const short = works.find((work) => work.seasons[0]?.episodes[0]?.film === 'umbrella')!
  const still = drawThumbnail(short, short.seasons[0]!, short.seasons[0]!.episodes[0]!)
  expect([still.width, still.height]).toEqual([720, 1280])
})

test('draws a logo as lettering that fills a transparent canvas', () => {
  const logo = drawLogo(flagship)
  expect(
    logo.width <= 920 && logo.height <= 420 && (logo.width === 920 || logo.height === 420),
  ).toBe(true)
  const corner = logo.getContext('2d').getImageData(0, 0, 1, 1).data
  expect(corner[3]).toBe(0)
})
