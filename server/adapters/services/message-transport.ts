/** A message for any transport. */
export type OutgoingMessage = {
  /** The same for every attempt, so that the receiver can detect duplicates. */
  key: string
  /** An email address, or the digits of a phone number. */
  recipient: string
  subject: string
  text: string
  html: string | null
  /** Further header lines of an email, by name. */
  headers: Readonly<Record<string, string>>
  created_at: string
  /** The name of the sender of an email. */
  sender_name: string
}

/**
 * The result of an attempt. `reason` is logged and contains no personal data.
 * - `refused`: this message can never be delivered.
 * - `later`: a retry may succeed; with `is_down` the whole transport is unavailable.
 */
export type DeliveryResult =
  /** The provider has accepted the message; `receipt` identifies it when its result is read. */
  | { status: 'delivered'; receipt?: string }
  | { status: 'refused'; reason: string }
  | { status: 'later'; reason: string; is_down: boolean }

/** Sends a message. Does not throw. */
export type MessageTransport = (message: OutgoingMessage) => Promise<DeliveryResult>
