import type { Passkey } from '#contract/accounts/devices.ts'
import { maxPasskeys } from '#contract/accounts/account-rules.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { accountEmails, queueEmail } from '../emails.ts'
import {
  challengeTtlMs,
  loadWebAuthn,
  expectedOrigin,
  userHandle,
  relyingPartyId,
  isCredentialId,
  storeChallenge,
  consumeChallenge,
  verifyOrReject,
} from './webauthn.ts'
import { readServiceName } from '#server/domains/service/index.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { lockFactors, requireVerifiedSecondFactor } from '../second-factor/factors.ts'
import { deletePasskey, findCredentialDescriptors, insertPasskey } from './passkey-queries.ts'
import type { MemberContext } from '../members.ts'

/** The signature algorithms of current authenticators, as COSE identifiers: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257]
const transports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/**
 * Creates the WebAuthn creation options. Requires reauthentication, so that access to a signed-in browser does not
 * suffice to add a passkey.
 * @throws ProblemError `conflict` at the maximum number of passkeys, `second_factor_required` for staff, and as
 * `reauthenticate` does.
 */
export async function beginPasskeyRegistration(
  deps: AccountsDependencies,
  caller: MemberContext,
  { current_password }: { current_password?: string | undefined },
): Promise<Record<string, unknown>> {
  if (caller.member.is_staff) await requireVerifiedSecondFactor(caller)
  await reauthenticate(deps, caller, current_password)
  const { member, session, now, db, transact } = caller
  const existing = await findCredentialDescriptors(db, member.id)
  if (existing.length >= maxPasskeys) throwProblem('conflict')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpID: relyingPartyId(deps.site_url),
    rpName: await readServiceName(db),
    userID: new Uint8Array(userHandle(member.id)),
    userName: member.email,
    userDisplayName: member.username,
    timeout: challengeTtlMs,
    attestationType: 'none',
    excludeCredentials: existing,
    // Sign-in sends no address, so the credential must be discoverable by the authenticator.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
  const { challenge } = options
  const isStored = await transact((tx) =>
    storeChallenge(tx, session.id, { challenge, purpose: 'add', now }),
  )
  if (!isStored) throwProblem('authentication_required')
  return { ...options }
}

/**
 * Stores the passkey that the browser created, and e-mails the member.
 * @throws ProblemError `passkey_rejected` if the response does not verify, `conflict` at the maximum number, and as
 * `lockFactors` does, because a factor may have been added since the ceremony began.
 */
export async function registerPasskey(
  deps: AccountsDependencies,
  caller: MemberContext,
  { name, response }: { name: string; response: Record<string, unknown> },
): Promise<Passkey> {
  const { member, session, now, transact } = caller
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'add', now))
  const credential = await verifyOrReject(() =>
    verifyRegistration(deps.site_url, challenge, response),
  )
  try {
    return await transact(async (tx) => {
      const { passkeys } = await lockFactors(tx, caller)
      if (passkeys >= maxPasskeys) throwProblem('conflict')
      const passkey = await insertPasskey(tx, {
        member_id: member.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports?.filter((transport) => transports.has(transport)) ?? [],
        name,
        created_at: now.toISOString(),
      })
      await queueEmail(tx, member.email, accountEmails.passkeyAdded(name, now, deps.site_url), now)
      return passkey
    })
  } catch (error) {
    // Credential ids are unique: a registration with an existing id is not from an authenticator.
    if ((error as { constraint?: string }).constraint === 'passkeys_credential_id_key')
      throwProblem('passkey_rejected')
    throw error
  }
}

/**
 * Deletes a passkey of the member, and e-mails the member.
 * @throws ProblemError `not_found` if it does not exist or belongs to another member, `last_second_factor` for the only
 * factor of a staff member, and as `lockFactors` does.
 */
export async function removePasskey(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: MemberContext,
  id: number,
) {
  const { member, now, transact } = caller
  await transact(async (tx) => {
    const { is_staff, has_authenticator, passkeys } = await lockFactors(tx, caller)
    const removed = (await deletePasskey(tx, member.id, id)) ?? throwProblem('not_found')
    if (is_staff && !has_authenticator && passkeys === 1) throwProblem('last_second_factor')
    const email = accountEmails.passkeyRemoved(removed.name, now, site_url)
    await queueEmail(tx, member.email, email, now)
  })
}

async function verifyRegistration(
  site_url: string,
  expectedChallenge: string,
  input: Record<string, unknown>,
) {
  // The library validates the shape; `verifyOrReject` handles the errors it throws.
  const response = input as unknown as RegistrationResponseJSON
  const { clientDataJSON, attestationObject } = response.response
  await rejectCertificateAttestation(attestationObject)
  const { verifyRegistrationResponse } = await loadWebAuthn()
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
 * Attestation is not requested, so a response has none or self attestation. Attestation with certificates is rejected,
 * because the library would fetch certificate revocation lists from the network.
 */
async function rejectCertificateAttestation(attestationObject: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const statement = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  )
  const isSelfOrNone =
    statement.get('fmt') === 'none' ||
    (statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined)
  if (!isSelfOrNone) throwProblem('passkey_rejected')
}
