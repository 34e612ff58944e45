import type { Caller, Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import {
  ceremonyTime,
  expectedOrigin,
  handleOf,
  hostOf,
  isCredentialId,
  keepChallenge,
  takeChallenge,
  verified,
} from './passkey-ceremony.ts'
import type { AccountsParts } from './parts.ts'
import { memberColumns, openSession, signIn } from './sessions.ts'
import { draw, networkOf } from './throttles.ts'

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
  const response = sent as unknown as AuthenticationResponseJSON
  return transact(async (tx) => {
    if (!isCredentialId(response.id)) refuse('passkey_rejected')
    // Locked: of two answers with one count the second finds it used.
    const passkey = await tx
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', response.id)
      .forUpdate()
      .executeTakeFirst()
    if (!passkey) refuse('passkey_rejected')
    const { newCounter } = await verified(async () => {
      const { clientDataJSON, userHandle } = response.response
      // Nobody said who he is before: the authenticator does (WebAuthn Level 3, 7.2, step 6).
      if (userHandle !== handleOf(passkey.member_id).toString('base64url')) return undefined
      const answer = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: expectedOrigin(parts.site_url, clientDataJSON),
        expectedRPID: hostOf(parts.site_url),
        requireUserVerification: false,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      })
      return answer.verified ? answer.authenticationInfo : undefined
    })
    await tx
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: now.toISOString() })
      .where('id', '=', passkey.id)
      .execute()
    const member = await tx
      .selectFrom('members')
      .select(['members.id', ...memberColumns])
      .where('id', '=', passkey.member_id)
      .executeTakeFirstOrThrow()
    const { token, ends } = await signIn(tx, member.id, { before: session, visitor, now })
    cookie.give(token, ends)
    return member
  })
}
