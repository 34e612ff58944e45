import { maxUnreadCount } from '#contract/notifications/notification-limits.ts'

/** `99+` from the number up to which the server counts. */
const unread = (count: number): string =>
  count < maxUnreadCount ? String(count) : `${maxUnreadCount - 1}+`

export const notificationBellMessages = {
  label: (count: number) => (count > 0 ? `알림 ${unread(count)}개 읽지 않음` : '알림'),
  unread,
} as const
