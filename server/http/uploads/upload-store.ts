import { DataStore, Upload } from '@tus/server'
import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Uploader } from '#server/api/request-context.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** An upload as recorded in the database. */
type UploadRecord = {
  token: string
  name: string
  bytes: number
  /** Acknowledged bytes. */
  received_bytes: number
  created_at: string
}

/** Records of uploads and the location of their files. */
export type UploadRegistry = {
  /** @returns the path of the file that holds the bytes received so far. */
  filePath(token: string): string
  find(token: string): Promise<UploadRecord | undefined>
  /** Records the number of bytes received. */
  setReceived(token: string, received: number): Promise<void>
  /** Registers the asset once all bytes are flushed to disk. Idempotent. */
  finish(token: string): Promise<void>
  /** Deletes an upload: cancelled by `sender`, or without a sender if it could not be created. */
  drop(token: string, sender?: Uploader): Promise<void>
}

/**
 * The request whose body is being written. The tus server passes stores a copy of the body that went through two kinds
 * of streams; the store reads the socket directly instead.
 */
export type UploadContext = {
  request: IncomingMessage
  /** Aborts the write, for another request to the same upload or for shutdown. Bytes received so far are kept. */
  stop: AbortController
  /** Token of the upload; undefined for OPTIONS. */
  token: string | undefined
  sender: Uploader
  /** The record as read under the lock. */
  known?: UploadRecord
}

export const uploadContext = new AsyncLocalStorage<UploadContext>()

/** Errors that the tus server turns into responses. */
const tusError = (status_code: number, body: string) =>
  Object.assign(new Error(body), { status_code, body })
const checksumMismatch = () => tusError(460, 'Checksum Mismatch\n')
const notFound = () => tusError(404, 'The file for this url was not found\n')
const incompleteBody = () => tusError(400, 'The request ended before its body\n')

export const checksumAlgorithms = ['sha256', 'sha1'] as const

/**
 * Stores uploads as files, with their metadata in the database instead of a file beside each.
 *
 * An offset is the number of acknowledged and recorded bytes, never more than the file holds. Bytes beyond it, left by
 * a killed process, are truncated before the next write.
 */
export class UploadStore extends DataStore {
  readonly #registry: UploadRegistry

  constructor(registry: UploadRegistry) {
    super()
    this.#registry = registry
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']
  }

  #path = (token: string) => this.#registry.filePath(token)

  /** The record exists already: it is created before the tus server handles the request. */
  override async create(file: Upload) {
    const path = this.#path(file.id)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
    return file
  }

  override async getUpload(token: string): Promise<Upload> {
    const record = await this.#registry.find(token)
    if (!record) throw notFound()
    const context = uploadContext.getStore()
    if (context) context.known = record
    const { bytes: size, received_bytes, created_at: creation_date, name } = record
    const path = this.#path(token)
    const stats = await stat(path).catch(() => undefined)
    // A registered upload has no file here any more.
    if (!stats && received_bytes < size) throw notFound()
    if (stats && stats.size > received_bytes) await truncate(path, received_bytes)
    const offset = Math.min(received_bytes, stats?.size ?? received_bytes)
    return new Upload({ id: token, size, offset, creation_date, metadata: { filename: name } })
  }

  /**
   * Writes the body of the current request; the passed stream is empty.
   * @returns the recorded offset after it.
   */
  override async write(_stream: unknown, token: string, offset: number): Promise<number> {
    const context = uploadContext.getStore()
    // Read under the lock by `getUpload`; not set for creation-with-upload.
    const record = context?.known ?? (await this.#registry.find(token))
    if (!context || !record) throw notFound()
    const { request, stop } = context
    const path = this.#path(token)
    const checksum = checksumOf(request)
    let now = offset
    let failure: unknown
    try {
      await using file = await open(path, 'r+')
      for await (const chunk of addAbortSignal(stop.signal, request) as AsyncIterable<Buffer>) {
        // Without Content-Length, the tus server has not checked the size.
        if (now + chunk.length > record.bytes) throw tusError(413, "upload's size exceeded\n")
        checksum?.hash.update(chunk)
        for (let done = 0; done < chunk.length;) {
          const { bytesWritten } = await file.write(chunk, done, chunk.length - done, now)
          done += bytesWritten
          now += bytesWritten
        }
        freeMemory(chunk)
      }
      // So that a complete upload survives a power failure.
      if (now === record.bytes) await file.datasync()
    } catch (error) {
      failure = error
    }
    if (failure === undefined && checksum && checksum.hash.digest('base64') !== checksum.expected) {
      await truncate(path, offset)
      throw checksumMismatch()
    }
    if (now > offset) await this.#registry.setReceived(token, now)
    if (failure === undefined) return now
    const { code, status_code, syscall } = failure as NodeJS.ErrnoException & {
      status_code?: number
    }
    if (status_code) throw failure
    if (code === 'ENOSPC') throw tusError(507, 'No space left\n')
    // Storage errors are not caused by the client.
    if (syscall && syscall !== 'read') throw failure
    throw incompleteBody()
  }

  override async remove(token: string) {
    await rm(this.#path(token), { force: true })
    await this.#registry.drop(token, uploadContext.getStore()?.sender)
  }
}

/** Parses `Upload-Checksum: sha256 base64`. */
function checksumOf(request: IncomingMessage): { hash: Hash; expected: string } | undefined {
  const header = request.headers['upload-checksum']
  if (typeof header !== 'string') return undefined
  const [name = '', expected = ''] = header.split(' ')
  if (!(checksumAlgorithms as readonly string[]).includes(name))
    throw tusError(400, 'Bad checksum\n')
  return { hash: createHash(name), expected }
}

/**
 * Frees the memory of a chunk that nothing reads any more. Chunks lie outside the V8 heap: left to garbage collection,
 * they make V8 mark the whole heap after every 30 MB of an upload.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
  // A smaller chunk may share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
