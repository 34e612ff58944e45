import type { Tx } from '#server/db/client.ts'
import type { Session } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

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
  const updated = await tx
    .updateTable('sessions')
    .set({
      challenge: `${input.purpose}:${input.challenge}`,
      challenge_ends_at: new Date(input.now.getTime() + challengeTtlMs).toISOString(),
    })
    .where('id', '=', session_id)
    .returning('id')
    .executeTakeFirst()
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
  const consumed = await tx
    .updateTable('sessions')
    .set({ challenge: null, challenge_ends_at: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()
  if (!consumed || Date.parse(challenge_ends_at ?? '') <= now.getTime())
    throwProblem('passkey_rejected')
  return challenge.slice(purpose.length + 1)
}
