import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'
import { notificationMessages as messages } from './messages.ko.ts'

const icons: Record<NotificationKind, IconName> = {
  new_episode: 'film_reel',
  release: 'film_reel',
  inquiry_answered: 'chat',
  payment: 'document',
  refund: 'document',
  renewal: 'monitor',
  price_consent: 'monitor',
  points_expiring: 'star',
  rental_expiring: 'clock',
  new_device: 'person',
  notice: 'bell',
}

/** A notification as a link to what it is about. Opening it calls `onOpen`. */
export function NotificationItem({
  notification: { kind, title, body, path, poster_url, poster_color },
  isRead,
  time,
  onOpen,
}: {
  notification: Notification
  isRead: boolean
  /** Formatted time of arrival. */
  time: string
  onOpen: () => void
}) {
  return (
    <Link
      to={path}
      onClick={onOpen}
      className={`flex min-h-16 items-start gap-4 rounded-card px-3 py-3 transition-colors duration-(--duration-fast) hover:bg-surface ${isRead ? '' : 'bg-accent-subtle'}`}
    >
      {poster_url === null ? (
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-surface-raised text-foreground-muted">
          <Icon name={icons[kind]} className="size-6" />
        </span>
      ) : (
        <span className="w-12 shrink-0 overflow-hidden rounded-card">
          <ResponsiveImage url={poster_url} kind="poster" color={poster_color ?? ''} sizes="48px" />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-semibold">
          {!isRead && <span className="sr-only">{messages.unread} </span>}
          {title}
        </span>
        <span className="line-clamp-2 text-sm text-foreground-muted">{body}</span>
        <span className="mt-1 block text-xs text-foreground-subtle">{time}</span>
      </span>
      {!isRead && (
        <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-accent" />
      )}
    </Link>
  )
}
