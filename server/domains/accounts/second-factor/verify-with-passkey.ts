import type { SecondFactor } from '#contract/accounts/second-factor.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { AccountsDependencies } from '../dependencies.ts'
import {
  challengeTtlMs,
  relyingPartyId,
  storeChallenge,
  consumeChallenge,
} from '../passkeys/webauthn-challenge.ts'
import type { MemberContext } from '../members.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'
import { markSecondFactorVerified, readSecondFactor } from './verify-second-factor.ts'

/**
 * Creates the WebAuthn request options for one of the member's passkeys and stores the challenge in the session.
 * @throws ProblemError `authentication_required` if the session has ended
 */
export async function beginPasskeyVerification(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  { member, session, now, db, transact }: MemberContext,
): Promise<Record<string, unknown>> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', member.id)
    .execute()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(site_url),
    timeout: challengeTtlMs,
    allowCredentials: passkeys.map((passkey) => ({
      id: passkey.credential_id,
      transports: passkey.transports,
    })),
    userVerification: 'preferred',
  })
  const { challenge } = options
  const isStored = await transact((tx) =>
    storeChallenge(tx, session.id, { challenge, purpose: 'second factor', now }),
  )
  if (!isStored) throwProblem('authentication_required')
  return { ...options }
}

/**
 * Verifies the second factor by possession of a passkey; the password was the first factor.
 * @throws ProblemError `passkey_rejected` if the response does not verify or the passkey belongs to another member.
 */
export async function verifySecondFactorByPasskey(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: MemberContext,
  response: Record<string, unknown>,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  const challenge = await transact((tx) =>
    consumeChallenge(tx, caller.session, 'second factor', now),
  )
  const { state, give } = await transact(async (tx) => {
    const { member_id } = await verifyPasskey(tx, site_url, { sent: response, challenge }, now)
    if (member_id !== member.id) throwProblem('passkey_rejected')
    const { session, give } = await markSecondFactorVerified(tx, caller)
    return { give, state: await readSecondFactor(tx, { member, session, now }) }
  })
  give()
  return state
}
