import { createRequire } from 'node:module'
import sharp from 'sharp'
import { decodeBmp } from './decode-bmp.ts'
import { maxPixels } from './image-header.ts'

type Pixels = { data: Uint8ClampedArray; width: number; height: number }
type HeifImage = {
  get_width(): number
  get_height(): number
  display(target: Pixels, done: (drawn: Pixels | null) => void): void
  free(): void
}
type Libheif = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }

/**
 * Decodes an image that browsers do not show and re-encodes it from its pixels, upright and without metadata: a bitmap, which
 * is usually a screenshot, as PNG, a photo of a phone (HEIC) as JPEG.
 * @throws for anything but a complete image of that format within `maxPixels`
 */
export async function convertImage(
  input: Buffer,
  { format }: { format: 'bmp' | 'heic' },
): Promise<Buffer> {
  const { data, width, height } = format === 'bmp' ? decodeBmp(input) : await decodeHeic(input)
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return format === 'bmp'
    ? image.png({ compressionLevel: 6 }).toBuffer()
    : image.jpeg({ quality: 90 }).toBuffer()
}

/** libheif applies rotation and mirroring. Its WebAssembly is loaded with the first such file. */
async function decodeHeic(input: Buffer): Promise<Pixels> {
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif
  const [image] = new libheif.HeifDecoder().decode(input)
  if (!image) throw new Error('no image')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) throw new Error('too many pixels')
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
  return new Promise((resolve, reject) =>
    image.display(target, (drawn) => {
      image.free()
      if (drawn) resolve(drawn)
      else reject(new Error('damaged image'))
    }),
  )
}
