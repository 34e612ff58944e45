import { imageWidths, type ImageKind } from '#contract/images.ts'
import type { Files } from '#server/outside/files/index.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

export type Picture = {
  /** Names the picture in `/images/{key}/{width}.webp`; the same bytes have the same key. */
  key: string
  /** `#rrggbb`, to hold the place until the picture is there. */
  color: string
}

const largestPixels = 40_000_000

/**
 * Stores a picture in every width of its kind; they appear together. Storing the same picture twice does nothing the
 * second time.
 * @param picture bytes, or the name of a file of this machine.
 */
export async function storePicture(
  files: Files,
  kind: ImageKind,
  picture: Buffer | string,
): Promise<Picture> {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture
  const key = `${kind.slice(0, 1)}${createHash('sha256').update(kind).update(bytes).digest('hex').slice(0, 23)}`
  const source = sharp(bytes, { limitInputPixels: largestPixels }).rotate()
  const color = await dominantColor(source)
  const folder = `images/${key.slice(0, 2)}/${key}` as const
  const widths = imageWidths[kind]
  // The last that is put: where it is, all are.
  if (await files.has(`${folder}/${widths.at(-1)}.webp`)) return { key, color }
  const made = new Map<string, Buffer>()
  for (const width of widths) {
    const webp = source
      .clone()
      .resize({ width, withoutEnlargement: false })
      .webp({ quality: width > 1_000 ? 74 : 80, effort: 3 })
    made.set(`${width}.webp`, await webp.toBuffer())
  }
  await files.putFolder(folder, made)
  return { key, color }
}

async function dominantColor(source: Sharp): Promise<string> {
  const { data } = await source
    .clone()
    .removeAlpha()
    .toColourspace('srgb')
    .resize(1, 1, { fit: 'cover', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((i) => (data[i] ?? 0).toString(16).padStart(2, '0')).join('')}`
}
