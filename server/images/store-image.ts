import { imageWidths, type ImageKind } from '#contract/core/images.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { type JobOwner, type JobWeight, sandbox } from '#server/adapters/sandbox/index.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export type StoredImage = {
  /** Identifies the image in `/images/{key}/{width}.webp`; derived from the bytes. */
  key: string
  /** `#rrggbb`, a placeholder until the image has loaded. */
  color: string
}

/**
 * Stores an image in every width of its kind; all widths become visible together. Idempotent: an image that is already
 * stored is not written again. Decoding runs in a sandbox process, so that libvips is never loaded here.
 * @param image bytes, or the path of a local file
 * @throws SandboxRejection, SandboxUnavailable, StorageUnavailableError
 */
export async function storeImage(
  files: Storage,
  kind: ImageKind,
  image: Buffer | string,
  job: { owner: JobOwner; weight: JobWeight } = { owner: { system: 'artwork' }, weight: 'light' },
): Promise<StoredImage> {
  const bytes = typeof image === 'string' ? await readFile(image) : image
  const key = `${kind.slice(0, 1)}${createHash('sha256').update(kind).update(bytes).digest('hex').slice(0, 23)}`
  const folder = `images/${key.slice(0, 2)}/${key}` as const
  const widths = imageWidths[kind]
  const { color, images } = await sandbox.run('renderWidths', bytes, { widths }, job)
  // The last width is written last, so its presence implies all the others.
  if (!(await files.has(`${folder}/${widths.at(-1)}.webp`))) {
    const named = images.map((image) => [`${image.width}.webp`, image.bytes] as const)
    await files.putFolder(folder, new Map(named))
  }
  return { key, color }
}
