import type { Tx } from '#server/db/client.ts'
import type { Session } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** What a challenge may be answered with: one that was given for signing in adds no passkey. */
export type ChallengePurpose = 'add' | 'log in' | 'second factor'

/** So long the browser may take. */
export const challengeTtlMs = 5 * 60_000

/** The host passkeys are bound to. */
export const relyingPartyId = (site_url: string) => new URL(site_url).hostname

/** What stands for the member in his authenticator: his id, which says nothing about him. */
export const userHandle = (member_id: number) => Buffer.from(`member ${member_id}`)

/** WebAuthn Level 3, 4: an id of a credential is at most 1023 bytes. */
export const isCredentialId = (id: unknown) => typeof id === 'string' && /^[\w-]{1,1364}$/.test(id)

/** @returns what `work` gives, unless it throws over what the browser sent. */
export async function verifyOrReject<T>(work: () => Promise<T | undefined>): Promise<T> {
  // The library throws plain errors for every fault it finds in an answer, and for what makes no sense to it.
  const result = await work().catch(() => undefined)
  return result ?? throwProblem('passkey_rejected')
}

/**
 * The origin an answer must come from. On a laptop the port is whichever was free, and every port is the same person's;
 * elsewhere it is the site's to the letter.
 */
export function expectedOrigin(site_url: string, clientDataJSON: unknown): string {
  const site = new URL(site_url)
  if (site.protocol !== 'http:' || site.hostname !== 'localhost') return site.origin
  const said = originOf(clientDataJSON)
  if (!URL.canParse(said)) return site.origin
  const { protocol, hostname, origin } = new URL(said)
  return protocol === 'http:' && hostname === 'localhost' ? origin : site.origin
}

function originOf(clientDataJSON: unknown): string {
  const text = Buffer.from(String(clientDataJSON), 'base64url').toString('utf8')
  return String((JSON.parse(text) as { origin?: unknown } | null)?.origin)
}

/** Keeps a challenge with the session, in the place of the one before. @returns whether the session still lives. */
export async function storeChallenge(
  tx: Tx,
  session_id: number,
  given: { challenge: string; purpose: ChallengePurpose; now: Date },
): Promise<boolean> {
  const kept = await tx
    .updateTable('sessions')
    .set({
      challenge: `${given.purpose}:${given.challenge}`,
      challenge_ends_at: new Date(given.now.getTime() + challengeTtlMs).toISOString(),
    })
    .where('id', '=', session_id)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Takes the session's challenge: it is answered once, whether rightly or not, so give it a transaction of its own.
 * @throws Refusal `passkey_rejected` where there is none of this purpose, or its time is over.
 */
export async function consumeChallenge(
  tx: Tx,
  session: Session | null,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string> {
  const { id, challenge, challenge_ends_at } = session ?? {}
  if (id === undefined || !challenge?.startsWith(`${purpose}:`)) throwProblem('passkey_rejected')
  const taken = await tx
    .updateTable('sessions')
    .set({ challenge: null, challenge_ends_at: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()
  if (!taken || Date.parse(challenge_ends_at ?? '') <= now.getTime())
    throwProblem('passkey_rejected')
  return challenge.slice(purpose.length + 1)
}
