import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import {
  challengeTtlMs,
  relyingPartyId,
  storeChallenge,
  consumeChallenge,
} from '../passkeys/webauthn-challenge.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { memberColumns, openGuestSession, replaceSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'

/**
 * Makes the options with which the browser signs in with a passkey. The challenge is kept with the session; a browser
 * without a session is given one without a member, for which each network has an allowance.
 * @throws Refusal `rate_limited`
 */
export async function beginPasskeySignIn(
  parts: AccountsDependencies,
  caller: RequestContext,
): Promise<Record<string, unknown>> {
  const { session, transact, client, now, cookie } = caller
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(parts.site_url),
    timeout: challengeTtlMs,
    userVerification: 'preferred',
  })
  const given = { challenge: options.challenge, purpose: 'log in', now } as const
  if (session && (await transact((tx) => storeChallenge(tx, session.id, given))))
    return { ...options }
  await consumeRateLimits(caller, parts, [
    ['challenges_from_address', clientNetwork(client.address)],
  ])
  const opened = await transact(async (tx) => {
    const opened = await openGuestSession(tx, 'challenge', client, now)
    await storeChallenge(tx, opened.id, given)
    return opened
  })
  cookie.give(opened.token, opened.ends, false)
  return { ...options }
}

/**
 * Signs in with a passkey, like any signing in: the session is another one afterwards.
 * @throws Refusal `passkey_rejected` for anything that does not verify, and `rate_limited`.
 */
export async function signInWithPasskey(
  parts: AccountsDependencies,
  caller: RequestContext,
  sent: Record<string, unknown>,
): Promise<Member> {
  const { session, transact, client, now, cookie } = caller
  await consumeRateLimits(caller, parts, [['logins_from_address', clientNetwork(client.address)]])
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'log in', now))
  const { member, opened } = await transact(async (tx) => {
    const used = await verifyPasskey(tx, parts.site_url, { sent, challenge }, now)
    const member = await tx
      .selectFrom('members')
      .select(['members.id', ...memberColumns])
      .where('id', '=', used.member_id)
      .executeTakeFirstOrThrow()
    // What one has and what one is or knows, in one act: nothing is left to ask of staff (D-80).
    const has_second_factor = member.is_staff && used.is_user_verified
    const from = { before: session, client, now, has_second_factor }
    return { member, opened: await replaceSession(tx, member.id, from) }
  })
  cookie.give(opened.token, opened.ends)
  return member
}
