import { profileMark, profileWidth } from '#contract/images.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { FileName, Files } from '#server/outside/files/index.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { createTurns } from '#server/kernel/turns.ts'
import type { AccountsParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'
import { draw } from './throttles.ts'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const largestPixels = 40_000_000
/** At worst a picture takes 3 s of a thread and 400 MB while it is open, so they are opened one after another. */
const inTurn = createTurns({ at_once: 1, may_wait: 20 })

type PictureParts = Pick<AccountsParts, 'files' | 'forget_files' | 'limits' | 'sealing'>
type FileParts = Pick<PictureParts, 'files' | 'forget_files'>
type Asker = Pick<SignedIn, 'transact' | 'member' | 'now'>

/**
 * Sets the member's picture: a square of `profileWidth`, made anew from the pixels alone.
 * @returns the member as he is now.
 * @throws Refusal `unsupported_media_type` for what is no whole JPEG, PNG or WebP of at most 40 megapixels;
 * `rate_limited`, `service_unavailable`
 */
export async function changePicture(parts: PictureParts, asker: Asker, file: Buffer | null) {
  await draw(asker, parts, [['pictures_of_member', String(asker.member.id)]])
  const webp = await inTurn(() => squareOf(file ?? Buffer.alloc(0)))
  const key = `${profileMark}${randomBytes(16).toString('hex')}`
  await parts.files.putFolder(folderOf(key), new Map([[`${profileWidth}.webp`, webp]]))
  try {
    return await replace(parts, asker, key)
  } catch (error) {
    await dropPicture(parts, asker, key)
    throw error
  }
}

/** Takes the member's picture away. */
export const removePicture = (parts: FileParts, asker: Asker) => replace(parts, asker, null)

/** Removes a picture no row names any more; where the store is away a job does it, and nobody waits. */
export async function dropPicture(
  { files, forget_files }: FileParts,
  { transact }: Pick<Asker, 'transact'>,
  key: string,
) {
  forget_files(folderOf(key))
  await removePictureFile(files, key).catch(() =>
    transact((tx) => enqueue(tx, 'remove_picture', { key }, { key: `remove_picture:${key}` })),
  )
}

/** The job of the same name. */
export const removePictureFile = (files: Files, key: string) => files.remove(folderOf(key))

async function replace(parts: FileParts, asker: Asker, key: string | null) {
  const { transact, member } = asker
  const before = await transact(async (tx) => {
    // Locked, so that of two pictures set at once neither is forgotten on disk.
    const row = await tx
      .selectFrom('members')
      .select('profile_image_key')
      .where('id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) refuse('authentication_required')
    await tx
      .updateTable('members')
      .set({ profile_image_key: key })
      .where('id', '=', member.id)
      .execute()
    return row.profile_image_key
  })
  if (before) await dropPicture(parts, asker, before)
  return { ...member, profile_image_key: key }
}

/** What a file is, by its first bytes; what it says of itself elsewhere counts for nothing. */
function formatOf(file: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  const riff = file.subarray(0, 12).toString('latin1')
  return riff.startsWith('RIFF') && riff.endsWith('WEBP') ? 'webp' : undefined
}

async function squareOf(file: Buffer): Promise<Buffer> {
  const format = formatOf(file)
  if (!format) refuse('unsupported_media_type')
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
    // Of a moving picture the first frame. Metadata, EXIF with its places among it, is left behind.
    return await source
      .autoOrient()
      .resize(profileWidth, profileWidth, { fit: 'cover', position: sharp.strategy.attention })
      .timeout({ seconds: 10 })
      .webp({ quality: 82, effort: 4 })
      .toBuffer()
  } catch {
    refuse('unsupported_media_type')
  }
}

const folderOf = (key: string): FileName => `images/${key.slice(0, 2)}/${key}`
