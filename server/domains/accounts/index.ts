/**
 * Who is who. Invariants:
 * - A member is made only after both codes were proven in the same browser session within 30 minutes (D-10).
 * - A session's token is known to its browser alone; every sign-in and every rise of rights begins another (D-22).
 * - Known and unknown addresses are answered alike in body, status and time.
 * - A phone number is never stored in clear, nor is a password, a code or a link's token.
 */
export { noteConsents } from './consents.ts'
export { refuseDemoMembers } from './demo-members.ts'
export { accountsHandlers } from './handlers.ts'
export { insertMember } from './insert-member.ts'
export { removePictureFile } from './picture.ts'
export { findMembers, readMember, signMemberOut } from './look-up-members.ts'
export { sendPasswordLink } from './password-link.ts'
export { createPasswords } from './passwords.ts'
export { createSessionFinder } from './find-session.ts'
export { secondFactorHandlers } from './second-factor/handlers.ts'
export { giveDemoAuthenticator } from './second-factor/set-up.ts'
export { readDemoCodes } from './second-factor/demo-codes.ts'
export { isSeenDue } from './session-lifetimes.ts'
export { noteSeen, openGuestSession, openSession } from './sessions.ts'
export { readStaff, resetSecondFactor, setStaff } from './staff.ts'
export { tendAccounts } from './tend.ts'
export type { AccountsParts, Closing } from './parts.ts'
