import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  type Notification,
  notificationChannels,
  notificationKinds,
  type notifications,
  type NotificationSettings,
} from '#contract/notifications/notifications.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { definitionOf } from './notification-kinds.copy.ts'
import {
  countUnread,
  deleteQuietHours,
  type InboxRow,
  readInbox,
  readSettingRows,
  type Reader,
  updateRead,
  upsertQuietHours,
  upsertSwitch,
} from './notification-queries.ts'
import { isDelivered } from './notify.ts'
import { publishChange } from './publish-change.ts'

function toNotification({ data, ...row }: InboxRow): Notification {
  const { title, body, path } = definitionOf(row.kind)
  return { ...row, title: title(data), body: body(data), path: path(data) }
}

/** Reads a page of the inbox and the number of unread notifications. */
export async function readInboxPage(
  db: Db,
  reader: Reader,
  { limit, before_id }: { limit: number; before_id?: number | undefined },
) {
  const [rows, unread_count] = await Promise.all([
    readInbox(db, reader, { before_id, limit: limit + 1 }),
    countUnread(db, reader),
  ])
  const results = rows.slice(0, limit).map(toNotification)
  return { unread_count, results, next_before_id: rows.length > limit ? results.at(-1)!.id : null }
}

/**
 * Marks a notification, or all up to it, as read, and notifies the other pages of the account, whose notifications all of its
 * profiles share.
 */
export async function markRead(
  tx: Tx,
  reader: Reader,
  { id, is_up_to }: { id: number; is_up_to: boolean },
  now: Date,
) {
  if (await updateRead(tx, reader, { id, is_up_to, now }))
    publishChange(tx, 'read', [{ member_id: reader.member_id, profile_id: null }])
  return { unread_count: await countUnread(tx, reader) }
}

export async function readSettings(db: Db, reader: Reader): Promise<NotificationSettings> {
  const { switches, quiet_hours } = await readSettingRows(db, reader)
  return {
    quiet_hours,
    switches: notificationKinds.flatMap((kind) =>
      notificationChannels.flatMap((channel) => {
        const setting = definitionOf(kind).channels[channel]
        if (setting === undefined) return []
        const is_on = isDelivered(kind, channel, switches)
        return [{ kind, channel, is_on, is_required: setting === 'required' }]
      }),
    ),
  }
}

type SettingsChange = ParsedInput<typeof notifications.updateNotificationSettings>['body']

/** @throws ProblemError of `change`: `invalid_choice` for a channel that the kind does not have or that is required */
export async function updateSettings(
  tx: Tx,
  reader: Reader,
  { change, quiet_hours }: SettingsChange,
): Promise<NotificationSettings> {
  const { member_id, profile } = reader
  if (change) {
    const { audience, channels } = definitionOf(change.kind)
    const setting = channels[change.channel]
    if (setting === undefined || setting === 'required') throwFieldError('change', 'invalid_choice')
    const profile_id = audience === 'profile' ? profile.id : null
    await upsertSwitch(tx, { member_id, profile_id }, change)
  }
  if (quiet_hours === null) await deleteQuietHours(tx, member_id)
  else if (quiet_hours) await upsertQuietHours(tx, member_id, quiet_hours)
  return readSettings(tx, reader)
}
