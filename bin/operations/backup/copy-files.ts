import {
  type Storage,
  type StorageEntry,
  storageNamespaces,
} from '#server/adapters/storage/index.ts'
import { createWriteStream } from 'node:fs'
import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EarlierFile } from './earlier-backups.ts'
import { createChecksumStream, humanBytes, privateFile, progressLine } from './format.ts'

export type FileCopying = ReturnType<typeof createFileCopying>

/**
 * Copies stored files into a backup. A file that an earlier backup has, and that was stored before it was copied there, becomes
 * a hard link to that copy.
 * @param target.sums gets the checksum of each file
 */
export function createFileCopying(
  files: Storage,
  target: { folder: string; sums: Map<string, string> },
  findEarlier: (name: string) => Promise<EarlierFile | undefined>,
) {
  const names = new Set<string>()
  const folders = new Set<string>()
  const copied = { count: 0, bytes: 0 }
  const linked = { count: 0, bytes: 0 }

  async function addFile(entry: StorageEntry) {
    const path = `files/${entry.name}`
    const to = join(target.folder, path)
    await mkdir(dirname(to), { recursive: true })
    const checksum = (await linkEarlier(entry, to)) ?? (await copyFile(entry, to))
    // Removed after listing, so no row references it.
    if (checksum === undefined) return
    target.sums.set(path, checksum)
    names.add(entry.name)
    folders.add(entry.name.slice(0, entry.name.lastIndexOf('/') + 1))
    progressLine(`${names.size} files, ${humanBytes(copied.bytes + linked.bytes)}`)
  }

  async function linkEarlier({ name, size, at }: StorageEntry, to: string) {
    const earlier = await findEarlier(`files/${name}`)
    if (!earlier || earlier.size !== size || at >= earlier.copied_at) return undefined
    // Another file system, or too many links.
    const isLinked = await link(earlier.path, to).then(
      () => true,
      () => false,
    )
    if (!isLinked) return undefined
    linked.count++
    linked.bytes += size
    return earlier.checksum
  }

  async function copyFile({ name }: StorageEntry, to: string) {
    const stream = await files.stream(name)
    if (!stream) return undefined
    const sum = createChecksumStream()
    await pipeline(stream, sum.through, createWriteStream(to, privateFile))
    copied.count++
    copied.bytes += sum.bytes()
    return sum.digest()
  }

  return {
    copied,
    linked,
    /** Whether a file, or for a name with a trailing slash any file in that folder, is in the backup. */
    has: (name: string) => names.has(name) || folders.has(name),
    /** Adds the files that are not in the backup yet. */
    async addAll() {
      for (const kind of storageNamespaces)
        for await (const entry of files.list(kind))
          if (!names.has(entry.name) && !isTemporary(entry.name)) await addFile(entry)
    },
  }
}

/** Whether the name is that of a temporary file. */
export const isTemporary = (name: string) => /(?:^|\/)\.|\.(?:work|lock|part)(?:\/|$)/.test(name)
