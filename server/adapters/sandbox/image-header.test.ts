import {
  apngOfFrames,
  flatPng,
  gifOfFrames,
  jpegOfScans,
  webpOfFrames,
} from '#test/fixtures/hostile-images.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { maxFrames, maxScans, readImageHeader, weightOf } from './image-header.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a43' } })

describe('readImageHeader', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('reads the size of a %s', async (format) => {
    const file = await drawn(70, 40).toFormat(format).toBuffer()
    expect(readImageHeader(file)).toEqual({ format, width: 70, height: 40, frames: 1, scans: 1 })
  })

  it('reads lossless and extended WebP', async () => {
    const alpha = sharp({ create: { width: 9, height: 7, channels: 4, background: '#a438' } })
    for (const lossless of [true, false])
      expect(readImageHeader(await alpha.clone().webp({ lossless }).toBuffer())).toMatchObject({
        width: 9,
        height: 7,
      })
  })

  it('counts the scans of a progressive JPEG', async () => {
    expect(readImageHeader(await jpegOfScans(0, 64))?.scans).toBe(10)
    expect(readImageHeader(await jpegOfScans(maxScans, 64))?.scans).toBe(maxScans)
    expect(readImageHeader(await jpegOfScans(maxScans + 1, 64))).toBeUndefined()
    expect(readImageHeader(await jpegOfScans(3_000, 64))).toBeUndefined()
  })

  it('ignores data after the end of a JPEG, such as the second image of a phone', async () => {
    const file = await drawn(70, 40).jpeg().toBuffer()
    const both = Buffer.concat([file, await jpegOfScans(100, 64)])
    expect(readImageHeader(both)).toMatchObject({ width: 70, height: 40, scans: 1 })
  })

  it('ignores the thumbnail within the metadata of a JPEG', async () => {
    const thumbnail = await drawn(8, 8).jpeg().toBuffer()
    const file = await drawn(70, 40).jpeg().toBuffer()
    const size = Buffer.alloc(4)
    size.writeUInt16BE(0xffe1)
    size.writeUInt16BE(thumbnail.length + 2, 2)
    const both = Buffer.concat([file.subarray(0, 2), size, thumbnail, file.subarray(2)])
    expect(readImageHeader(both)).toMatchObject({ width: 70, height: 40, scans: 1 })
  })

  it('counts the frames of GIF, APNG and WebP', async () => {
    expect(readImageHeader(gifOfFrames(3))?.frames).toBe(3)
    expect(readImageHeader(apngOfFrames(3))?.frames).toBe(3)
    expect(readImageHeader(await webpOfFrames(3))?.frames).toBe(3)
    expect(readImageHeader(gifOfFrames(maxFrames))?.frames).toBe(maxFrames)
    expect(readImageHeader(gifOfFrames(300_000))).toBeUndefined()
    expect(readImageHeader(apngOfFrames(maxFrames + 1))).toBeUndefined()
    expect(readImageHeader(await webpOfFrames(maxFrames + 1))).toBeUndefined()
  })

  it('rejects more than 40 megapixels, zero pixels, and files that are not images', () => {
    const png = flatPng(1, 1)
    const sized = (width: number, height: number) => {
      const copy = Buffer.from(png)
      copy.writeUInt32BE(width, 16)
      copy.writeUInt32BE(height, 20)
      return copy
    }
    expect(readImageHeader(sized(8_000, 5_000))).toBeDefined()
    for (const [width, height] of [
      [8_001, 5_000],
      [0, 5],
      [5, 0],
      [2 ** 31, 2 ** 31],
    ] as const)
      expect(readImageHeader(sized(width, height))).toBeUndefined()
    for (const text of ['', 'GIF89a', '\xff\xd8\xff', 'RIFF0000WEBP', '\x89PNG\r\n\x1a\n', 'BM'])
      expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined()
  })

  it('never throws for any truncated image', async () => {
    for (const file of [
      gifOfFrames(2),
      apngOfFrames(2),
      await webpOfFrames(2),
      await jpegOfScans(0, 16),
    ])
      for (let bytes = 0; bytes < Math.min(file.length, 400); bytes++)
        expect(() => readImageHeader(file.subarray(0, bytes))).not.toThrow()
  })

  it('computes the weight from pixels, frames and scans', () => {
    const header = { format: 'jpeg' as const, width: 4_000, height: 3_000, frames: 1, scans: 1 }
    expect(weightOf(header)).toBe('light')
    expect(weightOf({ ...header, height: 5_000 })).toBe('heavy')
    expect(weightOf({ ...header, scans: 10 })).toBe('heavy')
    expect(weightOf({ ...header, frames: 2 })).toBe('heavy')
  })
})
