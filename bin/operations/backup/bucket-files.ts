/** Files of a backup that stay in S3: the store copies them itself, each once for all backups with the same prefix. */
import {
  createS3Client,
  type S3Client,
  type S3Config,
  type S3Object,
  type StorageKey,
  storageNamespaces,
} from '#server/adapters/storage/index.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { isTemporary } from './copy-files.ts'
import { findEarlierBackups } from './earlier-backups.ts'
import { type BackupManifest, bucketFilesFile, isBackupPath, progressLine } from './format.ts'

export type BucketPlace = NonNullable<BackupManifest['bucket']>

const concurrency = 8

/**
 * Opens the bucket of the copies.
 * @throws StartupError without S3, or if the place is that of the site's files
 */
export function openBackupBucket(s3: S3Config | undefined, place: BucketPlace): S3Client {
  if (!s3)
    throw new StartupError(
      `The files are in the bucket ${place.name}: set the S3_… variables of its store.`,
    )
  const foldersOf = (prefix: string) => storageNamespaces.map((kind) => `${prefix}${kind}/`)
  const overlaps = foldersOf(place.prefix).some((copy) =>
    foldersOf(s3.prefix).some((own) => copy.startsWith(own) || own.startsWith(copy)),
  )
  if (place.name === s3.bucket && overlaps)
    throw new StartupError(
      `${place.name}/${place.prefix} is the place of the site's own files: name another prefix or bucket.`,
    )
  return createS3Client({ ...s3, bucket: place.name, prefix: place.prefix })
}

/** Copies stored files into the bucket of a backup, except those that an earlier backup has copied there. */
export function createBucketCopying(s3: S3Config, copies: S3Client) {
  const source = createS3Client(s3)
  const sizes = new Map<string, number>()
  const folders = new Set<string>()
  const copied = { count: 0, bytes: 0 }
  const linked = { count: 0, bytes: 0 }
  let present: ReturnType<typeof listAll> | undefined

  async function addFile(entry: S3Object) {
    const { key, size } = entry
    const earlier = (await (present ??= listAll(copies))).get(key)
    const isPresent = earlier?.size === size && entry.at <= earlier.at && isSame(earlier, entry)
    // Removed after listing, so no row references it.
    if (!isPresent && !(await copies.copy({ address: source.addressOf(key), size }, key))) return
    const counts = isPresent ? linked : copied
    counts.count++
    counts.bytes += size
    sizes.set(key, size)
    folders.add(key.slice(0, key.lastIndexOf('/') + 1))
    progressLine(`${sizes.size} files`)
  }

  return {
    copied,
    linked,
    /** Whether a file, or for a name with a trailing slash any file in that folder, is in the backup. */
    has: (name: string) => sizes.has(name) || folders.has(name),
    /** Adds the files that are not in the backup yet. */
    async addAll() {
      const limit = pLimit(concurrency)
      for (const kind of storageNamespaces) {
        const running: Promise<void>[] = []
        for await (const entry of source.list(`${kind}/`))
          if (!sizes.has(entry.key) && !isTemporary(entry.key))
            running.push(limit(() => addFile(entry)))
        await Promise.all(running)
      }
    },
    /** The content of `bucketFilesFile`. */
    lines: () => [...sizes].map(([name, size]) => `${size} files/${name}\n`).join(''),
  }
}

/** ETags of files stored in parts depend on the parts, and are not compared. */
const isSame = (a: Pick<S3Object, 'etag'>, b: Pick<S3Object, 'etag'>) =>
  a.etag === b.etag || a.etag.includes('-') || b.etag.includes('-')

async function listAll(client: S3Client) {
  const files = new Map<string, Omit<S3Object, 'key'>>()
  for (const kind of storageNamespaces)
    for await (const { key, ...file } of client.list(`${kind}/`)) files.set(key, file)
  return files
}

/** Reads the names and sizes of the files of a backup in a bucket. @throws StartupError if a name is invalid */
async function readBucketFiles(folder: string): Promise<Map<StorageKey, number>> {
  const files = new Map<StorageKey, number>()
  for (const line of (await readFile(join(folder, bucketFilesFile), 'utf8'))
    .split('\n')
    .filter(Boolean)) {
    const [, size, name = ''] = /^(\d{1,15}) (files\/.+)$/.exec(line) ?? []
    if (!isBackupPath(name))
      throw new StartupError(`${folder}: ${bucketFilesFile} has a name that no backup has.`)
    files.set(name.slice('files/'.length) as StorageKey, Number(size))
  }
  return files
}

/** @throws StartupError if a file of the backup is missing in the bucket or has another size */
export async function requireBucketFiles(
  folder: string,
  copies: S3Client,
): Promise<Map<StorageKey, number>> {
  const [files, present] = await Promise.all([readBucketFiles(folder), listAll(copies)])
  const missing = [...files].filter(([name, size]) => present.get(name)?.size !== size)
  if (missing.length > 0)
    throw new StartupError(
      `${missing.length} files of the backup are not in its bucket, the first of them ${missing[0]?.[0]}.`,
    )
  return files
}

/** Lets the store copy the files of a backup to the place of the site's files. */
export async function restoreBucketFiles(
  files: ReadonlyMap<StorageKey, number>,
  copies: S3Client,
  s3: S3Config,
): Promise<void> {
  const target = createS3Client(s3)
  const limit = pLimit(concurrency)
  let done = 0
  await limit.map(files, async ([name, size]) => {
    if (!(await target.copy({ address: copies.addressOf(name), size }, name)))
      throw new StartupError(`${name} is no longer in the bucket of the backup.`)
    progressLine(`${++done} of ${files.size} files`)
  })
}

/** Younger copies may belong to a backup that is still being made elsewhere. */
const pruneAfterMs = 24 * 3_600_000

/**
 * Deletes the copies that neither the backup in `folder` nor those beside it name.
 * @param now in ms since the epoch
 * @returns the number of deleted copies
 */
export async function removeUnnamedCopies(
  folder: string,
  place: BucketPlace,
  copies: S3Client,
  now = Date.now(),
): Promise<number> {
  const isHere = ({ manifest: { bucket } }: { manifest: BackupManifest }) =>
    bucket?.name === place.name && bucket.prefix === place.prefix
  const others = (await findEarlierBackups(folder)).filter(isHere)
  const named = new Set<string>()
  for (const path of [folder, ...others.map((backup) => backup.folder)])
    for (const name of (await readBucketFiles(path)).keys()) named.add(name)
  const unnamed = [...(await listAll(copies))].filter(
    ([name, { at }]) => !named.has(name) && at < now - pruneAfterMs,
  )
  await pLimit(concurrency).map(unnamed, ([name]) => copies.remove(name))
  return unnamed.length
}
