import { dayMs } from '#contract/core/seoul-time.ts'
import { notificationDays } from '#contract/notifications/notification-limits.ts'
import type { WebPush } from '#server/adapters/services/web-push.ts'
import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { notificationsHandlers } from './handlers.ts'
import { deleteEventsUpTo, findLastEventBefore } from './notification-queries.ts'
import type { NotificationNotice } from './publish-change.ts'
import { type PushDependencies, sendPush } from './send-push.ts'

export const notificationsServerModule = ({
  sockets,
  webPush,
}: {
  sockets: Sockets
  webPush: WebPush
}) =>
  ({
    endpoints: { notifications: notificationsHandlers({ webPush }) },
    member_notices: {
      notifications({ change, profile_id }: NotificationNotice, member_id) {
        const message = { type: 'notifications', change } as const
        if (profile_id === null) sockets.sendToMember(member_id, { ...message, is_account: true })
        else sockets.sendToProfile(profile_id, { ...message, is_account: false })
      },
    },
  }) satisfies ServerModule

export const notificationsWorkerModule = (deps: PushDependencies) =>
  ({
    jobs: {
      send_push: {
        lane: 'io',
        run: (payload) => sendPush(deps, payload),
        requeueLost: { not_needed: 'The inbox has the notification.' },
      },
    },
    tasks: { notifications: (signal) => deleteOldNotifications(deps, signal) },
  }) satisfies WorkerModule

/** Deletes notifications after 90 days. */
async function deleteOldNotifications(
  { db, transact, clock }: Pick<PushDependencies, 'db' | 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - notificationDays * dayMs)
  const last = await findLastEventBefore(db, before)
  if (last === undefined) return
  await deleteEventsUpTo(transact, last, signal)
}
