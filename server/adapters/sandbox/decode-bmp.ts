import { maxPixels } from './image-header.ts'

/** Compression methods: none, and channels by masks. Run-length encoding is not written by current programs. */
const compressions = { none: 0, masks: 3 }

/**
 * Decodes a Windows bitmap without compression: 1, 4 or 8 bits with a palette, 24 bits, or 16 and 32 bits with or without
 * masks.
 * @returns RGBA, opaque.
 * @throws for any other file, and for a truncated one
 */
export function decodeBmp(file: Buffer): {
  data: Uint8ClampedArray
  width: number
  height: number
} {
  const headerSize = file.readUInt32LE(14)
  if (headerSize < 40) throw new Error('unknown header')
  const width = file.readInt32LE(18)
  const signedHeight = file.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const bits = file.readUInt16LE(28)
  const compression = file.readUInt32LE(30)
  if (width <= 0 || height === 0 || width * height > maxPixels) throw new Error('invalid size')
  const hasMasks = compression === compressions.masks && (bits === 16 || bits === 32)
  if (compression !== compressions.none && !hasMasks) throw new Error('compressed')
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new Error('unknown depth')
  const stride = Math.ceil((width * bits) / 32) * 4
  const start = file.readUInt32LE(10)
  if (start + stride * height > file.length) throw new Error('truncated')

  const colors = bits <= 8 ? readPalette(file, headerSize, bits) : []
  const defaultMasks = bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]
  const masks = hasMasks ? [54, 58, 62].map((at) => file.readUInt32LE(at)) : defaultMasks
  const channels = masks.map(channelReader)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let row = 0; row < height; row++) {
    // Rows are stored from the bottom unless the height is negative.
    const line = start + stride * (signedHeight > 0 ? height - 1 - row : row)
    for (let column = 0; column < width; column++) {
      const to = (row * width + column) * 4
      if (bits <= 8) {
        const bit = column * bits
        const shift = 8 - bits - (bit % 8)
        const index = (file[line + (bit >> 3)]! >> shift) & ((1 << bits) - 1)
        data.set(colors[index] ?? [0, 0, 0], to)
      } else {
        const at = line + column * (bits / 8)
        const value = file.readUIntLE(at, bits / 8)
        for (const [channel, read] of channels.entries()) data[to + channel] = read(value)
      }
    }
  }
  return { data, width, height }
}

/** Reads the palette, whose entries are blue, green, red and an unused byte. */
function readPalette(file: Buffer, headerSize: number, bits: number) {
  const count = Math.min(file.readUInt32LE(46) || 1 << bits, 1 << bits)
  return Array.from({ length: count }, (_, index) => {
    const at = 14 + headerSize + index * 4
    return [file.readUInt8(at + 2), file.readUInt8(at + 1), file.readUInt8(at)]
  })
}

/** Returns the function that scales the bits of a mask to 0..255. */
function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const max = mask >>> shift
  return (value) => Math.round(((((value & mask) >>> 0) >>> shift) * 255) / max)
}

/** Whether a file begins like a bitmap: text may begin with the same two letters. */
export const isBmp = (file: Buffer): boolean =>
  file.length > 54 &&
  file.subarray(0, 2).toString('latin1') === 'BM' &&
  file.readUInt32LE(6) === 0 &&
  [40, 52, 56, 64, 108, 124].includes(file.readUInt32LE(14))

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'mif1']

/** Whether a file begins like a HEIF image with HEVC: `ftyp` with such a brand, which an AVIF file does not have. */
export function isHeic(file: Buffer): boolean {
  if (file.subarray(4, 8).toString('latin1') !== 'ftyp') return false
  const brands = file.subarray(8, Math.min(file.readUInt32BE(0), 64)).toString('latin1')
  return heicBrands.includes(brands.slice(0, 4)) && !brands.includes('avif')
}
