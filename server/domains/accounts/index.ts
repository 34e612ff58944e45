/**
 * Members, sessions and authentication. Invariants:
 * - Sign-up requires that both codes were verified in the same browser session within 30 minutes (D-10).
 * - Only the browser holds a session's token; every sign-in and every rise in privilege issues a new one (D-22).
 * - Responses for registered and unregistered addresses do not differ in body, status or time.
 * - Phone numbers, passwords, codes and tokens of links are never stored in clear text.
 */
export { recordConsents } from './sign-up/consents.ts'
export { requireNoDemoMembers } from './demo-accounts.ts'
export { accountsHandlers } from './handlers.ts'
export { insertMember } from './members.ts'
export { deleteProfileImageFiles } from './profile/profile-image.ts'
export { findMembers, readMember, signOutMember } from './staff/member-lookup.ts'
export { sendPasswordResetEmail } from './recovery/password-reset.ts'
export { createPasswordHasher } from './passwords/password-hashing.ts'
export { createSessionFinder } from './sessions/find-session.ts'
export { secondFactorHandlers } from './second-factor/handlers.ts'
export { enrollDemoAuthenticator } from './second-factor/enroll-authenticator.ts'
export { readDemoCodes } from './demo-accounts.ts'
export { isSeenDue } from './sessions/session-lifetimes.ts'
export { updateLastSeen, openGuestSession, createSession } from './sessions/sessions.ts'
export { readStaff, resetSecondFactor, setStaffRole } from './staff/staff-roles.ts'
export { runAccountsMaintenance } from './maintenance.ts'
export type { AccountsDependencies, AccountDeletionHook } from './dependencies.ts'
