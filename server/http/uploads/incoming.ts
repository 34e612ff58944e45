import type { Session, Visitor } from '../../kernel/handler.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

/** An upload as the books have it. */
export type KnownUpload = {
  token: string
  name: string
  bytes: number
  /** How much of it was acknowledged. */
  received: number
  created_at: string
}

/** What keeps the books of uploads. */
export type UploadBooks = {
  find(token: string): Promise<KnownUpload | undefined>
  /** Notes how much there is now. */
  note(token: string, received: number): Promise<void>
  /** Everything is there, and on the disk: makes an asset of it, once, however often it is told. */
  finish(token: string): Promise<void>
  /** Given up by who sends it; by nobody, where it was never really begun. */
  drop(token: string, sender?: Sender): Promise<void>
}

/** Who sends, once it is known that he may. */
export type Sender = { session: Session; visitor: Visitor }

/**
 * The request whose body is being written. The protocol's server hands stores a copy of the body that went through two
 * kinds of streams; what is written here comes straight from the socket.
 */
export type Incoming = {
  request: IncomingMessage
  /** Ends the writing: another request wants the upload, or we are stopping. What came is kept. */
  stop: AbortController
  /** Which upload it is for; none where it only asks what we can do. */
  token: string | undefined
  sender: Sender
  /** As its row was when it was read under the lock. */
  known?: KnownUpload
}

export const incoming = new AsyncLocalStorage<Incoming>()
