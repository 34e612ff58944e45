import { maxUnreadCount } from '#contract/notifications/notification-limits.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  type QuietHours,
} from '#contract/notifications/notifications.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { isShownSeriesSql, isWithinLimit, seriesScope } from '#server/domains/contents/index.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'

/** A profile, or an account if `profile_id` is null. */
export type Recipient = { member_id: number; profile_id: number | null }

/** The member and the selected profile that read an inbox. */
export type Reader = { member_id: number; profile: SessionProfile }

type NewEvent = {
  kind: NotificationKind
  key: string
  /** Null for an event of many recipients. */
  recipient: Recipient | null
  series_id?: number | undefined
  data: object
  /** Whether `addRecipients` follows for all profiles in turn. */
  is_pending?: boolean
  now: Date
}

/** Inserts an event. @returns its id; undefined if it exists. */
export async function insertEvent(
  tx: Tx,
  { kind, key, recipient, series_id, data, is_pending = false, now }: NewEvent,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('notification_events')
    .values({
      kind,
      key,
      member_id: recipient?.member_id ?? null,
      profile_id: recipient?.profile_id ?? null,
      series_id: series_id ?? null,
      data: JSON.stringify(data),
      created_at: now.toISOString(),
      last_profile_id: is_pending ? 0 : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Finds an event of many recipients. */
export async function findEvent(tx: Tx, kind: NotificationKind, key: string): Promise<number> {
  const { id } = await tx
    .selectFrom('notification_events')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('member_id', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

/** SQL for whether an event of a kind and key exists. Queries for recipients exclude those that were notified. */
export const isNotified = (kind: NotificationKind, key: RawBuilder<string>) =>
  sql<boolean>`exists (select from notification_events n where n.kind = ${kind} and n.key = ${key})`

/** Adds an event to the inbox of a recipient. */
export const insertNotification = (tx: Tx, event_id: number, recipient: Recipient) =>
  tx
    .insertInto('notifications')
    .values({ event_id, ...recipient })
    .execute()

type SwitchRow = { kind: string; channel: string; is_on: boolean }

/** The data that decides a delivery to a recipient. */
type DeliverySettings = {
  switches: SwitchRow[]
  quiet_hours: QuietHours | null
  email: string
  is_email_failing: boolean
}

/** Reads the switches of a recipient for a kind, the quiet hours and the address. Undefined once the account is deleted. */
export async function readDeliverySettings(
  tx: Tx,
  { member_id, profile_id }: Recipient,
  kind: NotificationKind,
): Promise<DeliverySettings | undefined> {
  const { rows } = await sql<DeliverySettings>`
    select m.email, m.email_failed_at is not null as is_email_failing, ${quietHoursOf('m.id')} as quiet_hours, (
      select coalesce(json_agg(json_build_object('kind', w.kind, 'channel', w.channel, 'is_on', w.is_on)), '[]')
      from notification_switches w where w.member_id = m.id and w.kind = ${kind}
        and w.profile_id is not distinct from ${profile_id}::int) as switches
    from members m where m.id = ${member_id}`.execute(tx)
  return rows[0]
}

const quietHoursOf = (member_id: string) => sql<QuietHours | null>`(
  select json_build_object('from', q.from_hour, 'to', q.to_hour) from quiet_hours q
  where q.member_id = ${sql.ref(member_id)})`

/** Reads the switches of the profile and of its account, and the quiet hours. */
export async function readSettingRows(db: Db, { member_id, profile }: Reader) {
  const { rows } = await sql<Omit<DeliverySettings, 'email' | 'is_email_failing'>>`
    select ${quietHoursOf('m.id')} as quiet_hours, (
      select coalesce(json_agg(json_build_object('kind', w.kind, 'channel', w.channel, 'is_on', w.is_on)), '[]')
      from notification_switches w where w.member_id = m.id
        and (w.profile_id is null or w.profile_id = ${profile.id})) as switches
    from members m where m.id = ${member_id}`.execute(db)
  return rows[0] ?? { quiet_hours: null, switches: [] }
}

export const upsertSwitch = (
  tx: Tx,
  recipient: Recipient,
  change: { kind: NotificationKind; channel: NotificationChannel; is_on: boolean },
) =>
  tx
    .insertInto('notification_switches')
    .values({ ...recipient, ...change })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'profile_id', 'kind', 'channel'])
        .doUpdateSet({ is_on: change.is_on }),
    )
    .execute()

export const deleteQuietHours = (tx: Tx, member_id: number) =>
  tx.deleteFrom('quiet_hours').where('member_id', '=', member_id).execute()

export const upsertQuietHours = (tx: Tx, member_id: number, { from, to }: QuietHours) =>
  tx
    .insertInto('quiet_hours')
    .values({ member_id, from_hour: from, to_hour: to })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ from_hour: from, to_hour: to }),
    )
    .execute()

/** SQL for notifications `n` of a reader: those of the profile, and those of the account unless the profile is a child's. */
const isReceivedBy = ({ member_id, profile }: Reader) => sql`
  n.member_id = ${member_id}
  and (n.profile_id = ${profile.id} or n.profile_id is null and not ${profile.is_child}::boolean)`

/** SQL for inbox rows, without kinds that this version lacks and works that the profile may not see. `s` is the work, or null. */
const inboxOf = (reader: Reader) => sql`
  from notifications n join notification_events e on e.id = n.event_id left join series s on s.id = e.series_id
  where ${isReceivedBy(reader)} and e.kind = any (${notificationKinds}::text[])
    and (e.series_id is null
      or ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, reader.profile.age_limit)})`

export type InboxRow = {
  id: number
  kind: NotificationKind
  data: never
  poster_url: string | null
  poster_color: string | null
  is_read: boolean
  created_at: string
}

/** Reads the notifications of a reader before an id, newest first. */
export async function readInbox(
  db: Db,
  reader: Reader,
  { before_id, limit }: { before_id: number | undefined; limit: number },
): Promise<InboxRow[]> {
  const isBefore = before_id === undefined ? sql`` : sql`and n.event_id < ${before_id}`
  const { rows } = await sql<InboxRow>`
    select n.event_id as id, e.kind, e.data, e.created_at, n.read_at is not null as is_read,
      ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color
    ${inboxOf(reader)} ${isBefore}
    order by n.event_id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts the unread notifications of a reader, up to `maxUnreadCount`. */
export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select ${inboxOf(reader)} and n.read_at is null limit ${maxUnreadCount}) as unread`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Marks a notification of a reader, or all up to it, as read. @returns whether any was unread. */
export async function updateRead(
  tx: Tx,
  reader: Reader,
  { id, is_up_to, now }: { id: number; is_up_to: boolean; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notifications n set read_at = ${now}
    where ${isReceivedBy(reader)} and n.read_at is null
      and n.event_id ${is_up_to ? sql`<=` : sql`=`} ${id}`.execute(tx)
  return numAffectedRows > 0n
}

/** Returns the last event before an instant; undefined without one. */
export async function findLastEventBefore(db: Db, before: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification_events')
    .select('id')
    .where('created_at', '<', before.toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Deletes the events up to an id and their notifications, in batches. */
export async function deleteEventsUpTo(
  transact: Transact,
  last: number,
  signal?: AbortSignal,
): Promise<void> {
  await deleteInBatches(transact, 'notifications', sql`event_id <= ${last}`, signal)
  await deleteInBatches(transact, 'notification_events', sql`id <= ${last}`, signal)
}
