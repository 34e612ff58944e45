import type { Readable } from 'node:stream'

/** What files are for; the first part of every name. */
export const storageNamespaces = ['media', 'images', 'uploads', 'attachments'] as const
export type StorageNamespace = (typeof storageNamespaces)[number]

/** `media/12/main.m3u8`, `images/p3/p3…/320.webp`, `uploads/{uuid}`, `attachments/ab/ab…`; a folder without its file. */
export type StorageKey = `${StorageNamespace}/${string}`

/** Inclusive, as in `Range`. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; etag: string; body?: Buffer }

/** `at`: when it was put, in ms. */
export type StorageEntry = { name: StorageKey; size: number; at: number }

/**
 * Where files lie that every process of a site can read. Nothing changes under its name: it is put, and one day removed.
 * Work is done on this machine, at `here(name)`, and published when it is whole; where files are a folder of this
 * machine, that is the place itself, and publishing, borrowing and giving back cost nothing.
 * @throws FilesAway by every call, where the store cannot be reached or does not take us; what the file system throws.
 */
export type Storage = {
  /** Where a file or folder of that name lies, or would lie, on this machine. */
  localPath(name: StorageKey): string
  /** What there is to know of a file, with its bytes where there are at most `up_to`; undefined where it is not. */
  read(name: StorageKey, up_to: number): Promise<StoredFile | undefined>
  stream(name: StorageKey, part?: ByteRange): Promise<Readable | undefined>
  has(name: StorageKey): Promise<boolean>
  /** Bytes, whole and kept before their name is there. */
  put(name: StorageKey, bytes: Buffer): Promise<void>
  /** A file of this machine, which stays; `is_final`: nobody writes into it again, a second name is as good as a copy. */
  import(
    name: StorageKey,
    file: string,
    options?: { is_final?: boolean | undefined },
  ): Promise<void>
  /** A folder of files that were never seen before: whoever sees the last of them sees all. */
  putFolder(folder: StorageKey, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Makes what was finished at `here(folder)` readable by all; the playlist that players begin with comes last. */
  publish(folder: StorageKey, signal?: AbortSignal): Promise<void>
  /** Sees to it that the file, or the folder with all in it, is at `here(name)`. */
  download(name: StorageKey, signal?: AbortSignal): Promise<void>
  /** Removes what lies on this machine alone. */
  releaseLocal(name: StorageKey): Promise<void>
  /** Removes a file, or a folder with all in it, here and everywhere. */
  remove(name: StorageKey): Promise<void>
  /** Files below a kind or folder, in no order; nothing where there is none. */
  list(below: StorageNamespace | StorageKey): AsyncIterable<StorageEntry>
  /** What lies directly below a kind on this machine though it is kept elsewhere: borrowed, or not published. */
  listLocalLeftovers(kind: StorageNamespace): Promise<StorageEntry[]>
}

/** The store cannot be reached, has no room, or does not know us. To be tried again. */
export class StorageUnavailableError extends Error {
  override readonly name = 'FilesAway'
}

/** Folders below the data folder. */
export type StorageFolders = Readonly<Record<`${StorageNamespace}_dir`, string>>
