/**
 * Members, sessions and authentication. Invariants:
 * - Sign-up requires that both codes were verified in the same browser session within 30 minutes (decisions/0008-sign-up).
 * - Only the browser holds a session's token; every sign-in and every rise in privilege issues a new one
 *   (decisions/0009-sessions).
 * - Responses for registered and unregistered addresses do not differ in body, status or time.
 * - Phone numbers, passwords, codes and tokens of links are never stored in clear text.
 */
export { deleteDueAccount } from './deletion/delete-account.ts'
export { insertDeletion } from './deletion/deletion-queries.ts'
export { insertConsents, insertMember } from './member-queries.ts'
export {
  enrollDemoAuthenticator,
  findDemoEmails,
  readDemoCodes,
  requireNoDemoMembers,
} from './demo-accounts.ts'
export { createDeliveryRecorder, createMailEventReceiver } from './delivery/record-delivery.ts'
export { readSubscriptionUrl } from './delivery/mail-events.ts'
export { withdrawMarketingConsent } from './personal-details/update-details.ts'
export { accountsServerModule, accountsWorkerModule } from './registration.ts'
export { createPasswordHasher } from './passwords/password-hashing.ts'
export { isSeenDue } from './sessions/session-lifetimes.ts'
export {
  createSession,
  createSessionFinder,
  openGuestSession,
  updateLastSeen,
} from './sessions/sessions.ts'
export { readStaff } from './staff/roles/staff-queries.ts'
export { changeStaff, type StaffCommand } from './staff/roles/staff-commands.ts'
export {
  createStaffMember,
  createStaffPasswordLink,
  staffLinkHours,
} from './staff/roles/staff-password-links.ts'
export { markUnsubscribed } from './staff/marketing/campaign-queries.ts'
export { createCampaign, scheduleCampaign } from './staff/marketing/edit-campaign.ts'
export { campaignMailPolicy, sendCampaignBatch } from './staff/marketing/send-campaign.ts'
