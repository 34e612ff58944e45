import { dayMs } from '#contract/core/seoul-time.ts'
import { notificationDays } from '#contract/notifications/notification-limits.ts'
import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import { notificationsHandlers } from './handlers.ts'
import { deleteEventsUpTo, findLastEventBefore } from './notification-queries.ts'
import type { NotificationNotice } from './publish-change.ts'

export const notificationsServerModule = ({ sockets }: { sockets: Sockets }) =>
  ({
    endpoints: { notifications: notificationsHandlers },
    member_notices: {
      notifications({ change, profile_id }: NotificationNotice, member_id) {
        const message = { type: 'notifications', change } as const
        if (profile_id === null) sockets.sendToMember(member_id, { ...message, is_account: true })
        else sockets.sendToProfile(profile_id, { ...message, is_account: false })
      },
    },
  }) satisfies ServerModule

type Dependencies = Pick<Database, 'db' | 'transact'> & { clock: Clock }

export const notificationsWorkerModule = (deps: Dependencies) =>
  ({
    tasks: { notifications: (signal) => deleteOldNotifications(deps, signal) },
  }) satisfies WorkerModule

/** Deletes notifications after 90 days. */
async function deleteOldNotifications(
  { db, transact, clock }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - notificationDays * dayMs)
  const last = await findLastEventBefore(db, before)
  if (last === undefined) return
  await deleteEventsUpTo(transact, last, signal)
}
