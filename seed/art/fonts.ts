/**
 * The typefaces of the drawn artwork and the characters each of them covers. They come from `fonts/` and never from
 * the machine, so that the artwork is identical everywhere.
 */
import { GlobalFonts } from '@napi-rs/canvas'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FontName } from './look.ts'

const folder = join(import.meta.dirname, '../../fonts')
const korean = (name: string, weight = 400) =>
  join(folder, name, `${name}-korean-${weight}-normal.woff2`)
const pretendard = (weight: string) => join(folder, 'pretendard', `Pretendard-${weight}.otf`)

const FILES: Record<FontName, string> = {
  serif: korean('nanum-myeongjo', 400),
  serif_bold: korean('nanum-myeongjo', 800),
  song: korean('song-myung'),
  black: korean('black-han-sans'),
  retro: korean('do-hyeon'),
  heavy: korean('gasoek-one'),
  round: korean('bagel-fat-one'),
  brush: korean('east-sea-dokdo'),
  sans: pretendard('Medium'),
  sans_bold: pretendard('Bold'),
  sans_black: pretendard('Black'),
}

export const FONT_NAMES = Object.keys(FILES) as FontName[]

const registered = new Set<FontName>()

/**
 * The CSS font of a typeface at a size in pixels, registering it on first use.
 * @throws when the file cannot be read as a font
 */
export function font(name: FontName, size: number): string {
  const alias = `hanpyeon ${name}`
  if (!registered.has(name)) {
    if (!GlobalFonts.registerFromPath(FILES[name], alias))
      throw new Error(`The typeface ${name} cannot be read from ${FILES[name]}`)
    registered.add(name)
  }
  return `${size}px "${alias}"`
}

/** The bytes of the `cmap` table of a .woff2 (WOFF2 §4–5, where cmap is never transformed) or .otf file. */
function cmapOf(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') {
    for (let i = 0; i < file.readUInt16BE(4); i++) {
      const entry = 12 + i * 16
      if (file.toString('latin1', entry, entry + 4) === 'cmap')
        return file.subarray(file.readUInt32BE(entry + 8))
    }
    throw new Error('No cmap table')
  }
  let at = 48
  const base128 = () => {
    let value = 0
    for (;;) {
      const byte = file[at++]!
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let offset = 0
  let found = -1
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const flags = file[at++]!
    const index = flags & 63
    const tag = index === 63 ? file.toString('latin1', at, (at += 4)) : index
    const length = base128()
    // Known tags 10 and 11 (glyf, loca) are transformed unless their version says 3; others only if it is not 0.
    const version = flags >> 6
    const transformed = index === 10 || index === 11 ? version !== 3 : version !== 0
    const stored = transformed ? base128() : length
    if (tag === 0 || tag === 'cmap') found = offset
    offset += stored
  }
  if (found < 0) throw new Error('No cmap table')
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(found)
}

/** Every code point a typeface draws (OpenType cmap formats 4 and 12). */
export function coverage(name: FontName): Set<number> {
  const cmap = cmapOf(readFileSync(FILES[name]))
  const covered = new Set<number>()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4))
    const format = table.readUInt16BE(0)
    if (format === 12) {
      for (let g = 0; g < table.readUInt32BE(12); g++) {
        const at = 16 + g * 12
        for (let c = table.readUInt32BE(at); c <= table.readUInt32BE(at + 4); c++) covered.add(c)
      }
    } else if (format === 4) {
      const twice = table.readUInt16BE(6)
      for (let g = 0; g < twice; g += 2) {
        const end = table.readUInt16BE(14 + g)
        const start = table.readUInt16BE(16 + twice + g)
        const delta = table.readUInt16BE(16 + twice * 2 + g)
        const rangeAt = 16 + twice * 3 + g
        const range = table.readUInt16BE(rangeAt)
        for (let c = start; c <= end && c < 0xffff; c++) {
          const glyph = range ? table.readUInt16BE(rangeAt + range + (c - start) * 2) : c + delta
          if (glyph & 0xffff) covered.add(c)
        }
      }
    }
  }
  return covered
}
