import type { Passkey } from '#contract/accounts/accounts.ts'
import { maxPasskeys } from '#contract/accounts/account-rules.ts'
import type { Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { accountEmails } from '../emails.ts'
import {
  challengeTtlMs,
  expectedOrigin,
  userHandle,
  relyingPartyId,
  isCredentialId,
  storeChallenge,
  consumeChallenge,
  verifyOrReject,
} from './webauthn-challenge.ts'
import { relyingPartyName } from './passkeys.copy.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import { lockFactors } from '../second-factor/change-factors.ts'
import { requireVerifiedSecondFactor } from '../second-factor/verify-second-factor.ts'
import type { MemberContext } from '../members.ts'

/** What every authenticator of today signs with. */
const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]
const transports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** The passkeys of a member, oldest first. */
export async function listPasskeys(db: Db, member_id: number) {
  const results = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('member_id', '=', member_id)
    .orderBy('id')
    .execute()
  return { count: results.length, results }
}

/**
 * What the browser needs to make a passkey, for who proved again who he is (D-16): whoever finds a browser signed in
 * shall not make himself a key to it.
 * @throws Refusal `conflict` with as many passkeys as a member may have, `second_factor_required` for staff, and what
 * `proveAgain` throws.
 */
export async function beginPasskeyRegistration(
  parts: AccountsDependencies,
  caller: MemberContext,
  { current_password }: { current_password?: string | undefined },
): Promise<Record<string, unknown>> {
  if (caller.member.is_staff) await requireVerifiedSecondFactor(caller)
  await reauthenticate(parts, caller, current_password)
  const { member, session, now, db, transact } = caller
  const has = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', member.id)
    .execute()
  if (has.length >= maxPasskeys) throwProblem('conflict')
  const options = await generateRegistrationOptions({
    rpID: relyingPartyId(parts.site_url),
    rpName: relyingPartyName,
    userID: new Uint8Array(userHandle(member.id)),
    userName: member.email,
    userDisplayName: member.username,
    timeout: challengeTtlMs,
    attestationType: 'none',
    excludeCredentials: has.map((one) => ({ id: one.credential_id, transports: one.transports })),
    // It is found by the authenticator alone when somebody signs in without typing an address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
  const { challenge } = options
  const kept = await transact((tx) =>
    storeChallenge(tx, session.id, { challenge, purpose: 'add', now }),
  )
  if (!kept) throwProblem('authentication_required')
  return { ...options }
}

/**
 * Adds the passkey the browser made, and mails the member.
 * @throws Refusal `passkey_rejected` for what does not verify, `conflict` with as many as a member may have, and what
 * `lockFactors` throws: a factor may have been added since the ceremony began.
 */
export async function registerPasskey(
  parts: AccountsDependencies,
  caller: MemberContext,
  { name, response }: { name: string; response: Record<string, unknown> },
): Promise<Passkey> {
  const { member, session, now, transact } = caller
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'add', now))
  const credential = await verifyOrReject(() => credentialOf(parts.site_url, challenge, response))
  try {
    return await transact(async (tx) => {
      const { passkeys } = await lockFactors(tx, caller)
      if (passkeys >= maxPasskeys) throwProblem('conflict')
      const passkey = await tx
        .insertInto('passkeys')
        .values({
          member_id: member.id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: (credential.transports ?? []).filter((one) => transports.has(one)),
          name,
          created_at: now.toISOString(),
        })
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirstOrThrow()
      const letter = accountEmails.passkeyAdded(name, now, parts.site_url)
      await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
      return passkey
    })
  } catch (error) {
    // An authenticator makes ids nobody else has: who sends one that is taken is not making a key.
    if ((error as { constraint?: string }).constraint === 'passkeys_credential_id_key')
      throwProblem('passkey_rejected')
    throw error
  }
}

/**
 * Removes a passkey of the member, and mails the member.
 * @throws Refusal `not_found` for one that is absent or another member's, `last_second_factor` for the only factor of a
 * staff member, and what `lockFactors` throws.
 */
export async function removePasskey(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: MemberContext,
  id: number,
) {
  const { member, now, transact } = caller
  await transact(async (tx) => {
    const { is_staff, has_authenticator, passkeys } = await lockFactors(tx, caller)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('member_id', '=', member.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throwProblem('not_found')
    if (is_staff && !has_authenticator && passkeys === 1) throwProblem('last_second_factor')
    const letter = accountEmails.passkeyRemoved(removed.name, now, site_url)
    await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
  })
}

async function credentialOf(
  site_url: string,
  expectedChallenge: string,
  sent: Record<string, unknown>,
) {
  // The library looks at its form, and `verified` takes what it throws over it.
  const response = sent as unknown as RegistrationResponseJSON
  const { clientDataJSON, attestationObject } = response.response
  refuseAttested(attestationObject)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: expectedOrigin(site_url, clientDataJSON),
    expectedRPID: relyingPartyId(site_url),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  })
  const credential = registrationInfo?.credential
  return credential && isCredentialId(credential.id) ? credential : undefined
}

/**
 * We ask for no attestation, so what comes has none, or the key's own. One with certificates is not looked at: the
 * library would go out to the network for lists of revoked ones.
 */
function refuseAttested(attestationObject: string) {
  const statement = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  )
  const isBare =
    statement.get('fmt') === 'none' ||
    (statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined)
  if (!isBare) throwProblem('passkey_rejected')
}
