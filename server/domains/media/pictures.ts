import { imageWidths, type ImageKind } from '#contract/images.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

export type Picture = {
  /** Names the picture in `/images/{key}/{width}.webp`; the same bytes have the same key. */
  key: string
  /** `#rrggbb`, to hold the place until the picture is there. */
  color: string
}

const largestPixels = 40_000_000

/**
 * Stores a picture in every width of its kind below `images_dir`; its folder appears whole. Storing the same
 * picture twice does nothing the second time.
 * @param picture bytes, or the name of a file.
 */
export async function storePicture(
  images_dir: string,
  kind: ImageKind,
  picture: Buffer | string,
): Promise<Picture> {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture
  const key = `${kind.slice(0, 1)}${createHash('sha256').update(kind).update(bytes).digest('hex').slice(0, 23)}`
  const source = sharp(bytes, { limitInputPixels: largestPixels }).rotate()
  const color = await dominantColor(source)
  const shelf = join(images_dir, key.slice(0, 2))
  const folder = join(shelf, key)
  if (await stat(folder).catch(() => undefined)) return { key, color }
  const work = join(shelf, `.${key}-${randomUUID()}`)
  await mkdir(work, { recursive: true })
  try {
    for (const width of imageWidths[kind]) {
      const webp = await source
        .clone()
        .resize({ width, withoutEnlargement: false })
        .webp({ quality: width > 1_000 ? 74 : 80, effort: 3 })
        .toBuffer()
      await writeFile(join(work, `${width}.webp`), webp)
    }
    await rename(work, folder)
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    // Somebody else stored the same picture meanwhile.
    if (!(await stat(folder).catch(() => undefined))) throw error
  }
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
