import * as notifications from '#web/api/endpoints/notifications.generated.ts'
import { call } from '#web/api/client.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { setUnreadCount } from '#web/session/unread-count.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const pageSize = 30

/** The inbox, newest first. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: accountKeys.notifications,
  async queryFn({ pageParam: before_id }) {
    const page = await call(notifications.listNotifications, {
      query: { limit: pageSize, ...(before_id !== null && { before_id }) },
    })
    setUnreadCount(page.unread_count)
    return page
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ next_before_id }) => next_before_id,
  staleTime: 0,
})

export const pushQuery = queryOptions({
  queryKey: accountKeys.pushState,
  queryFn: () => call(notifications.readPushState, {}),
})

export const settingsQuery = queryOptions({
  queryKey: accountKeys.notificationSettings,
  queryFn: () => call(notifications.readNotificationSettings, {}),
})
