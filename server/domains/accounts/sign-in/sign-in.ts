import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { clockToleranceMs } from '#server/shared/clock.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { refuseScheduled } from '../deletion/cancel-deletion.ts'
import { findDeletion } from '../deletion/deletion-queries.ts'
import { accountEmails } from '../emails.ts'
import {
  findAccount,
  lockMemberByPassword,
  lockMemberForSignIn,
  updateMember,
} from '../member-queries.ts'
import { requireUnsuspended } from '../suspension/suspend-member.ts'
import { findSuspension } from '../suspension/suspension-queries.ts'
import { deleteSession } from '../sessions/session-queries.ts'
import { replaceSession } from '../sessions/replace-session.ts'
import { openGuestSession } from '../sessions/sessions.ts'
import { clearAttempts, consumeRateLimits, countAttempt } from '../rate-limits.ts'
import { countSignInAttempt } from './sign-in-attempts.ts'
import {
  challengeTtlMs,
  loadWebAuthn,
  relyingPartyId,
  storeChallenge,
  consumeChallenge,
  verifyPasskey,
} from '../passkeys/webauthn.ts'
import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'

type SignInCall = ParsedInput<typeof endpoints.accounts.signIn> & RequestContext

const unknownMember = { id: 0, password_hash: null }

/**
 * Signs in with e-mail and password (decisions/0011-guessing). An unregistered address takes the same work and gets the
 * same response as a wrong password.
 * @throws ProblemError `invalid_credentials`; `account_suspended`; `deletion_scheduled`; `rate_limited` before hashing; `service_unavailable`
 * before any query
 */
export async function signInWithPassword(deps: AccountsDependencies, caller: SignInCall) {
  const { body, db, transact } = caller
  const { passwords } = deps
  const signedIn = await passwords.withHashingSlot(async ({ verify, hash }) => {
    const attempts = await countSignInAttempt(deps, caller, body.email)
    const { id, password_hash } = (await findAccount(db, { email: body.email })) ?? unknownMember
    const isCorrect = await verify(password_hash, body.password, caller.isAborted)
    if (password_hash === null || !isCorrect) return null
    const rehashed = passwords.needsRehash(password_hash) ? await hash(body.password) : null
    return transact(async (tx) => {
      // The password may have changed during verification; the condition on the hash detects that. The row lock makes a
      // later change wait for this transaction and then end the session created here.
      const member = await lockMemberByPassword(tx, id, password_hash)
      if (!member) return null
      if (rehashed !== null) await updateMember(tx, id, { password_hash: rehashed })
      await clearAttempts(tx, deps, attempts)
      const suspension = await findSuspension(tx, id)
      if (suspension) return { suspension }
      const deletion = await findDeletion(tx, id)
      if (!deletion) await openSession(tx, deps, id, caller)
      return { member, deletion }
    })
  })
  if (!signedIn) throwProblem('invalid_credentials')
  if (signedIn.suspension) throwProblem('account_suspended', signedIn)
  if (signedIn.deletion) return refuseScheduled(deps, caller, signedIn.member, signedIn.deletion)
  return signedIn.member
}

/**
 * Creates the WebAuthn request options for sign-in and stores the challenge in the session. A browser without a session
 * gets a guest session; their number is limited for each network.
 * @throws ProblemError `rate_limited`
 */
export async function beginPasskeySignIn(deps: AccountsDependencies, caller: RequestContext) {
  const { session, transact, client, now, cookie } = caller
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(deps.site_url),
    timeout: challengeTtlMs,
    userVerification: 'preferred',
  })
  const challenge = { challenge: options.challenge, purpose: 'log in', now } as const
  if (session && (await transact((tx) => storeChallenge(tx, session.id, challenge))))
    return { ...options }
  await consumeRateLimits(caller, deps, [
    ['challenges_from_address', clientNetwork(client.address)],
  ])
  const opened = await transact(async (tx) => {
    const opened = await openGuestSession(tx, 'challenge', client, now)
    await storeChallenge(tx, opened.id, challenge)
    return opened
  })
  cookie.set(opened.token, opened.ends, false)
  return { ...options }
}

/**
 * Signs in with a passkey. A new session replaces the current one.
 * @throws ProblemError `passkey_rejected` if the response does not verify, `account_suspended`, `deletion_scheduled` and `rate_limited`.
 */
export async function signInWithPasskey(
  deps: AccountsDependencies,
  caller: RequestContext,
  response: Record<string, unknown>,
): Promise<Member> {
  const { session, transact, client, now } = caller
  await consumeRateLimits(caller, deps, [['logins_from_address', clientNetwork(client.address)]])
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'log in', now))
  const signedIn = await transact(async (tx) => {
    const used = await verifyPasskey(tx, deps.site_url, { sent: response, challenge }, now)
    const member =
      (await lockMemberForSignIn(tx, used.member_id)) ?? throwProblem('passkey_rejected')
    // Possession plus user verification is already two factors, so staff need no second step.
    const has_second_factor = member.is_staff && used.is_user_verified
    await requireUnsuspended(tx, member.id)
    const deletion = await findDeletion(tx, member.id)
    if (deletion) return { member, deletion: { ...deletion, has_second_factor } }
    await openSession(tx, deps, member.id, caller, has_second_factor)
    return { member }
  })
  const { member, deletion } = signedIn
  return deletion ? refuseScheduled(deps, caller, member, deletion) : member
}

/** Signs a member in, and notifies them if the browser is new to the account. */
export async function openSession(
  tx: Tx,
  deps: AccountsDependencies,
  member_id: number,
  caller: RequestContext,
  has_second_factor = false,
) {
  const newDevice = await replaceSession(tx, deps, member_id, caller, has_second_factor)
  if (!newDevice) return
  const { client, now } = caller
  await notify(
    tx,
    {
      kind: 'new_device',
      key: newDevice.token_hash.toString('base64url'),
      recipient: { member_id, profile_id: null },
      data: { device: client.device },
      email: accountEmails.newDevice(now, client.device, deps.site_url),
    },
    now,
  )
}

/** Ends the session, if any, and clears the cookie in any case. */
export async function signOut({ session, transact, cookie }: RequestContext) {
  if (session) await transact((tx) => deleteSession(tx, session.id))
  cookie.clear()
}

/**
 * Requires the current password, or a sign-in within the last ten minutes (decisions/0010-passwords). A password that is
 * present is always checked. Failures count for the session, so that guesses elsewhere do not delay the member. Call it
 * outside a transaction.
 * @throws ProblemError `reauthentication_required`, `invalid_credentials` or `rate_limited`
 */
export async function reauthenticate(
  deps: Pick<AccountsDependencies, 'passwords' | 'encryption'>,
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session' | 'member' | 'isAborted'>,
  current_password: string | undefined,
): Promise<void> {
  const { session, member, now } = caller
  if (!session || !member) throwProblem('authentication_required')
  if (current_password === undefined) {
    const sinceSignIn = now.getTime() - Date.parse(session.signed_in_at ?? '')
    // Without `signed_in_at` this is NaN, and the comparisons are false. A sign-in in the future is one of a wrong clock.
    const isRecent = sinceSignIn < reauthenticationWindowSeconds * 1_000
    if (isRecent && sinceSignIn >= -clockToleranceMs) return
    throwProblem('reauthentication_required')
  }
  const attempts = `password in session ${session.id}`
  await countAttempt(caller, deps, attempts)
  const account = await findAccount(caller.db, { id: member.id })
  const password_hash = account?.password_hash ?? null
  const passwords = deps.passwords.forMember(member.id)
  const isCorrect = await passwords.verify(password_hash, current_password, caller.isAborted)
  if (!isCorrect) throwProblem('invalid_credentials')
  await caller.transact((tx) => clearAttempts(tx, deps, attempts))
}
