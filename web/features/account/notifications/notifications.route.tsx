import type { Notification } from '#contract/notifications/notifications.ts'
import * as notifications from '#web/api/endpoints/notifications.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { notificationSettingsPath, notificationsPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { setUnreadCount, useUnreadCount } from '#web/session/unread-count.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { InfiniteListEnd } from '#web/ui/layout/infinite-list.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Route } from './+types/notifications.route.ts'
import { notificationMessages as messages } from './messages.ko.ts'
import { NotificationItem } from './notification-item.tsx'
import { PushOffer } from './push-controls.tsx'
import { inboxQuery } from './queries.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: notificationsPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: InboxSkeleton }

/** The inbox of the profile. Opening a notification marks it as read. */
export default function NotificationsPage() {
  const inbox = useInfiniteQuery(inboxQuery)
  const isChild = useIsChild()
  const unreadCount = useUnreadCount()
  const heading = useRef<HTMLDivElement>(null)
  useRefetchOnArrival(unreadCount, () => void inbox.refetch())
  const readOne = useApiMutation(notifications.markNotificationsRead, {
    messageOf: () => messages.read_failed,
    onSuccess: ({ unread_count }) => setUnreadCount(unread_count),
  })
  const readAll = useApiMutation(notifications.markNotificationsRead, {
    messageOf: () => messages.read_failed,
    async onSuccess({ unread_count }, _, client) {
      setUnreadCount(unread_count)
      await client.invalidateQueries(inboxQuery)
      heading.current?.focus()
    },
  })

  if (!inbox.data) return <QueryPlaceholder query={inbox} skeleton={<InboxSkeleton />} />

  const { pages } = inbox.data
  const items = pages.flatMap(({ results }) => results)
  const last_id = items[0]?.id
  const isRead = (item: Notification) => item.is_read || readOne.input?.body.id === item.id
  return (
    <div ref={heading} tabIndex={-1} className="max-w-3xl outline-none">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {last_id !== undefined && unreadCount > 0 && (
          <Button
            variant="ghost"
            icon="check"
            busy={readAll.isPending}
            onClick={() => readAll.submit({ body: { id: last_id, is_up_to: true } })}
          >
            {messages.read_all}
          </Button>
        )}
        {!isChild && (
          <ButtonLink to={notificationSettingsPath} variant="ghost">
            {messages.settings}
          </ButtonLink>
        )}
      </div>
      <PushOffer />
      {items.length === 0 ? (
        <EmptyState
          icon="bell"
          title={messages.empty}
          actions={
            <ButtonLink to={categoriesPath} variant="primary" icon="grid">
              {messages.browse}
            </ButtonLink>
          }
        >
          {messages.empty_detail}
        </EmptyState>
      ) : (
        <ul className="-mx-3 mt-2 space-y-1">
          {items.map((item) => (
            <li key={item.id}>
              <NotificationItem
                notification={item}
                isRead={isRead(item)}
                time={formatRelativeTime(item.created_at, inbox.dataUpdatedAt)}
                onOpen={() => item.is_read || readOne.submit({ body: { id: item.id } })}
              />
            </li>
          ))}
        </ul>
      )}
      {inbox.hasNextPage && <InfiniteListEnd list={inbox} />}
      {items.length > 0 && !inbox.hasNextPage && (
        <p className="mt-6 text-sm text-foreground-subtle">{messages.kept}</p>
      )}
    </div>
  )
}

/** Reads the list again when a notification arrives. */
function useRefetchOnArrival(unreadCount: number, refetch: () => void) {
  const previous = useRef(unreadCount)
  const onArrival = useEffectEvent(refetch)
  useEffect(() => {
    if (unreadCount > previous.current) onArrival()
    previous.current = unreadCount
  }, [unreadCount])
}

function InboxSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-3xl space-y-4 pt-12">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-4">
          <div className="shimmer size-12 shrink-0 rounded-card" />
          <div className="grow space-y-2">
            <div className="shimmer h-4 w-3/5 rounded-control" />
            <div className="shimmer h-3 w-2/5 rounded-control" />
          </div>
        </div>
      ))}
    </div>
  )
}
