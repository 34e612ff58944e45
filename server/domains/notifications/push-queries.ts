import type { AgeLimit, CatalogueLimit } from '#contract/core/age-limits.ts'
import type { NotificationKind, QuietHours } from '#contract/notifications/notifications.ts'
import type { PushSubscription } from '#server/adapters/services/web-push.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { isShownSeriesSql, seriesScope } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import type { Recipient } from './notification-queries.ts'

/** Stores the subscription of a session. A browser has one: its endpoint leaves the session that had it before. */
export async function upsertSubscription(
  tx: Tx,
  session_id: number,
  { endpoint, p256dh, auth }: PushSubscription,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('session_id', '<>', session_id)
    .execute()
  const keys = { endpoint, p256dh, auth }
  await tx
    .insertInto('push_subscriptions')
    .values({ session_id, ...keys, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(keys))
    .execute()
}

export const deleteSubscription = (tx: Tx, session_id: number) =>
  tx.deleteFrom('push_subscriptions').where('session_id', '=', session_id).execute()

/** Deletes a subscription that its service no longer has, unless the session has another one by now. */
export const deleteDeadSubscription = (tx: Tx, session_id: number, endpoint: string) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .execute()

export async function isSubscribed(db: Db, session_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('session_id', '=', session_id)
    .executeTakeFirst()
  return row !== undefined
}

/** SQL for the id of the profile that uses a session `o`, whose notifications its browser shows. */
const usingProfile = sql`coalesce(o.profile_id, only_open_profile(o.member_id))`

/**
 * Enqueues the push messages of an event to the subscribed sessions of its recipients: those that their profile uses, or any profile
 * but a child's for an account. Each job decides whether to send.
 */
export async function enqueuePushes(
  tx: Tx,
  event_id: number,
  recipients: readonly Recipient[],
): Promise<void> {
  await sql`
    select enqueue_job(task => 'send_push',
      payload => json_build_object('session_id', o.id, 'event_id', ${event_id}::bigint),
      job_key => 'push:' || ${event_id}::bigint || ':' || o.id, run_at => null, max_attempts => null, queue => null,
      priority => ${pushPriority}::int)
    from unnest(${recipients.map(({ member_id }) => member_id)}::integer[],
      ${recipients.map(({ profile_id }) => profile_id)}::integer[]) as r (member_id, profile_id)
    join sessions o on o.member_id = r.member_id
    join push_subscriptions u on u.session_id = o.id
    join profiles p on p.id = ${usingProfile}
    where case when r.profile_id is null then not p.is_child else p.id = r.profile_id end`.execute(
    tx,
  )
}

/** After jobs for which a member waits. */
const pushPriority = 5

type PendingPush = PushSubscription & {
  kind: NotificationKind
  data: never
  created_at: string
  /** The rating of its work, and the limit of the profile. */
  age_rating: CatalogueLimit | null
  age_limit: AgeLimit
  quiet_hours: QuietHours | null
  switches: { kind: string; channel: string; is_on: boolean }[]
}

/** Reads a push message. Undefined if the session has ended or another profile, or the notification is read or hidden. */
export async function readPush(
  db: Db,
  { session_id, event_id }: { session_id: number; event_id: number },
  now: Date,
): Promise<PendingPush | undefined> {
  const { rows } = await sql<PendingPush>`
    select u.endpoint, u.p256dh, u.auth, e.kind, e.data, e.created_at, s.age_rating, p.age_limit,
      (select json_build_object('from', q.from_hour, 'to', q.to_hour) from quiet_hours q
        where q.member_id = n.member_id) as quiet_hours,
      (select coalesce(json_agg(json_build_object('kind', w.kind, 'channel', w.channel, 'is_on', w.is_on)), '[]')
        from notification_switches w where w.member_id = n.member_id and w.kind = e.kind
          and w.profile_id is not distinct from n.profile_id) as switches
    from push_subscriptions u
    join sessions o on o.id = u.session_id
    join profiles p on p.id = ${usingProfile}
    join notifications n on n.event_id = ${event_id} and n.member_id = o.member_id
      and (n.profile_id = p.id or n.profile_id is null and not p.is_child)
    join notification_events e on e.id = n.event_id
    left join series s on s.id = e.series_id
    where u.session_id = ${session_id} and n.read_at is null and o.expires_at > ${now}
      and (e.series_id is null or ${isShownSeriesSql(seriesScope)})`.execute(db)
  return rows[0]
}
