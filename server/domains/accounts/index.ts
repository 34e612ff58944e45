/**
 * Who is who. Invariants:
 * - A member is made only after both codes were proven in the same browser session within 30 minutes (D-10).
 * - A session's token is known to its browser alone; every sign-in and every rise of rights begins another (D-22).
 * - Known and unknown addresses are answered alike in body, status and time.
 * - A phone number is never stored in clear, nor is a password, a code or a link's token.
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
