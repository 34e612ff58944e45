import { type ImageKind, imageWidths } from '#contract/images.ts'
import { storePicture } from '#server/domains/media/index.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { type Files, FilesAway } from '#server/outside/files/index.ts'
import { createTurns } from '#server/kernel/turns.ts'

/** A large picture takes seconds of a thread: one after another. */
const inTurn = createTurns({ at_once: 1, may_wait: 20 })

/**
 * Stores what somebody handed in as a poster, a backdrop or a still. What it is its first bytes say.
 * @throws Refusal `unsupported_media_type` for what is no whole JPEG, PNG or WebP of at most 40 megapixels
 */
export async function takePicture(files: Files, kind: ImageKind, file: Buffer | null) {
  if (!file || !isPicture(file)) refuse('unsupported_media_type')
  const { key, color } = await inTurn(() =>
    storePicture(files, kind, file).catch((cause: Error & { code?: string }) =>
      // The fault of where files lie is ours; anything else is the picture's.
      cause.code === undefined && !(cause instanceof FilesAway)
        ? refuse('unsupported_media_type', { cause })
        : Promise.reject(cause),
    ),
  )
  return { key, color, url: `/images/${key}/${Math.max(...imageWidths[kind])}.webp` }
}

function isPicture(file: Buffer): boolean {
  const head = file.subarray(0, 12).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  )
}
