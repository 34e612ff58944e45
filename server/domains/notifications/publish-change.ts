import type { NotificationsMessage } from '#contract/notifications/notifications.ts'
import { notifyMembers, type Tx } from '#server/db/client.ts'
import type { Recipient } from './notification-queries.ts'

/** The notice of a new or read notification of a profile; null: of the account. */
export type NotificationNotice = Pick<NotificationsMessage, 'change'> & {
  profile_id: number | null
}

/** Notifies the open pages of the recipients, after the commit. */
export const publishChange = (
  tx: Tx,
  change: NotificationNotice['change'],
  recipients: readonly Recipient[],
): void =>
  notifyMembers(
    tx,
    recipients.map(({ member_id, profile_id }) => ({
      member_id,
      channel: 'notifications',
      data: { change, profile_id } satisfies NotificationNotice,
    })),
  )
