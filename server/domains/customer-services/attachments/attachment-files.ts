import { hourMs } from '#contract/core/seoul-time.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { randomBytes } from 'node:crypto'

/**
 * Stores a file under a random name without a public URL: `attachments/ab/abcd…`. The write is atomic and durable.
 * @returns its key.
 * @throws ProblemError `storage_unavailable` if the write fails; no partial file remains.
 */
export async function storeAttachment(files: Storage, bytes: Buffer): Promise<string> {
  const key = randomBytes(16).toString('hex')
  try {
    await files.put(nameOf(key), bytes)
    return key
  } catch (cause) {
    return throwProblem('storage_unavailable', { cause })
  }
}

/**
 * @returns undefined if the file does not exist because its inquiry was just deleted.
 * @throws StorageUnavailableError
 */
export async function readAttachmentFile(files: Storage, key: string): Promise<Buffer | undefined> {
  return (await files.read(nameOf(key), Infinity))?.body
}

/** Ignores errors: `deleteOrphanedAttachments` removes remaining files later. */
export async function deleteAttachment(files: Storage, key: string): Promise<void> {
  await files.remove(nameOf(key)).catch(() => {})
}

/** The inquiry row is inserted within seconds of its file; younger files are never deleted. */
const graceMs = hourMs
/** Maximum keys per lookup. */
const batchSize = 500

/**
 * Deletes files that no inquiry references, left by deleted inquiries or by a crash before the inquiry was inserted.
 * @param inUse returns those of the given keys that an inquiry references.
 */
export async function deleteOrphanedAttachments(
  files: Storage,
  now: Date,
  inUse: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let candidates: StorageKey[] = []
  const removeOrphaned = async () => {
    const referenced = await inUse(candidates.map(keyOf))
    for (const name of candidates) if (!referenced.has(keyOf(name))) await files.remove(name)
    candidates = []
  }
  for await (const { name, at } of files.list('attachments')) {
    if (now.getTime() - at > graceMs) candidates.push(name)
    if (candidates.length >= batchSize) await removeOrphaned()
  }
  if (candidates.length > 0) await removeOrphaned()
}

const nameOf = (key: string): StorageKey => `attachments/${key.slice(0, 2)}/${key}`
const keyOf = (name: StorageKey) => name.slice(name.lastIndexOf('/') + 1)
