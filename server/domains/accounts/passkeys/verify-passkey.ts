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
 * Looks at what a passkey answered to a challenge, and notes that it was used.
 * @returns whose it is, and whether the authenticator knew its owner by more than being there (WebAuthn Level 3, UV).
 * @throws Refusal `passkey_rejected` for anything that does not verify.
 */
export async function verifyPasskey(
  tx: Tx,
  site_url: string,
  { sent, challenge }: { sent: Record<string, unknown>; challenge: string },
  now: Date,
): Promise<{ member_id: number; is_user_verified: boolean }> {
  const response = sent as unknown as AuthenticationResponseJSON
  if (!isCredentialId(response.id)) throwProblem('passkey_rejected')
  // Locked: of two answers with one count the second finds it used.
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throwProblem('passkey_rejected')
  const { newCounter, userVerified } = await verifyOrReject(async () => {
    const { clientDataJSON, userHandle: sentHandle } = response.response
    // Nobody said who he is before: the authenticator does (WebAuthn Level 3, 7.2, step 6).
    if (sentHandle !== userHandle(passkey.member_id).toString('base64url')) return undefined
    const answer = await verifyAuthenticationResponse({
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
    return answer.verified ? answer.authenticationInfo : undefined
  })
  await tx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now.toISOString() })
    .where('id', '=', passkey.id)
    .execute()
  return { member_id: passkey.member_id, is_user_verified: userVerified }
}
