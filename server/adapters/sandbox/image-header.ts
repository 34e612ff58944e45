import type { JobWeight } from './fair-queue.ts'

/** Maximum pixels of a decoded image. */
export const maxPixels = 40_000_000
/** Maximum progressive scans of a JPEG. libjpeg writes 10, optimizing encoders about 20. */
export const maxScans = 64
/** Maximum frames of an animation: a minute at 30 fps has 1,800. */
export const maxFrames = 2_000

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

export type ImageHeader = {
  format: ImageFormat
  width: number
  height: number
  /** 1 for a still image. */
  frames: number
  /** Passes over the pixels; 1 except for progressive JPEG. */
  scans: number
}

/**
 * Maximum chunks of PNG or WebP and sub-blocks of GIF to walk. Encoders write PNG in chunks of 8 KiB or more and GIF in
 * sub-blocks of 255 bytes: 10 MiB has 1,280 and 41,000.
 */
const maxBlocks = 200_000

/**
 * Reads the structure of an image without decoding it, in time proportional to its size.
 * @returns undefined for anything but a JPEG, PNG, GIF or WebP within the limits above. A returned header
 * does not prove that the image can be decoded.
 */
export function readImageHeader(file: Buffer): ImageHeader | undefined {
  let header: ImageHeader | undefined
  try {
    header = parse(file)
  } catch (error) {
    // A read beyond the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
  if (!header) return undefined
  const { width, height, frames, scans } = header
  const isWithin =
    width > 0 &&
    height > 0 &&
    width * height <= maxPixels &&
    frames <= maxFrames &&
    scans <= maxScans
  return isWithin ? header : undefined
}

/** @returns the format by the first bytes, whether or not a valid image follows. */
export function sniffImageFormat(file: Buffer): ImageFormat | undefined {
  const magic = file.subarray(0, 12).toString('latin1')
  if (magic.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (magic.startsWith('GIF87a') || magic.startsWith('GIF89a')) return 'gif'
  if (magic.startsWith('RIFF') && magic.endsWith('WEBP')) return 'webp'
  return undefined
}

function parse(file: Buffer): ImageHeader | undefined {
  const format = sniffImageFormat(file)
  return format && parsers[format](file)
}

/** ITU T.81, annex B. Stops at the first EOI: data after it (MPF images of phones) is never decoded. */
function parseJpeg(file: Buffer): ImageHeader | undefined {
  let width = 0
  let height = 0
  let scans = 0
  let at = 2
  while (at < file.length && scans <= maxScans) {
    at = file.indexOf(0xff, at)
    if (at < 0) break
    while (file[at] === 0xff) at++
    const marker = file[at++]
    // Stuffed byte, TEM, RST and SOI have no length.
    if (marker === undefined || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue
    if (marker === 0xd9) break
    const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0
    if (length < 2) break
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      height = file.readUInt16BE(at + 3)
      width = file.readUInt16BE(at + 5)
    }
    if (marker === 0xda) scans++
    at += length
  }
  return { format: 'jpeg', width, height, frames: 1, scans: Math.max(1, scans) }
}

/** W3C PNG. Counts APNG frames, which are not decoded, to reject abusive files early. */
function parsePng(file: Buffer): ImageHeader | undefined {
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  let frames = 0
  let blocks = 0
  for (let at = 8; at + 8 <= file.length; at += file.readUInt32BE(at) + 12) {
    if (++blocks > maxBlocks) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'fcTL' && ++frames > maxFrames) return undefined
    if (type === 'IEND') break
  }
  return { format: 'png', width, height, frames: Math.max(1, frames), scans: 1 }
}

/** GIF89a specification: frames are image descriptors (0x2c). */
function parseGif(file: Buffer): ImageHeader | undefined {
  let width = file.readUInt16LE(6)
  let height = file.readUInt16LE(8)
  const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colorTable(file.readUInt8(10))
  let frames = 0
  let blocks = 0
  const skipSubBlocks = () => {
    for (let size = file[at]; size !== undefined && size > 0; size = file[at]) {
      if (++blocks > maxBlocks) return false
      at += size + 1
    }
    at++
    return true
  }
  while (at < file.length) {
    const kind = file[at]
    if (kind === 0x2c) {
      if (++frames > maxFrames) return undefined
      // A frame may exceed the screen, and decoders then enlarge the screen.
      width = Math.max(width, file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5))
      height = Math.max(height, file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7))
      at += 10 + colorTable(file.readUInt8(at + 9)) + 1
    } else if (kind === 0x21) at += 2
    else break
    if (!skipSubBlocks()) return undefined
  }
  return frames === 0 ? undefined : { format: 'gif', width, height, frames, scans: 1 }
}

/** RFC 9649. */
function parseWebp(file: Buffer): ImageHeader | undefined {
  let size: { width: number; height: number } | undefined
  let frames = 0
  let blocks = 0
  for (let at = 12; at + 8 <= file.length;) {
    if (++blocks > maxBlocks) return undefined
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = at + 8
    if (type === 'VP8X')
      size = { width: file.readUIntLE(data + 4, 3) + 1, height: file.readUIntLE(data + 7, 3) + 1 }
    else if (type === 'VP8 ')
      size ??= {
        width: file.readUInt16LE(data + 6) & 0x3fff,
        height: file.readUInt16LE(data + 8) & 0x3fff,
      }
    else if (type === 'VP8L') {
      const bits = file.readUInt32LE(data + 1)
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    } else if (type === 'ANMF' && ++frames > maxFrames) return undefined
    at = data + length + (length % 2)
  }
  return size && { format: 'webp', ...size, frames: Math.max(1, frames), scans: 1 }
}

const parsers: Record<ImageFormat, (file: Buffer) => ImageHeader | undefined> = {
  jpeg: parseJpeg,
  png: parsePng,
  gif: parseGif,
  webp: parseWebp,
}

/** Above this many pixels, counting all frames and groups of four scans, an image takes more than about half a second. */
const heavyPixels = 16_000_000

export const weightOf = ({ width, height, frames, scans }: ImageHeader): JobWeight =>
  width * height * frames * Math.max(1, scans / 4) > heavyPixels ? 'heavy' : 'light'
