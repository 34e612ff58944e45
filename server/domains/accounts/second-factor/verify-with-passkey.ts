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

/** What the browser needs to prove the second factor by one of the member's passkeys. */
export async function beginPasskeyVerification(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  { member, session, now, db, transact }: MemberContext,
): Promise<Record<string, unknown>> {
  const has = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', member.id)
    .execute()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(site_url),
    timeout: challengeTtlMs,
    allowCredentials: has.map((one) => ({ id: one.credential_id, transports: one.transports })),
    userVerification: 'preferred',
  })
  const { challenge } = options
  const kept = await transact((tx) =>
    storeChallenge(tx, session.id, { challenge, purpose: 'second factor', now }),
  )
  if (!kept) throwProblem('authentication_required')
  return { ...options }
}

/**
 * Proves it: the password was the first, having the passkey is the second.
 * @throws Refusal `passkey_rejected` for anything that does not verify, and for a passkey of somebody else.
 */
export async function verifySecondFactorByPasskey(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: MemberContext,
  sent: Record<string, unknown>,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  const challenge = await transact((tx) =>
    consumeChallenge(tx, caller.session, 'second factor', now),
  )
  const { state, give } = await transact(async (tx) => {
    const { member_id } = await verifyPasskey(tx, site_url, { sent, challenge }, now)
    if (member_id !== member.id) throwProblem('passkey_rejected')
    const { session, give } = await markSecondFactorVerified(tx, caller)
    return { give, state: await readSecondFactor(tx, { member, session, now }) }
  })
  give()
  return state
}
