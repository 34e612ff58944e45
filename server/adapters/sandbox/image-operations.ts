import sharp, { type Sharp } from 'sharp'
import { maxPixels } from './image-limits.ts'

// One image at a time and nothing kept between images: parallelism comes from several processes.
sharp.cache(false)
sharp.concurrency(1)
// Only the loaders of the formats that are accepted; by default libvips also reads SVG, TIFF, HEIF and more.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'],
    ...['VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
  ],
})

/** GIF and WebP take about a second of a core for this many pixels, all frames together. */
const maxCostlyPixels = 10_000_000

// `error` rejects truncated files and accepts the harmless oddities that phones write.
const open = (input: Buffer, animated = false) =>
  sharp(input, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated })

/** How many times longer than the other a side may be; the middle of a longer picture is used. */
const maxRatio = 4

/** Metadata, including the place in EXIF, is not copied. Of an animation the first frame is used. */
export async function renderSquare(input: Buffer, { width }: { width: number }): Promise<Buffer> {
  const { autoOrient: size } = await open(input).metadata()
  const most = Math.min(size.width, size.height) * maxRatio
  const [across, down] = [Math.min(size.width, most), Math.min(size.height, most)]
  return (
    open(input)
      .autoOrient()
      // A strip of 9,000 by 20 pixels would be enlarged to 29 megapixels before it is cropped.
      .extract({
        left: Math.floor((size.width - across) / 2),
        top: Math.floor((size.height - down) / 2),
        width: across,
        height: down,
      })
      .resize(width, width, { fit: 'cover', position: sharp.strategy.attention })
      .webp({ quality: 82, effort: 4 })
      .toBuffer()
  )
}

export type RenderedWidths = {
  /** `#rrggbb` */
  color: string
  images: { width: number; bytes: Buffer }[]
}

/** Decodes once to the greatest width; the other widths are made from that. */
export async function renderWidths(
  input: Buffer,
  { widths }: { widths: readonly number[] },
): Promise<RenderedWidths> {
  const { data, info } = await open(input)
    .autoOrient()
    .resize({ width: Math.max(...widths), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = sharp(data, { raw: { width, height, channels } })
  const color = await dominantColor(decoded)
  const images: RenderedWidths['images'] = []
  for (const wanted of widths) {
    const webp = decoded
      .clone()
      .resize({ width: wanted })
      .webp({ quality: wanted > 1_000 ? 74 : 80, effort: 3 })
    images.push({ width: wanted, bytes: await webp.toBuffer() })
  }
  return { color, images }
}

async function dominantColor(source: Sharp): Promise<string> {
  const { data } = await source
    .clone()
    .removeAlpha()
    .toColourspace('srgb')
    .resize(1, 1, { fit: 'cover', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = red, blue = red] = data
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Re-encodes an image upright in its own format. EXIF, comments and trailing bytes are dropped. An animation keeps its
 * frames, or only the first where they have more than 10 megapixels together.
 * @throws for anything but a complete image of that format.
 */
export async function reencodeImage(
  input: Buffer,
  { format }: { format: 'jpeg' | 'png' | 'gif' | 'webp' },
): Promise<Buffer> {
  const metadata = await open(input).metadata()
  if (metadata.format !== format) throw new Error(`not ${format}`)
  const { width, height, pages = 1 } = metadata
  const pixels = width * height
  const animated = pages > 1 && pixels * pages <= maxCostlyPixels
  const image = open(input, animated)
  // Rotation applies to single images; animations carry none.
  if (!animated) image.autoOrient()
  if ((format === 'gif' || format === 'webp') && pixels > maxCostlyPixels) {
    const scale = Math.sqrt(maxCostlyPixels / pixels)
    // A square of the longer side, because the image may be rotated by now.
    const side = Math.ceil(Math.max(width, height) * scale)
    image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  }
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 90 }).toBuffer()
    case 'png':
      return image.png({ compressionLevel: 6 }).toBuffer()
    case 'gif':
      return image.gif({ effort: 2 }).toBuffer()
    case 'webp':
      return image.webp({ quality: 88, effort: 1 }).toBuffer()
  }
}

/** @param options `longest` bounds the longer side in pixels; a smaller picture keeps its size. */
export async function encodeRgb(
  input: Buffer,
  options: { width: number; height: number; quality: number; effort: number; longest?: number },
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { width, height, quality, effort, longest } = options
  const image = sharp(input, { raw: { width, height, channels: 3 } })
  if (longest !== undefined)
    image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await image.webp({ quality, effort }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
