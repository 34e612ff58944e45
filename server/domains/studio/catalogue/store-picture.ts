import { type ImageKind, imageWidths } from '#contract/images.ts'
import { openPicture, storePicture } from '#server/domains/media/index.ts'
import type { Files } from '#server/outside/files/index.ts'

/**
 * Stores what somebody handed in as a poster, a backdrop or a still.
 * @throws Refusal as `openPicture` does
 */
export async function takePicture(files: Files, kind: ImageKind, file: Buffer | null) {
  const { key, color } = await openPicture(file, (_source, bytes) =>
    storePicture(files, kind, bytes),
  )
  return { key, color, url: `/images/${key}/${Math.max(...imageWidths[kind])}.webp` }
}
