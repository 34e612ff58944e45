import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import {
  challengeTtlMs,
  relyingPartyId,
  storeChallenge,
  consumeChallenge,
  verifyPasskey,
} from '../passkeys/webauthn.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findMember } from '../member-queries.ts'
import { openGuestSession, replaceSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'

/**
 * Creates the WebAuthn request options for sign-in and stores the challenge in the session. A browser without a session
 * gets a guest session; their number is limited for each network.
 * @throws ProblemError `rate_limited`
 */
export async function beginPasskeySignIn(
  deps: AccountsDependencies,
  caller: RequestContext,
): Promise<Record<string, unknown>> {
  const { session, transact, client, now, cookie } = caller
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
  cookie.give(opened.token, opened.ends, false)
  return { ...options }
}

/**
 * Signs in with a passkey. A new session replaces the current one.
 * @throws ProblemError `passkey_rejected` if the response does not verify, and `rate_limited`.
 */
export async function signInWithPasskey(
  deps: AccountsDependencies,
  caller: RequestContext,
  response: Record<string, unknown>,
): Promise<Member> {
  const { session, transact, client, now, cookie } = caller
  await consumeRateLimits(caller, deps, [['logins_from_address', clientNetwork(client.address)]])
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'log in', now))
  const { member, opened } = await transact(async (tx) => {
    const used = await verifyPasskey(tx, deps.site_url, { sent: response, challenge }, now)
    const member = (await findMember(tx, used.member_id)) ?? throwProblem('passkey_rejected')
    // Possession plus user verification is already two factors, so staff need no second step (D-80).
    const has_second_factor = member.is_staff && used.is_user_verified
    const from = { before: session, client, now, has_second_factor }
    return { member, opened: await replaceSession(tx, member.id, from) }
  })
  cookie.give(opened.token, opened.ends)
  return member
}
