import type { Session, ClientInfo } from '#server/api/request-context.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

/** An upload as its row records it. */
export type UploadRecord = {
  token: string
  name: string
  bytes: number
  /** How much of it was acknowledged. */
  received: number
  created_at: string
}

/** Records of uploads and where their bytes lie. */
export type UploadRegistry = {
  /** @returns the path of the file that holds the bytes received so far. */
  filePath(token: string): string
  find(token: string): Promise<UploadRecord | undefined>
  /** Notes how much there is now. */
  setReceived(token: string, received: number): Promise<void>
  /** Everything is there, and on the disk: makes an asset of it, once, however often it is told. */
  finish(token: string): Promise<void>
  /** Given up by who sends it; by nobody, where it was never really begun. */
  drop(token: string, sender?: Uploader): Promise<void>
}

/** Who sends, once it is known that he may. */
export type Uploader = { session: Session; client: ClientInfo }

/**
 * The request whose body is being written. The protocol's server hands stores a copy of the body that went through two
 * kinds of streams; what is written here comes straight from the socket.
 */
export type UploadContext = {
  request: IncomingMessage
  /** Ends the writing: another request wants the upload, or we are stopping. What came is kept. */
  stop: AbortController
  /** Which upload it is for; none where it only asks what we can do. */
  token: string | undefined
  sender: Uploader
  /** As its row was when it was read under the lock. */
  known?: UploadRecord
}

export const uploadContext = new AsyncLocalStorage<UploadContext>()
