import { refuse } from '#server/kernel/refusals.ts'
import { createTurns } from '#server/kernel/turns.ts'
import { FilesAway } from '#server/outside/files/index.ts'
import sharp, { type Sharp } from 'sharp'

const largestPixels = 40_000_000
/** At worst a picture takes 3 s of a thread and 400 MB while it is open, so all that come in are opened one after another. */
const inTurn = createTurns({ at_once: 1, may_wait: 20 })

/**
 * Opens a picture that somebody handed in and does `work` with it, in its turn. Metadata, EXIF with its places among it, is
 * left behind by whatever is made of it.
 * @throws Refusal `unsupported_media_type` for what is no whole JPEG, PNG or WebP of at most 40 megapixels;
 * `service_unavailable` where too many wait. A fault of where files lie is thrown as it is.
 */
export function openPicture<T>(
  file: Buffer | null,
  work: (source: Sharp, bytes: Buffer) => Promise<T>,
): Promise<T> {
  return inTurn(async () => {
    const format = formatOf(file ?? Buffer.alloc(0))
    if (!file || !format) refuse('unsupported_media_type')
    try {
      // `error`: a file that ends early is refused, one with a harmless oddity, as phones make them, is not.
      const source = sharp(file, {
        limitInputPixels: largestPixels,
        failOn: 'error',
        sequentialRead: true,
      })
      const facts = await source.metadata()
      // Before a pixel is read: the header says how many there are.
      if (facts.format !== format || facts.width * facts.height > largestPixels)
        refuse('unsupported_media_type')
      return await work(source, file)
    } catch (cause) {
      // What has a code is the system's fault or a refusal already; anything else is the picture's.
      if (cause instanceof FilesAway || (cause as { code?: string }).code !== undefined) throw cause
      return refuse('unsupported_media_type', { cause })
    }
  })
}

/** What a file is, by its first bytes; what it says of itself elsewhere counts for nothing. */
function formatOf(file: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  const riff = file.subarray(0, 12).toString('latin1')
  return riff.startsWith('RIFF') && riff.endsWith('WEBP') ? 'webp' : undefined
}
