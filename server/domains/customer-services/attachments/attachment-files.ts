import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { randomBytes } from 'node:crypto'

/**
 * Keeps files under random names that nothing serves: `attachments/ab/abcd…`. A file is whole and kept before its name
 * is there.
 * @returns its key.
 * @throws Refusal `file_not_stored` when it is not taken; then nothing of it is left.
 */
export async function storeAttachment(files: Storage, bytes: Buffer): Promise<string> {
  const key = randomBytes(16).toString('hex')
  try {
    await files.put(nameOf(key), bytes)
    return key
  } catch (cause) {
    return throwProblem('file_not_stored', { cause })
  }
}

/**
 * @returns undefined where it is gone: its inquiry was deleted a moment ago.
 * @throws FilesAway
 */
export async function readAttachmentFile(files: Storage, key: string): Promise<Buffer | undefined> {
  return (await files.read(nameOf(key), Infinity))?.body
}

/** What cannot be removed now is found by `sweepAttachments`. */
export async function deleteAttachment(files: Storage, key: string): Promise<void> {
  await files.remove(nameOf(key)).catch(() => {})
}

/** An inquiry is written within seconds of its file. */
const graceMs = 3_600_000
/** So many keys are asked for at once. */
const handful = 500

/**
 * Removes what no inquiry names: the files of those that were deleted, and of a server that died between the two.
 * @param inUse those of some keys that an inquiry names.
 */
export async function deleteOrphanedAttachments(
  files: Storage,
  now: Date,
  inUse: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let old: StorageKey[] = []
  const removeStrays = async () => {
    const kept = await inUse(old.map(keyOf))
    for (const name of old) if (!kept.has(keyOf(name))) await files.remove(name)
    old = []
  }
  for await (const { name, at } of files.list('attachments')) {
    if (now.getTime() - at > graceMs) old.push(name)
    if (old.length >= handful) await removeStrays()
  }
  if (old.length > 0) await removeStrays()
}

const nameOf = (key: string): StorageKey => `attachments/${key.slice(0, 2)}/${key}`
const keyOf = (name: StorageKey) => name.slice(name.lastIndexOf('/') + 1)
