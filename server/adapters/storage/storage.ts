import type { Readable } from 'node:stream'

/** Namespaces of files; the first segment of every key. */
export const storageNamespaces = ['media', 'images', 'uploads', 'attachments'] as const
export type StorageNamespace = (typeof storageNamespaces)[number]

/** `media/12/main.m3u8`, `images/p3/p3…/320.webp`, `uploads/{uuid}`, `attachments/ab/ab…`, or a folder of those. */
export type StorageKey = `${StorageNamespace}/${string}`

/** Inclusive, as in `Range`. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; etag: string; body?: Buffer }

/** `at`: the time of storage in ms. */
export type StorageEntry = { name: StorageKey; size: number; at: number }

/**
 * File storage readable by every process of a site. Files are immutable: they are stored and later removed. Work happens
 * locally at `localPath(name)` and is published when complete. With local storage that is the final path, so publishing,
 * downloading and releasing are free.
 * @throws StorageUnavailableError from every call if the store is unreachable or rejects the credentials; file system
 * errors.
 */
export type Storage = {
  /** The local path of a file or folder, whether or not it exists. */
  localPath(name: StorageKey): string
  /** Reads the metadata, and the content if at most `up_to` bytes; undefined if the file does not exist. */
  read(name: StorageKey, up_to: number): Promise<StoredFile | undefined>
  /** Checks that files of the namespace can be read and, in local folders, written. @throws otherwise */
  check(namespace: StorageNamespace): Promise<void>
  stream(name: StorageKey, part?: ByteRange): Promise<Readable | undefined>
  has(name: StorageKey): Promise<boolean>
  /** Stores bytes atomically and durably. */
  put(name: StorageKey, bytes: Buffer): Promise<void>
  /** Stores a local file, which stays; `is_final`: it is never written again, so a hard link suffices. */
  import(
    name: StorageKey,
    file: string,
    options?: { is_final?: boolean | undefined },
  ): Promise<void>
  /** Stores a new folder; it is visible once all files are stored. */
  putFolder(folder: StorageKey, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Publishes the finished folder at `localPath(folder)`; the multivariant playlist is uploaded last. */
  publish(folder: StorageKey, signal?: AbortSignal): Promise<void>
  /** Ensures that the file, or the folder with its content, is at `localPath(name)`. */
  download(name: StorageKey, signal?: AbortSignal): Promise<void>
  /** Removes the local copy only. */
  releaseLocal(name: StorageKey): Promise<void>
  /** Removes a file or folder, locally and in the store. */
  remove(name: StorageKey): Promise<void>
  /** Lists files below a namespace or folder, unordered; empty if it does not exist. */
  list(below: StorageNamespace | StorageKey): AsyncIterable<StorageEntry>
  /** Lists local entries of a namespace whose files are stored elsewhere: downloaded, or not yet published. */
  listLocalLeftovers(kind: StorageNamespace): Promise<StorageEntry[]>
}

/** The store is unreachable, full, or rejects the credentials. Retry later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/** Folders below the data folder. */
export type StorageFolders = Readonly<Record<`${StorageNamespace}_dir`, string>>
