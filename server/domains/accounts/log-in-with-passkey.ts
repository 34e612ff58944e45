import type { Caller, Member } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { ceremonyTime, hostOf, keepChallenge, takeChallenge } from './passkey-ceremony.ts'
import type { AccountsParts } from './parts.ts'
import { memberColumns, openSession, signIn } from './sessions.ts'
import { draw } from './throttles.ts'
import { usePasskey } from './use-passkey.ts'

/**
 * What the browser needs to sign in with a passkey. The challenge is kept with the session; a browser without one
 * is given one without a member.
 */
export async function beginPasskeyLogin(
  { site_url }: AccountsParts,
  { session, transact, visitor, now, cookie }: Caller,
): Promise<Record<string, unknown>> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site_url),
    timeout: ceremonyTime,
    userVerification: 'preferred',
  })
  const given = { challenge: options.challenge, purpose: 'log in', now } as const
  const opened = await transact(async (tx) => {
    if (session && (await keepChallenge(tx, session.id, given))) return null
    const opened = await openSession(tx, null, visitor, now)
    await keepChallenge(tx, opened.id, given)
    return opened
  })
  if (opened) cookie.give(opened.token, opened.ends, false)
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
