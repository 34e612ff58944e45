import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { definitionOf } from './notification-kinds.copy.ts'
import type { Recipient } from './notification-queries.ts'
import { publishChange } from './publish-change.ts'
import { enqueuePushes } from './push-queries.ts'

/** Locks an event whose recipients are being added. @returns undefined if all have been. */
export const lockPendingEvent = (tx: Tx, id: number) =>
  tx
    .selectFrom('notification_events')
    .select(['id', 'series_id', 'key', 'last_profile_id'])
    .where('id', '=', id)
    .where('last_profile_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/** Records up to which profile the recipients have been added; null: all. */
export const updateLastProfile = (tx: Tx, id: number, last_profile_id: number | null) =>
  tx.updateTable('notification_events').set({ last_profile_id }).where('id', '=', id).execute()

/**
 * Adds an event to the inboxes of an audience and notifies their open pages. Leaves out recipients who switched its kind off or
 * whose account is about to be deleted.
 * @param audience selects `member_id` and `profile_id`, null for accounts; repeated recipients are added once
 */
export async function addRecipients(
  tx: Tx,
  { id, kind }: { id: number; kind: NotificationKind },
  audience: RawBuilder<unknown>,
): Promise<void> {
  const isOnByDefault = definitionOf(kind).channels.in_app === 'on'
  const { rows } = await sql<Recipient>`
    insert into notifications (event_id, member_id, profile_id)
    select ${id}, a.member_id, a.profile_id from (${audience}) as a (member_id, profile_id)
    left join notification_switches w on w.member_id = a.member_id and w.kind = ${kind} and w.channel = 'in_app'
      and w.profile_id is not distinct from a.profile_id
    where not exists (select from account_deletions d where d.member_id = a.member_id)
      and coalesce(w.is_on, ${isOnByDefault}::boolean)
    on conflict do nothing returning member_id, profile_id`.execute(tx)
  await enqueuePushes(tx, id, rows)
  publishChange(tx, 'added', rows)
}

/** SQL for an audience of these accounts. */
export const accountsOf = (member_ids: readonly number[]) =>
  sql`select id, null::integer from unnest(${member_ids}::integer[]) as id`

/** Finds events without a job whose recipients have not all been added. */
export async function findLostEvents(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification_events')
    .select('id')
    .where('last_profile_id', 'is not', null)
    .where(sql<boolean>`not job_is_queued('notification:' || id)`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
