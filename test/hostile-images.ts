/** Images made byte by byte that are small and cost much to decode. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const noise = (side: number) => ({
  create: {
    ...{ width: side, height: side, channels: 3 as const, background: '#888' },
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  },
})

/** A progressive JPEG whose last scan is repeated until there are `scans`; libjpeg decodes each over all pixels. */
export async function jpegOfScans(scans: number, side = 512): Promise<Buffer> {
  const file = await sharp({ ...noise(side) })
    .jpeg({ progressive: true, quality: 5, optimiseCoding: true })
    .toBuffer()
  const starts: number[] = []
  for (let at = file.indexOf(Buffer.from([0xff, 0xda])); at >= 0;) {
    starts.push(at)
    at = file.indexOf(Buffer.from([0xff, 0xda]), at + 2)
  }
  const last = starts.at(-1) ?? 0
  const scan = file.subarray(last, -2)
  const more = Array<Buffer>(Math.max(0, scans - starts.length)).fill(scan)
  return Buffer.concat([file.subarray(0, -2), ...more, file.subarray(-2)])
}

/** A GIF of one-pixel frames, 12 bytes each. */
export function gifOfFrames(frames: number, side = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

const pngHead = (width: number, height: number) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', head)])
}

/** A PNG of one colour: its pixels deflate to a thousandth. */
export const flatPng = (width: number, height: number): Buffer =>
  Buffer.concat([
    pngHead(width, height),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** A PNG that announces so many frames (APNG). */
export const apngOfFrames = (frames: number): Buffer =>
  Buffer.concat([
    pngHead(1, 1),
    ...Array<Buffer>(frames).fill(pngChunk('fcTL', Buffer.alloc(26))),
    pngChunk('IDAT', deflateSync(Buffer.alloc(4))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** An animated WebP that repeats one frame. */
export async function webpOfFrames(frames: number): Promise<Buffer> {
  const still = await sharp({ ...noise(16) })
    .webp()
    .toBuffer()
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const extended = Buffer.from([2, 0, 0, 0, 15, 0, 0, 15, 0, 0])
  const frameHead = Buffer.from([0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 10, 0, 0, 0])
  const frame = chunk('ANMF', Buffer.concat([frameHead, still.subarray(12)]))
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', extended),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ])
  return chunk('RIFF', body)
}
