import type { endpoints } from '#contract/index.ts'
import type { WebPush } from '#server/adapters/services/web-push.ts'
import { requireMemberId, requireProfile } from '#server/api/access-rules.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { markRead, readInboxPage, readSettings, updateSettings } from './inbox.ts'
import type { Reader } from './notification-queries.ts'
import { deleteSubscription, isSubscribed, upsertSubscription } from './push-queries.ts'

const readerOf = ({ member, session }: Pick<RequestContext, 'member' | 'session'>): Reader => ({
  member_id: requireMemberId(member),
  profile: requireProfile(session),
})

const sessionIdOf = ({ session }: Pick<RequestContext, 'session'>): number =>
  session?.id ?? throwProblem('authentication_required')

export const notificationsHandlers = ({
  webPush,
}: {
  webPush: WebPush
}): Handlers<typeof endpoints.notifications> => ({
  listNotifications: (call) => readInboxPage(call.db, readerOf(call), call.query),
  markNotificationsRead: (call) =>
    call.transact((tx) => markRead(tx, readerOf(call), call.body, call.now)),
  async readPushState(call) {
    const is_subscribed = await isSubscribed(call.db, sessionIdOf(call))
    return { public_key: webPush.public_key, is_subscribed }
  },
  async subscribeToPush(call) {
    const { endpoint, keys } = call.body
    // The server sends requests to this address.
    if (!webPush.isKnownEndpoint(endpoint)) throwFieldError('endpoint', 'invalid_choice')
    const subscription = {
      endpoint,
      p256dh: Buffer.from(keys.p256dh, 'base64url'),
      auth: Buffer.from(keys.auth, 'base64url'),
    }
    await call.transact((tx) => upsertSubscription(tx, sessionIdOf(call), subscription, call.now))
    return null
  },
  async unsubscribeFromPush(call) {
    await call.transact((tx) => deleteSubscription(tx, sessionIdOf(call)))
    return null
  },
  readNotificationSettings: (call) => readSettings(call.db, readerOf(call)),
  updateNotificationSettings: (call) =>
    call.transact((tx) => updateSettings(tx, readerOf(call), call.body)),
})
