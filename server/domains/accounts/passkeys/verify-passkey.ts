import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import {
  expectedOrigin,
  userHandle,
  relyingPartyId,
  isCredentialId,
  verifyOrReject,
} from './webauthn-challenge.ts'

/**
 * Verifies a passkey's response to a challenge, and records its counter and time of use. Locks the passkey row.
 * @returns the owner, and whether the authenticator verified the user (WebAuthn Level 3, UV flag).
 * @throws ProblemError `passkey_rejected` if the response does not verify.
 */
export async function verifyPasskey(
  tx: Tx,
  site_url: string,
  { sent, challenge }: { sent: Record<string, unknown>; challenge: string },
  now: Date,
): Promise<{ member_id: number; is_user_verified: boolean }> {
  const response = sent as unknown as AuthenticationResponseJSON
  if (!isCredentialId(response.id)) throwProblem('passkey_rejected')
  // The row lock makes a concurrent response with the same signature counter fail the counter check.
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throwProblem('passkey_rejected')
  const { newCounter, userVerified } = await verifyOrReject(async () => {
    const { clientDataJSON, userHandle: responseHandle } = response.response
    // The request did not identify a user, so the user handle must match (WebAuthn Level 3, section 7.2, step 6).
    if (responseHandle !== userHandle(passkey.member_id).toString('base64url')) return undefined
    const verification = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigin(site_url, clientDataJSON),
      expectedRPID: relyingPartyId(site_url),
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    })
    return verification.verified ? verification.authenticationInfo : undefined
  })
  await tx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now.toISOString() })
    .where('id', '=', passkey.id)
    .execute()
  return { member_id: passkey.member_id, is_user_verified: userVerified }
}
