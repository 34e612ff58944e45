import type { FileName, Files } from '#server/outside/files/index.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { randomBytes } from 'node:crypto'

/**
 * Keeps files under random names that nothing serves: `attachments/ab/abcd…`. A file is whole and kept before its name
 * is there.
 * @returns its key.
 * @throws Refusal `file_not_stored` when it is not taken; then nothing of it is left.
 */
export async function storeAttachment(files: Files, bytes: Buffer): Promise<string> {
  const key = randomBytes(16).toString('hex')
  try {
    await files.put(nameOf(key), bytes)
    return key
  } catch (cause) {
    return refuse('file_not_stored', { cause })
  }
}

/**
 * @returns undefined where it is gone: its inquiry was deleted a moment ago.
 * @throws FilesAway
 */
export async function readAttachmentFile(files: Files, key: string): Promise<Buffer | undefined> {
  return (await files.read(nameOf(key), Infinity))?.body
}

/** What cannot be removed now is found by `sweepAttachments`. */
export async function dropAttachment(files: Files, key: string): Promise<void> {
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
export async function sweepAttachments(
  files: Files,
  now: Date,
  inUse: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let old: FileName[] = []
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

const nameOf = (key: string): FileName => `attachments/${key.slice(0, 2)}/${key}`
const keyOf = (name: FileName) => name.slice(name.lastIndexOf('/') + 1)
