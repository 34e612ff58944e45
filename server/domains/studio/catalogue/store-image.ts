import { type ImageKind, imageWidths } from '#contract/core/images.ts'
import { decodeImage } from '#server/images/decode-image.ts'
import { storeImage } from '#server/images/store-image.ts'
import type { Storage } from '#server/adapters/storage/index.ts'

/**
 * Stores an uploaded poster, backdrop or still.
 * @throws ProblemError as `decodeImage` does
 */
export async function storeUploadedImage(
  files: Storage,
  kind: ImageKind,
  { file, member_id }: { file: Buffer | null; member_id: number },
) {
  const { key, color } = await decodeImage(file, (bytes, weight) =>
    storeImage(files, kind, bytes, { owner: { member_id }, weight }),
  )
  return { key, color, url: `/images/${key}/${Math.max(...imageWidths[kind])}.webp` }
}
