import type {
  NotificationChannel,
  NotificationKind,
} from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/db/client.ts'
import { type EmailMessage, queueMessage } from '#server/messages/queue-message.ts'
import { publishChange } from './publish-change.ts'
import { definitionOf, type NotificationData } from './notification-kinds.copy.ts'
import {
  findEvent,
  insertEvent,
  insertNotification,
  readDeliverySettings,
  type Recipient,
} from './notification-queries.ts'
import { enqueuePushes } from './push-queries.ts'
import { quietHoursEnd } from './quiet-hours-policy.ts'
import { accountsOf, addRecipients } from './recipient-queries.ts'

export type NotificationEvent<K extends NotificationKind> = {
  kind: K
  /** Names the event within its kind: the same key is notified once. */
  key: string
  /** The account, and the profile for kinds of profiles. */
  recipient: Recipient
  data: NotificationData<K>
  /** The work of the event. Profiles that may not see the work do not see the notification. */
  series_id?: number
  /** The mail about it, if the kind has one. */
  email?: EmailMessage | undefined
  /** After which the mail is useless. */
  email_expires_at?: Date
}

/**
 * Stores an event of many recipients, once for a kind and key. `addRecipients` adds them in the order of their profiles, in later
 * transactions.
 * @returns its id; undefined if it exists.
 */
export const startEvent = <K extends NotificationKind>(
  tx: Tx,
  event: Omit<NotificationEvent<K>, 'recipient' | 'email' | 'email_expires_at'>,
  now: Date,
): Promise<number | undefined> =>
  insertEvent(tx, { ...event, recipient: null, is_pending: true, now })

/** Adds an event to the inboxes of accounts, once for each. The first call of a kind and key stores the event. */
export async function notifyAccounts<K extends NotificationKind>(
  tx: Tx,
  event: Pick<NotificationEvent<K>, 'kind' | 'key' | 'data'>,
  member_ids: readonly number[],
  now: Date,
): Promise<void> {
  const { kind, key } = event
  const inserted = await insertEvent(tx, { ...event, recipient: null, now })
  const id = inserted ?? (await findEvent(tx, kind, key))
  await addRecipients(tx, { id, kind }, accountsOf(member_ids))
}

/** Whether a kind is delivered by a channel: the only rule of what can be switched off. */
export function isDelivered(
  kind: NotificationKind,
  channel: NotificationChannel,
  switches: readonly { kind: string; channel: string; is_on: boolean }[],
): boolean {
  const setting = definitionOf(kind).channels[channel]
  if (setting === undefined || setting === 'required') return setting === 'required'
  const changed = switches.find((row) => row.kind === kind && row.channel === channel)
  return changed?.is_on ?? setting === 'on'
}

/**
 * Notifies a recipient of an event in the event's transaction, once for a kind and key: adds it to the inbox, tells open pages
 * after the commit, and queues the mail, which waits for the end of quiet hours, and is left out while mail to the
 * address bounces, unless it is required. Does nothing once the account is deleted.
 * @returns whether the mail was queued.
 */
export async function notify<K extends NotificationKind>(
  tx: Tx,
  event: NotificationEvent<K>,
  now: Date,
): Promise<boolean> {
  const { kind, key, recipient, data, series_id, email, email_expires_at: expires_at } = event
  const settings = await readDeliverySettings(tx, recipient, kind)
  if (!settings) return false
  const event_id = await insertEvent(tx, { kind, key, recipient, series_id, data, now })
  if (event_id === undefined) return false
  if (isDelivered(kind, 'in_app', settings.switches)) {
    await insertNotification(tx, event_id, recipient)
    publishChange(tx, 'added', [recipient])
    await enqueuePushes(tx, event_id, [recipient])
  }
  if (!email || !isDelivered(kind, 'email', settings.switches)) return false
  const isRequired = definitionOf(kind).channels.email === 'required'
  if (settings.is_email_failing && !isRequired) return false
  const run_at = isRequired ? undefined : quietHoursEnd(now, settings.quiet_hours)
  const message = { kind: 'mail', to: settings.email, ...email } as const
  await queueMessage(tx, message, { now, run_at, expires_at })
  return true
}
