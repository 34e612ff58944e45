import type { endpoints } from '#contract/index.ts'
import { requireMemberId, requireProfile } from '#server/api/access-rules.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { markRead, readInboxPage, readSettings, updateSettings } from './inbox.ts'
import type { Reader } from './notification-queries.ts'

const readerOf = ({ member, session }: Pick<RequestContext, 'member' | 'session'>): Reader => ({
  member_id: requireMemberId(member),
  profile: requireProfile(session),
})

export const notificationsHandlers: Handlers<typeof endpoints.notifications> = {
  listNotifications: (call) => readInboxPage(call.db, readerOf(call), call.query),
  markNotificationsRead: (call) =>
    call.transact((tx) => markRead(tx, readerOf(call), call.body, call.now)),
  readNotificationSettings: (call) => readSettings(call.db, readerOf(call)),
  updateNotificationSettings: (call) =>
    call.transact((tx) => updateSettings(tx, readerOf(call), call.body)),
}
