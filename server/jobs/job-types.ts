/** Every job with its payload. A job that no domain registers is a type error in `composition/`. */
export type JobPayloads = {
  /** Reads the status of an order from the gateway and completes it. */
  process_payment: { order_id: number }
  /** Refunds a payment at the gateway and completes the refund. */
  process_refund: { refund_id: number }
  /** Cancels an unmatched payment at the gateway. */
  cancel_unmatched_payment: { unmatched_payment_id: number }
  /** Deletes the billing key of an unused card at the gateway. */
  delete_billing_key: { card_id: number }
  /** Charges or ends a subscription that is due. */
  renew_subscription: { wallet_id: number }
  /** Encodes one rendition of an uploaded film, in which it plays until `encode_asset` has made all. */
  encode_first_rendition: { asset_id: number }
  /** Encodes all renditions of an uploaded film. */
  encode_asset: { asset_id: number }
  /** Encrypts a film that is now sold. */
  encrypt_asset: { asset_id: number }
  /** Removes films from caches after some viewers have lost access to them. */
  purge_films: { asset_ids: number[]; is_repeated?: boolean }
  /** Deletes an account whose scheduled deletion is due. */
  delete_account: { member_id: number }
  /** Deletes an unreferenced profile image. */
  delete_profile_image: { key: string }
  /** Sends an e-mail or SMS. */
  send_message: { message_id: number }
  /** Sends a mail of a marketing campaign, if the member still consents and the hour permits. */
  send_bulk_message: { message_id: number }
  /** Asks the provider whether an SMS that it accepted has arrived. */
  check_sms: { receipt_id: number }
  /** Queues the next mails of a marketing campaign, and itself until all have an outcome. */
  send_campaign: { campaign_id: number }
  /** Notifies the next followers of a series of its new episode, and enqueues itself until all are notified. */
  announce_episode: { event_id: number }
  /** Sends a push message of an event to the browser of a session. */
  send_push: { session_id: number; event_id: number }
  /** Sends a password reset link by e-mail if an account has the address. */
  send_password_reset: { email: string }
}

export type JobName = keyof JobPayloads

export type JobContext = {
  /** Aborted when the worker is stopping: the job must throw, and is released. */
  signal: AbortSignal
  attempt: number
  max_attempts: number
}

/**
 * Jobs of one lane share a concurrency limit and do not wait for other lanes: `cpu` jobs use a core each, `io` jobs wait
 * for other services or files, `charges` wait for the gateway for up to a minute each, and viewers wait for `urgent` ones.
 */
export type JobLane = 'cpu' | 'io' | 'charges' | 'urgent' | 'light'

/** A job without a lane is light. */
export type JobHandler<N extends JobName> = {
  lane?: JobLane
  run: (payload: JobPayloads[N], context: JobContext) => Promise<void>
}

export type Job<N extends JobName> = JobHandler<N> & {
  /**
   * Enqueues the job for everything that needs it and has none, because it has become due, its row was lost or has used
   * up its attempts. Workers call it each minute. A job without it says what finds lost work, or why losing the job loses
   * nothing.
   */
  requeueLost: ((signal: AbortSignal) => Promise<void>) | { not_needed: string }
}

export type Jobs = { readonly [N in JobName]: Job<N> }
export type JobHandlers = { readonly [N in JobName]?: JobHandler<N> }
