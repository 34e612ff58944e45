import type { SecondFactor } from '#contract/second-factor.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { AccountsParts } from '../parts.ts'
import { ceremonyTime, hostOf, keepChallenge, takeChallenge } from '../passkey-ceremony.ts'
import type { SignedIn } from '../signed-in.ts'
import { usePasskey } from '../use-passkey.ts'
import { noteProven, readSecondFactor } from './prove.ts'

/** What the browser needs to prove the second factor by one of the member's passkeys. */
export async function beginPasskeyProof(
  { site_url }: Pick<AccountsParts, 'site_url'>,
  { member, session, now, db, transact }: SignedIn,
): Promise<Record<string, unknown>> {
  const has = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', member.id)
    .execute()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site_url),
    timeout: ceremonyTime,
    allowCredentials: has.map((one) => ({ id: one.credential_id, transports: one.transports })),
    userVerification: 'preferred',
  })
  const { challenge } = options
  const kept = await transact((tx) =>
    keepChallenge(tx, session.id, { challenge, purpose: 'second factor', now }),
  )
  if (!kept) refuse('authentication_required')
  return { ...options }
}

/**
 * Proves it: the password was the first, having the passkey is the second.
 * @throws Refusal `passkey_rejected` for anything that does not verify, and for a passkey of somebody else.
 */
export async function proveByPasskey(
  { site_url }: Pick<AccountsParts, 'site_url'>,
  caller: SignedIn,
  sent: Record<string, unknown>,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  const challenge = await transact((tx) => takeChallenge(tx, caller.session, 'second factor', now))
  const { state, give } = await transact(async (tx) => {
    const { member_id } = await usePasskey(tx, site_url, { sent, challenge }, now)
    if (member_id !== member.id) refuse('passkey_rejected')
    const { session, give } = await noteProven(tx, caller)
    return { give, state: await readSecondFactor(tx, { member, session, now }) }
  })
  give()
  return state
}
