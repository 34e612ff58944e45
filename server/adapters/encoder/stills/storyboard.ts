import { hourMs } from '#contract/core/seoul-time.ts'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import type { Probe } from '../input/probe.ts'

/** Spacing and size of the storyboard images: one every `every_frames` frames, `interval` seconds apart. */
export type StoryboardPlan = {
  every_frames: number
  interval: number
  tile_width: number
  tile_height: number
}

/** The content of `storyboard.json`. Image n covers `[n * interval, (n + 1) * interval)` seconds. */
export type Storyboard = StoryboardPlan & {
  columns: number
  rows: number
  count: number
  sheets: string[]
}

const COLUMNS = 10
const ROWS = 10
const TILE_LONG = 256

/** Every second for the shortest videos, every 10 s for the longest: about 180 images, at most 2160. */
export function planStoryboard(
  probe: Pick<Probe, 'duration' | 'width' | 'height' | 'frame_rate'>,
): StoryboardPlan {
  const rate = probe.frame_rate.num / probe.frame_rate.den
  const seconds = Math.min(10, Math.max(1, Math.ceil(probe.duration / 180)))
  const every_frames = Math.max(1, Math.round(seconds * rate))
  const scale = TILE_LONG / Math.max(probe.width, probe.height)
  return {
    every_frames,
    interval: every_frames / rate,
    tile_width: Math.max(2, Math.round((probe.width * scale) / 2) * 2),
    tile_height: Math.max(2, Math.round((probe.height * scale) / 2) * 2),
  }
}

/**
 * Assembles the thumbnails into sheets (`storyboard/000.webp` …) with `storyboard.json` and `storyboard.vtt`.
 * @returns the storyboard and the indexes of the images that are fit to be posters, best first.
 */
export async function writeStoryboard(
  raw: string,
  plan: StoryboardPlan,
  duration: number,
  folder: string,
): Promise<{ board: Storyboard; stills: number[] }> {
  const { tile_width, tile_height } = plan
  const tileBytes = tile_width * tile_height * 3
  const handle = await open(raw, 'r')
  try {
    const count = Math.floor((await handle.stat()).size / tileBytes)
    const board: Storyboard = { ...plan, columns: COLUMNS, rows: ROWS, count, sheets: [] }
    const tile = Buffer.alloc(tileBytes)
    const scores: number[] = []
    for (let first = 0; first < count; first += COLUMNS * ROWS) {
      const sheetCount = Math.min(COLUMNS * ROWS, count - first)
      const width = Math.min(COLUMNS, sheetCount) * tile_width
      const height = Math.ceil(sheetCount / COLUMNS) * tile_height
      const sheet = Buffer.alloc(width * height * 3)
      for (let index = 0; index < sheetCount; index++) {
        await handle.read(tile, 0, tileBytes, (first + index) * tileBytes)
        const left = (index % COLUMNS) * tile_width
        const top = Math.floor(index / COLUMNS) * tile_height
        for (let row = 0; row < tile_height; row++) {
          const from = row * tile_width * 3
          tile.copy(sheet, ((top + row) * width + left) * 3, from, from + tile_width * 3)
        }
        scores.push(posterScore(tile))
      }
      const name = `storyboard/${String(board.sheets.length).padStart(3, '0')}.webp`
      const { bytes } = await sandbox.run(
        'encodeRgb',
        sheet,
        { width, height, quality: 60, effort: 2 },
        { owner: { system: 'encoder' }, weight: 'light' },
      )
      await writeFile(join(folder, name), bytes)
      board.sheets.push(name)
    }
    await writeFile(join(folder, 'storyboard/storyboard.json'), JSON.stringify(board))
    await writeFile(join(folder, 'storyboard/storyboard.vtt'), boardVtt(board, duration))
    return { board, stills: chooseStills(scores) }
  } finally {
    await handle.close()
  }
}

function boardVtt(board: Storyboard, duration: number): string {
  const lines = ['WEBVTT', '']
  for (let index = 0; index < board.count; index++) {
    const inSheet = index % (COLUMNS * ROWS)
    const x = (inSheet % COLUMNS) * board.tile_width
    const y = Math.floor(inSheet / COLUMNS) * board.tile_height
    const sheet = board.sheets[Math.floor(index / (COLUMNS * ROWS))]!.replace('storyboard/', '')
    const end = index === board.count - 1 ? duration : (index + 1) * board.interval
    lines.push(
      `${formatVttTime(index * board.interval)} --> ${formatVttTime(Math.max(end, index * board.interval + 0.001))}`,
      `${sheet}#xywh=${x},${y},${board.tile_width},${board.tile_height}`,
      '',
    )
  }
  return lines.join('\n')
}

/** Formats seconds for WebVTT: `01:02:03.456`. */
export function formatVttTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const pad2 = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(ms / hourMs)
  const minutes = Math.floor(ms / 60_000) % 60
  return `${pad2(hours)}:${pad2(minutes)}:${pad2(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** The number of frames that are offered as posters. */
const maxStills = 8

/** The standard deviation of luminance, of 255, below which an image is blank: black, white or of one colour. */
const minContrast = 8

/** The share of the film at each end that shows logos, fades and credits. */
const edge = 0.05

/**
 * Chooses the frames of a film that may be its poster. Frames at the edges of the film are chosen only if all others are
 * blank, as in a film of one second; chosen frames are apart from each other.
 * @param scores of the images of the storyboard, in order; see `posterScore`.
 * @returns at most 8 indexes, best first; none if all images are blank.
 */
export function chooseStills(scores: readonly number[]): number[] {
  const last = scores.length - 1
  const margin = Math.max(1, last * edge)
  const fit = scores.flatMap((score, index) => (score > 0 ? [index] : []))
  const inside = fit.filter((index) => index >= margin && index <= last - margin)
  const distance = Math.max(1, Math.floor(scores.length / (2 * maxStills)))
  const ranked = (inside.length > 0 ? inside : fit).toSorted(
    (a, b) => weighted(scores, b) - weighted(scores, a) || a - b,
  )
  const chosen: number[] = []
  for (const index of ranked) {
    if (chosen.length === maxStills) break
    if (chosen.every((other) => Math.abs(other - index) >= distance)) chosen.push(index)
  }
  return chosen
}

/** Prefers the first two thirds, because later frames may tell the end. */
const weighted = (scores: readonly number[], index: number) =>
  scores[index]! * (index / scores.length > 0.67 ? 0.8 : 1)

/**
 * Scores an image as a poster: prefers contrast, colour and medium exposure.
 * @param rgb 3 bytes for each pixel.
 * @returns 0 for a blank image.
 */
export function posterScore(rgb: Buffer): number {
  let sum = 0
  let squares = 0
  let colour = 0
  const pixels = Math.floor(rgb.length / 12)
  for (let at = 0; at + 2 < rgb.length; at += 12) {
    const red = rgb[at]!
    const green = rgb[at + 1]!
    const blue = rgb[at + 2]!
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    sum += light
    squares += light * light
    colour += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  const mean = sum / pixels
  const contrast = Math.sqrt(Math.max(0, squares / pixels - mean * mean))
  if (contrast < minContrast) return 0
  const exposure = Math.max(0.02, 1 - Math.abs(mean - 115) / 115)
  return (contrast + 0.5 * (colour / pixels)) * exposure
}
