import { refuse } from '#server/kernel/refusals.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps files under random names in a folder that nothing serves: `attachments_dir/ab/abcd…`. A file is whole and on
 * the disk before its name is there.
 * @returns its key.
 * @throws Refusal `file_not_stored` when the disk does not take it; then nothing of it is left.
 */
export async function storeAttachment(attachments_dir: string, bytes: Buffer): Promise<string> {
  const key = randomBytes(16).toString('hex')
  const target = placeOf(attachments_dir, key)
  const draft = `${target}.part`
  try {
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
    return key
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {})
    return refuse('file_not_stored', { cause })
  }
}

/** @returns undefined where it is gone: its inquiry was deleted a moment ago. */
export async function readAttachmentFile(
  attachments_dir: string,
  key: string,
): Promise<Buffer | undefined> {
  try {
    return await readFile(placeOf(attachments_dir, key))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What cannot be removed now is found by `sweepAttachments`. */
export async function dropAttachment(attachments_dir: string, key: string): Promise<void> {
  await rm(placeOf(attachments_dir, key), { force: true }).catch(() => {})
}

/** An inquiry is written within seconds of its file. */
const graceMs = 3_600_000

/**
 * Removes what no inquiry names: the files of those that were deleted, and of a server that died between the two.
 * @param inUse those of some keys that an inquiry names.
 */
export async function sweepAttachments(
  attachments_dir: string,
  now: Date,
  inUse: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  for (const shelf of await namesIn(attachments_dir)) {
    const folder = join(attachments_dir, shelf)
    const names = await namesIn(folder)
    if (names.length === 0) continue
    const kept = await inUse(names)
    for (const name of names) {
      if (kept.has(name)) continue
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && now.getTime() - found.mtimeMs > graceMs) await rm(path, { force: true })
    }
  }
}

/** None where there is no such folder. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const placeOf = (attachments_dir: string, key: string) =>
  join(attachments_dir, key.slice(0, 2), key)
