/**
 * Notifications of members: the inbox, its switches, and the e-mails about the same events. Invariants:
 * - An event notifies a recipient once, however often its transaction or job is repeated: two unique keys.
 * - A children's profile receives nothing of the account, and so nothing about money: a type of the table of kinds.
 * - `isDelivered` is the only rule of what a member can switch off.
 */
export { notificationsServerModule, notificationsWorkerModule } from './registration.ts'
export { isNotified } from './notification-queries.ts'
export { notify, type NotificationEvent, notifyAccounts, startEvent } from './notify.ts'
export type { NotificationData } from './notification-kinds.copy.ts'
export { quietHoursEnd } from './quiet-hours-policy.ts'
export {
  addRecipients,
  findLostEvents,
  lockPendingEvent,
  updateLastProfile,
} from './recipient-queries.ts'
