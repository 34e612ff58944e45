/**
 * Members, sessions and authentication. Invariants:
 * - Sign-up requires that both codes were verified in the same browser session within 30 minutes (D-10).
 * - Only the browser holds a session's token; every sign-in and every rise in privilege issues a new one (D-22).
 * - Responses for registered and unregistered addresses do not differ in body, status or time.
 * - Phone numbers, passwords, codes and tokens of links are never stored in clear text.
 */
export { recordConsents } from './sign-up/consents.ts'
export { requireNoDemoMembers } from './demo-accounts.ts'
export { accountsServerModule, accountsWorkerModule } from './registration.ts'
export { insertMember } from './members.ts'
export { findMembers, readMember, signOutMember } from './staff/member-lookup.ts'
export { createPasswordHasher } from './passwords/password-hashing.ts'
export { createSessionFinder } from './sessions/find-session.ts'
export { enrollDemoAuthenticator } from './second-factor/enroll-authenticator.ts'
export { readDemoCodes } from './demo-accounts.ts'
export { isSeenDue } from './sessions/session-lifetimes.ts'
export { updateLastSeen, openGuestSession, createSession } from './sessions/sessions.ts'
export { readStaff, resetSecondFactor, setStaffRole } from './staff/staff-roles.ts'
export type { AccountsDependencies } from './dependencies.ts'
