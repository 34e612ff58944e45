/** Every job there is, with what it is told. A worker that lacks one does not compile. */
export type JobPayloads = {
  /** Finds out how an order stands at the gateway, and closes it (P7). */
  process_payment: { order_id: number }
  /** Has the gateway give money back, and closes that. */
  process_refund: { refund_id: number }
  /** Has the gateway cancel a payment that is none of ours (P8). */
  cancel_unmatched_payment: { stray_id: number }
  /** Has the gateway forget a card that pays for nothing any more. */
  delete_billing_key: { card_id: number }
  /** Makes an uploaded file playable. */
  encode_asset: { asset_id: number }
  /** Enciphers a film that has come to be sold (D-41). */
  encrypt_asset: { asset_id: number }
  /** Removes a profile picture that no row names any more, where the store was away when it was to go. */
  delete_profile_image: { key: string }
  /** Sends a mail or an SMS (D-21). */
  send_message: { message_id: number }
  /** Mails a link to set a new password, where anybody has the address (D-15). */
  send_password_reset: { email: string }
  /** Draws, synthesises and puts in one film of the demonstration world. */
  generate_demo_film: { key: string }
  /** Draws the pictures of one work of the demonstration world. */
  render_demo_artwork: { work_id: number }
}

export type JobName = keyof JobPayloads

export type JobContext = {
  /** Aborted when the worker is asked to stop: the job throws, and goes back into the queue. */
  signal: AbortSignal
  attempt: number
  max_attempts: number
}

export type JobHandlers = {
  [N in JobName]: (payload: JobPayloads[N], tools: JobContext) => Promise<void>
}
