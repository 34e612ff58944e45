import type { Readable } from 'node:stream'

/** What files are for; the first part of every name. */
export const fileKinds = ['media', 'images', 'uploads', 'attachments'] as const
export type FileKind = (typeof fileKinds)[number]

/** `media/12/main.m3u8`, `images/p3/p3…/320.webp`, `uploads/{uuid}`, `attachments/ab/ab…`; a folder without its file. */
export type FileName = `${FileKind}/${string}`

/** Inclusive, as in `Range`. */
export type Part = { start: number; end: number }

export type Found = { size: number; etag: string; body?: Buffer }

/** `at`: when it was put, in ms. */
export type Listed = { name: FileName; size: number; at: number }

/**
 * Where files lie that every process of a site can read. Nothing changes under its name: it is put, and one day removed.
 * Work is done on this machine, at `here(name)`, and published when it is whole; where files are a folder of this
 * machine, that is the place itself, and publishing, borrowing and giving back cost nothing.
 * @throws FilesAway by every call, where the store cannot be reached or does not take us; what the file system throws.
 */
export type Files = {
  /** Where a file or folder of that name lies, or would lie, on this machine. */
  here(name: FileName): string
  /** What there is to know of a file, with its bytes where there are at most `up_to`; undefined where it is not. */
  read(name: FileName, up_to: number): Promise<Found | undefined>
  stream(name: FileName, part?: Part): Promise<Readable | undefined>
  has(name: FileName): Promise<boolean>
  /** Bytes, whole and kept before their name is there. */
  put(name: FileName, bytes: Buffer): Promise<void>
  /** A file of this machine, which stays; `is_final`: nobody writes into it again, a second name is as good as a copy. */
  take(name: FileName, file: string, options?: { is_final?: boolean | undefined }): Promise<void>
  /** A folder of files that were never seen before: whoever sees the last of them sees all. */
  putFolder(folder: FileName, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Makes what was finished at `here(folder)` readable by all; the playlist that players begin with comes last. */
  publish(folder: FileName, signal?: AbortSignal): Promise<void>
  /** Sees to it that the file, or the folder with all in it, is at `here(name)`. */
  borrow(name: FileName, signal?: AbortSignal): Promise<void>
  /** Removes what lies on this machine alone. */
  giveBack(name: FileName): Promise<void>
  /** Removes a file, or a folder with all in it, here and everywhere. */
  remove(name: FileName): Promise<void>
  /** Files below a kind or folder, in no order; nothing where there is none. */
  list(below: FileKind | FileName): AsyncIterable<Listed>
  /** What lies directly below a kind on this machine though it is kept elsewhere: borrowed, or not published. */
  leftHere(kind: FileKind): Promise<Listed[]>
}

/** The store cannot be reached, has no room, or does not know us. To be tried again. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
}

/** Folders below the data folder. */
export type Folders = Readonly<Record<`${FileKind}_dir`, string>>
