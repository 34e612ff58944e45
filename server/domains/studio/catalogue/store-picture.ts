import { type ImageKind, imageWidths } from '#contract/images.ts'
import { decodeImage, storePicture } from '#server/domains/media/index.ts'
import type { Files } from '#server/outside/files/index.ts'

/**
 * Stores an uploaded poster, backdrop or still.
 * @throws Refusal as `decodeImage` does
 */
export async function takePicture(
  files: Files,
  kind: ImageKind,
  { file, member_id }: { file: Buffer | null; member_id: number },
) {
  const { key, color } = await decodeImage(file, (bytes, weight) =>
    storePicture(files, kind, bytes, { owner: { member_id }, weight }),
  )
  return { key, color, url: `/images/${key}/${Math.max(...imageWidths[kind])}.webp` }
}
