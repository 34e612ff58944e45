import type { AgeVerification, IdentityWindow } from '#contract/accounts/identity.ts'
import { maskName } from '#contract/core/masking.ts'
import type { VerifiedPerson } from '#server/adapters/services/portone.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { updateMember } from '../member-queries.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { rotateToken } from '../sessions/sessions.ts'
import { ageVerifiedUntil, isAdult } from './age-policy.ts'
import {
  deleteIdentity,
  findAccountsOf,
  findAttempt,
  findIdentity,
  insertAttempt,
  insertIdentity,
  lockAttempt,
  lockMembers,
  setAttemptOutcome,
} from './identity-queries.ts'

/** Longer than the window of a provider stays open. */
const attemptMs = 60 * 60_000

/** `GET /api/accounts/identity/` */
export async function readAgeVerification(
  { identity_window, verifies_phone, encryption }: AccountsDependencies,
  { db, member, now }: MemberContext,
): Promise<z.infer<typeof AgeVerification>> {
  const identity = await findIdentity(db, member.id)
  return {
    method: identity_window ? 'window' : verifies_phone ? 'code' : 'none',
    verified_until: isAgeVerified(member, now) ? member.adult_verified_until : null,
    name: identity ? maskName(encryption.decrypt(identity.name_ciphertext)) : null,
  }
}

/**
 * Begins an identity verification: its id, which only this member can confirm, is random and serves once.
 * @throws ProblemError `not_found` without a provider; `rate_limited`
 */
export async function beginIdentityVerification(
  deps: AccountsDependencies,
  caller: MemberContext,
): Promise<IdentityWindow> {
  const { identity_window } = deps
  if (!identity_window) return throwProblem('not_found')
  const { member, transact, now } = caller
  await consumeRateLimits(caller, deps, [['identity_checks', String(member.id)]])
  const id = randomUUID()
  const expires_at = new Date(now.getTime() + attemptMs).toISOString()
  await transact((tx) => insertAttempt(tx, { id, member_id: member.id, expires_at }))
  return { id, ...identity_window.window }
}

/**
 * Reads the person of a verification from the provider, whatever the browser reports, and verifies for a year that the member is
 * an adult (decisions/0061-identities). The session gets a new token, because its privileges rise. Idempotent.
 * @returns the updated member.
 * @throws ProblemError `not_found` for an id of another member, or an expired one; `identity_unverified` while the window
 *   is not done; `under_age`; `identity_in_use` if another account has the person and `replaces` is false;
 *   `service_unavailable`
 */
export async function confirmIdentityVerification(
  deps: AccountsDependencies,
  caller: MemberContext,
  { id, replaces }: { id: string; replaces: boolean },
): Promise<Member> {
  const { identity_window } = deps
  const { db, member, session, transact, now } = caller
  const key = { id, member_id: member.id }
  const attempt = await findAttempt(db, key, now)
  if (!identity_window || !attempt) return throwProblem('not_found')
  if (attempt.outcome === 'under_age') throwProblem('under_age')
  if (attempt.outcome === 'verified') return member
  // No transaction is open during the external call; if it fails, the client may repeat the request.
  const person = (await identity_window.readPerson(id)) ?? throwProblem('identity_unverified')
  if (!isAdult(person.birth_date, now)) {
    // Nothing of a minor is stored.
    await transact((tx) => setAttemptOutcome(tx, id, 'under_age'))
    throwProblem('under_age')
  }
  const until = ageVerifiedUntil(now)
  const rotated = await transact(async (tx) => {
    await storePerson(tx, deps, { member, person, replaces, now })
    const locked = await lockAttempt(tx, key, now)
    // Another request with this id was faster.
    if (locked?.outcome !== null) return null
    await setAttemptOutcome(tx, id, 'verified')
    await updateMember(tx, member.id, { adult_verified_until: until })
    return rotateToken(tx, session)
  })
  if (rotated) caller.cookie.set(rotated.token, rotated.ends)
  return { ...member, adult_verified_until: until }
}

/**
 * Stores the person of a member: name and date of birth encrypted, identifiers as keyed hashes. With `replaces`, another
 * account of the person loses it and the age verification, and gets an e-mail.
 * @throws ProblemError `identity_in_use` if another account has the person
 */
async function storePerson(
  tx: Tx,
  { encryption, site_url }: AccountsDependencies,
  {
    member,
    person,
    replaces,
    now,
  }: { member: Member; person: VerifiedPerson; replaces: boolean; now: Date },
): Promise<void> {
  const indexOf = (kind: 'ci' | 'di') => {
    const identifier = person[kind]
    return identifier === null ? null : encryption.blindIndex(kind, identifier)
  }
  const identifiers = { ci_blind_index: indexOf('ci'), di_blind_index: indexOf('di') }
  const others = await findAccountsOf(tx, identifiers, member.id)
  if (others.length > 0 && !replaces) throwProblem('identity_in_use')
  for (const { id, email } of await lockMembers(tx, [member.id, ...others])) {
    await deleteIdentity(tx, id)
    if (id === member.id) continue
    await updateMember(tx, id, { adult_verified_until: null })
    await queueEmail(tx, email, accountEmails.identityMoved(now, site_url), now)
  }
  const inserted = await insertIdentity(tx, {
    member_id: member.id,
    name_ciphertext: encryption.encrypt(person.name),
    birth_date_ciphertext: encryption.encrypt(person.birth_date),
    ...identifiers,
    verified_at: now.toISOString(),
  })
  // Another account of the person was faster.
  if (!inserted) throwProblem('identity_in_use')
}
