import type { Uploader } from '#server/api/request-context.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

/** An upload as recorded in the database. */
export type UploadRecord = {
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
