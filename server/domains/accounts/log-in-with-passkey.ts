import type { Caller, Member } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { ceremonyTime, hostOf, keepChallenge, takeChallenge } from './passkey-ceremony.ts'
import type { AccountsParts } from './parts.ts'
import { memberColumns, openGuestSession, signIn } from './sessions.ts'
import { draw } from './throttles.ts'
import { usePasskey } from './use-passkey.ts'

/**
 * Makes the options with which the browser signs in with a passkey. The challenge is kept with the session; a browser
 * without a session is given one without a member, for which each network has an allowance.
 * @throws Refusal `rate_limited`
 */
export async function beginPasskeyLogin(
  parts: AccountsParts,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { session, transact, visitor, now, cookie } = caller
  const options = await generateAuthenticationOptions({
    rpID: hostOf(parts.site_url),
    timeout: ceremonyTime,
    userVerification: 'preferred',
  })
  const given = { challenge: options.challenge, purpose: 'log in', now } as const
  if (session && (await transact((tx) => keepChallenge(tx, session.id, given))))
    return { ...options }
  await draw(caller, parts, [['challenges_from_address', networkOf(visitor.address)]])
  const opened = await transact(async (tx) => {
    const opened = await openGuestSession(tx, 'challenge', visitor, now)
    await keepChallenge(tx, opened.id, given)
    return opened
  })
  cookie.give(opened.token, opened.ends, false)
  return { ...options }
}

/**
 * Signs in with a passkey, like any signing in: the session is another one afterwards.
 * @throws Refusal `passkey_rejected` for anything that does not verify, and `rate_limited`.
 */
export async function logInWithPasskey(
  parts: AccountsParts,
  caller: Caller,
  sent: Record<string, unknown>,
): Promise<Member> {
  const { session, transact, visitor, now, cookie } = caller
  await draw(caller, parts, [['logins_from_address', networkOf(visitor.address)]])
  const challenge = await transact((tx) => takeChallenge(tx, session, 'log in', now))
  const { member, opened } = await transact(async (tx) => {
    const used = await usePasskey(tx, parts.site_url, { sent, challenge }, now)
    const member = await tx
      .selectFrom('members')
      .select(['members.id', ...memberColumns])
      .where('id', '=', used.member_id)
      .executeTakeFirstOrThrow()
    // What one has and what one is or knows, in one act: nothing is left to ask of staff (D-80).
    const has_second_factor = member.is_staff && used.is_user_verified
    const from = { before: session, visitor, now, has_second_factor }
    return { member, opened: await signIn(tx, member.id, from) }
  })
  cookie.give(opened.token, opened.ends)
  return member
}
