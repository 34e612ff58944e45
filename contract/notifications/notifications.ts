import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { bigId, bigIdString, integerString, timestamp } from '#contract/core/fields.ts'

/** The kinds of notifications, in the order of the settings. The server defines their texts, links and channels. */
export const notificationKinds = [
  'new_episode',
  'release',
  'inquiry_answered',
  'payment',
  'refund',
  'renewal',
  'price_consent',
  'points_expiring',
  'rental_expiring',
  'new_device',
  'notice',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = (typeof notificationKinds)[number]

/** `push` reaches the browsers that subscribed, with what is in the inbox. */
export const notificationChannels = ['in_app', 'email', 'push'] as const
export const NotificationChannel = z.enum(notificationChannels)
export type NotificationChannel = (typeof notificationChannels)[number]

export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  title: z.string(),
  body: z.string(),
  /** The page to which it links. */
  path: z.string(),
  /** The poster of its work. */
  poster_url: z.nullable(z.string()),
  poster_color: z.nullable(z.string()),
  is_read: z.boolean(),
  created_at: timestamp,
})
export type Notification = z.infer<typeof Notification>

const hour = z.int().check(z.gte(0), z.lte(23))

/** Hours in Seoul: from the first one until before the second, also across midnight. */
export const QuietHours = z
  .strictObject({ from: hour, to: hour })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'] }))
export type QuietHours = z.infer<typeof QuietHours>

/** Whether a kind is delivered by a channel. `is_required`: it cannot be switched off. */
const NotificationSwitch = z.object({
  kind: NotificationKind,
  channel: NotificationChannel,
  is_on: z.boolean(),
  is_required: z.boolean(),
})

export const NotificationSettings = z.object({
  /** The kinds that the profile receives, by their channels. */
  switches: z.array(NotificationSwitch),
  /** Hours in which optional mail is held back; null if there are none. */
  quiet_hours: z.nullable(QuietHours),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The length of `bytes` in base64url. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`)))
}

/** A `PushSubscription` of the Push API. */
export const PushSubscription = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})

/** A socket message: the profile, or the account, has a new notification, or another page has read some. */
export const NotificationsMessage = z.object({
  type: z.literal('notifications'),
  change: z.enum(['added', 'read']),
  /** A children's profile ignores those of the account. */
  is_account: z.boolean(),
})
export type NotificationsMessage = z.infer<typeof NotificationsMessage>

/** Up to `maxUnreadCount`. */
const UnreadCount = z.object({ unread_count: z.int() })

/** Notifications of the profile and, except for children's profiles, of its account. */
export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/me/',
    summary: 'Lists the notifications of the last 90 days, newest first',
    access: 'profile',
    query: z.strictObject({
      limit: z._default(integerString(1, 100), 20),
      /** Continues after the last notification of the page before. */
      before_id: z.optional(bigIdString),
    }),
    response: z.extend(UnreadCount, {
      results: z.array(Notification),
      /** The `before_id` of the next page; null on the last one. */
      next_before_id: z.nullable(z.int()),
    }),
  }),
  markNotificationsRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/me/',
    summary: 'Marks a notification, or all up to it, as read; repeating the call changes nothing',
    access: 'profile',
    body: z.strictObject({ id: bigId, is_up_to: z._default(z.boolean(), false) }),
    response: UnreadCount,
  }),
  readPushState: endpoint({
    method: 'GET',
    path: '/api/notifications/push/me/',
    summary: 'Reads the key for push subscriptions, and whether the browser of the session has one',
    access: 'profile',
    response: z.object({
      /** The `applicationServerKey` of the Push API. */
      public_key: z.string(),
      is_subscribed: z.boolean(),
    }),
  }),
  subscribeToPush: endpoint({
    method: 'PUT',
    path: '/api/notifications/push/me/',
    summary: 'Stores the push subscription of the browser, which ends with its session',
    access: 'profile',
    body: PushSubscription,
    response: null,
  }),
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/api/notifications/push/me/',
    summary: 'Deletes the push subscription of the browser; repeating the call changes nothing',
    access: 'profile',
    response: null,
  }),
  readNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings/me/',
    summary: 'Reads which notifications the profile receives, and by which channels',
    access: 'profile',
    is_closed_to_children: true,
    response: NotificationSettings,
  }),
  updateNotificationSettings: endpoint({
    method: 'PATCH',
    path: '/api/notifications/settings/me/',
    summary: 'Switches a kind on or off for a channel, or sets the quiet hours',
    access: 'profile',
    is_closed_to_children: true,
    body: z.strictObject({
      change: z.optional(
        z.strictObject({
          kind: NotificationKind,
          channel: NotificationChannel,
          is_on: z.boolean(),
        }),
      ),
      quiet_hours: z.optional(z.nullable(QuietHours)),
    }),
    response: NotificationSettings,
  }),
}
