/** What goes out, whatever the way. */
export type OutgoingMessage = {
  /** The same for every attempt: whoever receives it twice can tell. */
  key: string
  /** An address, or the digits of a number. */
  recipient: string
  subject: string
  text: string
  html: string | null
  created_at: string
}

/**
 * How an attempt went. A reason names nobody: it is logged.
 * - `refused`: this message will never go.
 * - `later`: it may go when it is tried again; with `is_down` nothing goes that way for now.
 */
export type DeliveryResult =
  | { fate: 'delivered' }
  | { fate: 'refused'; reason: string }
  | { fate: 'later'; reason: string; is_down: boolean }

/** A way out: it does not throw. */
export type MessageTransport = (message: OutgoingMessage) => Promise<DeliveryResult>
