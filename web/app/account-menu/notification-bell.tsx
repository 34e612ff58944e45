import { notificationsPath } from '#web/routing/account-paths.ts'
import { useUnreadCount } from '#web/session/unread-count.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'
import { notificationBellMessages as messages } from './notification-bell.ko.ts'

/** The link to the inbox, with the number of unread notifications. */
export function NotificationBell() {
  const count = useUnreadCount()
  return (
    <Link
      to={notificationsPath}
      className="relative flex size-11 items-center justify-center rounded-full transition-colors duration-(--duration-fast) hover:bg-foreground/12 max-[18rem]:hidden"
    >
      <Icon name="bell" className="size-6" />
      <span className="sr-only">{messages.label(count)}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-2xs font-bold text-on-accent tabular-nums"
        >
          {messages.unread(count)}
        </span>
      )}
    </Link>
  )
}
