import sharp, { type Sharp } from 'sharp'
import { maxPixels } from './image-header.ts'

// One image at a time without caching: parallelism comes from several processes.
sharp.cache(false)
sharp.concurrency(1)
// Only the loaders of accepted formats; by default libvips also reads SVG, TIFF, HEIF and more.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'],
    ...['VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
  ],
})

/** GIF and WebP take about a second of a core for this many pixels, all frames together. */
const maxCostlyPixels = 10_000_000

// `error` rejects truncated files and accepts the harmless anomalies of phone images.
const open = (input: Buffer, animated = false) =>
  sharp(input, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated })

/** Maximum aspect ratio; a longer image is cropped to its middle. */
const maxRatio = 4

/** Drops metadata, including the EXIF location. Uses the first frame of an animation. */
export async function renderSquare(input: Buffer, { width }: { width: number }): Promise<Buffer> {
  const { autoOrient: size } = await open(input).metadata()
  const maxSide = Math.min(size.width, size.height) * maxRatio
  const [cropWidth, cropHeight] = [Math.min(size.width, maxSide), Math.min(size.height, maxSide)]
  return (
    open(input)
      .autoOrient()
      // Otherwise a strip of 9,000 by 20 pixels would be enlarged to 29 megapixels before it is cropped.
      .extract({
        left: Math.floor((size.width - cropWidth) / 2),
        top: Math.floor((size.height - cropHeight) / 2),
        width: cropWidth,
        height: cropHeight,
      })
      .resize(width, width, { fit: 'cover', position: sharp.strategy.attention })
      .webp({ quality: 82, effort: 4 })
      .toBuffer()
  )
}

/**
 * `scale`: the share of the side that the logo fills. `background` is `#rrggbb`, or null for transparent. A cropped one is as
 * large as the logo within the size.
 */
export type IconSize = {
  name: string
  width: number
  height: number
  scale: number
  background: string | null
  is_cropped?: boolean
}

/** Fits a logo into each size, centred, as PNG without metadata. Uses the first frame of an animation. */
export async function renderIcons(
  input: Buffer,
  { icons }: { icons: readonly IconSize[] },
): Promise<{ name: string; bytes: Buffer }[]> {
  const { data, info } = await open(input)
    .autoOrient()
    .resize({ width: 1_024, height: 1_024, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const logo = sharp(data, { raw: { width, height, channels } })
  const files: { name: string; bytes: Buffer }[] = []
  for (const icon of icons) {
    const drawn = await logo
      .clone()
      .resize({
        width: Math.round(icon.width * icon.scale),
        height: Math.round(icon.height * icon.scale),
        fit: 'inside',
      })
      .png()
      .toBuffer()
    if (icon.is_cropped) {
      files.push({ name: icon.name, bytes: drawn })
      continue
    }
    const background = icon.background ?? { r: 0, g: 0, b: 0, alpha: 0 }
    const canvas = { width: icon.width, height: icon.height, channels: 4 as const, background }
    const bytes = await sharp({ create: canvas })
      .composite([{ input: drawn }])
      .png()
      .toBuffer()
    files.push({ name: icon.name, bytes })
  }
  return files
}

type RenderedWidths = {
  /** `#rrggbb` */
  color: string
  images: { width: number; bytes: Buffer }[]
}

/** Decodes once to the greatest width and derives the other widths from that. */
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
  for (const targetWidth of widths) {
    const webp = decoded
      .clone()
      .resize({ width: targetWidth })
      .webp({ quality: targetWidth > 1_000 ? 74 : 80, effort: 3 })
    images.push({ width: targetWidth, bytes: await webp.toBuffer() })
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
 * Re-encodes an image upright in its own format, without EXIF, comments and trailing bytes. An animation keeps its frames,
 * or only the first if they exceed 10 megapixels together.
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
  // Rotation applies to still images only.
  if (!animated) image.autoOrient()
  if ((format === 'gif' || format === 'webp') && pixels > maxCostlyPixels) {
    const scale = Math.sqrt(maxCostlyPixels / pixels)
    // A square of the longer side, because the image may have been rotated.
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

/** @param options `longest` limits the longer side in pixels; a smaller image keeps its size. */
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
