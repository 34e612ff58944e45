import type { Tx } from '#server/db/client.ts'
import type { Session } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { clearChallenge, updateSession } from '../sessions/session-queries.ts'
import { lockPasskey, updatePasskeyUse } from './passkey-queries.ts'

/** Loads the library with its ASN.1 schemas, 10 MB of memory, with the first passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** A challenge is valid for one purpose: one issued for sign-in cannot register a passkey. */
export type ChallengePurpose = 'add' | 'log in' | 'second factor'

export const challengeTtlMs = 5 * 60_000

/** The relying party ID: the host that passkeys are bound to. */
export const relyingPartyId = (site_url: string) => new URL(site_url).hostname

/** The user handle: the member id, which contains no personal data. */
export const userHandle = (member_id: number) => Buffer.from(`member ${member_id}`)

/** A credential ID is at most 1023 bytes (WebAuthn Level 3, section 4). */
export const isCredentialId = (id: unknown) => typeof id === 'string' && /^[\w-]{1,1364}$/.test(id)

/** @throws ProblemError `passkey_rejected` if `work` throws or returns nothing. */
export async function verifyOrReject<T>(work: () => Promise<T | undefined>): Promise<T> {
  // The library throws plain errors for responses that are malformed or do not verify.
  const result = await work().catch(() => undefined)
  return result ?? throwProblem('passkey_rejected')
}

/**
 * The origin that a response must have. For `http://localhost` any port is accepted, because development servers use
 * varying ports; otherwise it is exactly the origin of the site.
 */
export function expectedOrigin(site_url: string, clientDataJSON: unknown): string {
  const site = new URL(site_url)
  if (site.protocol !== 'http:' || site.hostname !== 'localhost') return site.origin
  const claimed = originOf(clientDataJSON)
  if (!URL.canParse(claimed)) return site.origin
  const { protocol, hostname, origin } = new URL(claimed)
  return protocol === 'http:' && hostname === 'localhost' ? origin : site.origin
}

function originOf(clientDataJSON: unknown): string {
  const text = Buffer.from(String(clientDataJSON), 'base64url').toString('utf8')
  return String((JSON.parse(text) as { origin?: unknown } | null)?.origin)
}

/** Stores a challenge in the session, replacing the previous one. @returns false if the session has ended. */
export async function storeChallenge(
  tx: Tx,
  session_id: number,
  input: { challenge: string; purpose: ChallengePurpose; now: Date },
): Promise<boolean> {
  const updated = await updateSession(tx, session_id, {
    challenge: `${input.purpose}:${input.challenge}`,
    challenge_ends_at: new Date(input.now.getTime() + challengeTtlMs).toISOString(),
  })
  return updated !== undefined
}

/**
 * Removes and returns the session's challenge. It is valid for one response, also a wrong one, so call this in its own
 * transaction.
 * @throws ProblemError `passkey_rejected` if there is no challenge of this purpose or it has expired.
 */
export async function consumeChallenge(
  tx: Tx,
  session: Session | null,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string> {
  const { id, challenge, challenge_ends_at } = session ?? {}
  if (id === undefined || !challenge?.startsWith(`${purpose}:`)) throwProblem('passkey_rejected')
  const cleared = await clearChallenge(tx, id, challenge)
  if (!cleared || Date.parse(challenge_ends_at ?? '') <= now.getTime())
    throwProblem('passkey_rejected')
  return challenge.slice(purpose.length + 1)
}

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
  const passkey = await lockPasskey(tx, response.id)
  if (!passkey) throwProblem('passkey_rejected')
  const { newCounter, userVerified } = await verifyOrReject(async () => {
    const { clientDataJSON, userHandle: responseHandle } = response.response
    // The request did not identify a user, so the user handle must match (WebAuthn Level 3, section 7.2, step 6).
    if (responseHandle !== userHandle(passkey.member_id).toString('base64url')) return undefined
    const { verifyAuthenticationResponse } = await loadWebAuthn()
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
  await updatePasskeyUse(tx, passkey.id, newCounter, now)
  return { member_id: passkey.member_id, is_user_verified: userVerified }
}
