import { catalogueLimitOf, ratingsWithin } from '#contract/core/age-limits.ts'
import { dayMs } from '#contract/core/seoul-time.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { WebPush } from '#server/adapters/services/web-push.ts'
import type { Database } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { JobPayloads } from '#server/jobs/job-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { definitionOf, lockScreenTitles } from './notification-kinds.copy.ts'
import { isDelivered } from './notify.ts'
import { deleteDeadSubscription, readPush } from './push-queries.ts'
import { quietHoursEnd } from './quiet-hours-policy.ts'

export type PushDependencies = Pick<Database, 'db' | 'transact'> & {
  webPush: WebPush
  clock: Clock
  log: Logger
}

/** Advertising is sent by day only, also after a retry (Network Act, article 50(3)). */
const night = { from: 21, to: 8 }
/** A message that could not be sent for so long is left to the inbox. */
const maxAge_ms = dayMs
const minRetry_ms = 30_000
const maxRetry_ms = 3_600_000

/** The message that the service worker of the pages shows. It names nothing about the member. */
function writePayload(kind: NotificationKind, data: never, event_id: number): string {
  const { title, body, path } = definitionOf(kind)
  const lockScreenTitle = lockScreenTitles[kind]
  return JSON.stringify({
    id: event_id,
    title: lockScreenTitle ?? title(data),
    body: lockScreenTitle === undefined ? body(data) : '',
    path: path(data),
  })
}

/**
 * Sends the push message of an event to the browser of a session, after its quiet hours, unless the notification is read. A
 * service that is down or busy is asked again for a day; a subscription that it no longer has is deleted.
 */
export async function sendPush(
  { db, transact, webPush, clock, log }: PushDependencies,
  payload: JobPayloads['send_push'],
): Promise<void> {
  const now = clock.now()
  const { session_id, event_id } = payload
  const push = await readPush(db, payload, now)
  if (!push || !isDelivered(push.kind, 'push', push.switches)) return
  const { kind, age_rating } = push
  const age_ms = now.getTime() - Date.parse(push.created_at)
  if (age_ms > maxAge_ms) return
  if (age_rating && !ratingsWithin(catalogueLimitOf(push.age_limit)).includes(age_rating)) return
  const sendAt = (run_at: Date) =>
    transact((tx) =>
      enqueue(tx, 'send_push', payload, { key: `push:${event_id}:${session_id}`, run_at }),
    )
  const quietUntil = quietHoursEnd(now, push.quiet_hours)
  const until = kind === 'notice' ? quietHoursEnd(quietUntil, night) : quietUntil
  if (until > now) return sendAt(until)

  const outcome = await webPush.send(push, writePayload(kind, push.data, event_id))
  const line = { session_id, event_id, host: new URL(push.endpoint).host }
  if (outcome.status === 'gone')
    await transact((tx) => deleteDeadSubscription(tx, session_id, push.endpoint))
  if (outcome.status === 'refused')
    log.warn({ ...line, reason: outcome.reason }, 'push message refused')
  if (outcome.status === 'later') {
    log.warn({ ...line, reason: outcome.reason }, 'push message rescheduled')
    const delay_ms = outcome.retry_after_s === undefined ? age_ms : outcome.retry_after_s * 1_000
    await sendAt(
      new Date(clock.now().getTime() + Math.min(Math.max(delay_ms, minRetry_ms), maxRetry_ms)),
    )
  }
}
