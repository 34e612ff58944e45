import type { Tx } from '#server/db/client.ts'

/** A report of a provider about a message that it had accepted. Only `recipient` is personal data. */
export type DeliveryReport = {
  channel: 'mail' | 'sms'
  recipient: string
  /**
   * - `arrived`: the recipient has it.
   * - `bounced`: the address does not exist or refuses mail for good; `delayed`: it may still arrive or a later one may.
   * - `complained`: the recipient marked it as spam.
   * - `undelivered`: the SMS did not arrive.
   */
  kind: 'arrived' | 'bounced' | 'delayed' | 'complained' | 'undelivered'
  provider: string
  /** The same in every repetition of the report. */
  event_id: string
  /** The provider's code. */
  reason: string
  at: Date
}

/** Records a report for the member with the address or number, if there is one. */
export type RecordDelivery = (tx: Tx, report: DeliveryReport) => Promise<void>
