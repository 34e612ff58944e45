import { imageWidths, type ImageKind } from '#contract/core/images.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { type JobOwner, type JobWeight, sandbox } from '#server/adapters/sandbox/index.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export type StoredImage = {
  /** Names the picture in `/images/{key}/{width}.webp`; the same bytes have the same key. */
  key: string
  /** `#rrggbb`, a placeholder until the picture has loaded. */
  color: string
}

/**
 * Stores a picture in every width of its kind; they appear together. Storing the same picture twice writes nothing the
 * second time. Decoding happens in a sandbox process, so that libvips is never loaded here.
 * @param picture bytes, or the path of a local file.
 * @throws SandboxRejection, SandboxUnavailable, FilesAway
 */
export async function storeImage(
  files: Storage,
  kind: ImageKind,
  picture: Buffer | string,
  job: { owner: JobOwner; weight: JobWeight } = { owner: { system: 'artwork' }, weight: 'light' },
): Promise<StoredImage> {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture
  const key = `${kind.slice(0, 1)}${createHash('sha256').update(kind).update(bytes).digest('hex').slice(0, 23)}`
  const folder = `images/${key.slice(0, 2)}/${key}` as const
  const widths = imageWidths[kind]
  const { color, images } = await sandbox.run('renderWidths', bytes, { widths }, job)
  // The last width is written last: its presence means that all are present.
  if (!(await files.has(`${folder}/${widths.at(-1)}.webp`))) {
    const named = images.map((image) => [`${image.width}.webp`, image.bytes] as const)
    await files.putFolder(folder, new Map(named))
  }
  return { key, color }
}
