import type { SignUpState } from '#contract/accounts/accounts.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { type Channel, verifiedSince, verifiedUntil, targetIndex } from './verification-codes.ts'

type Scope = { session_id: number; now: Date }

/** Whether each of `targets` was verified by its code in this session within 30 minutes (D-10). */
export async function isVerified(
  db: Db,
  encryption: Pick<Encryption, 'blindIndex'>,
  { session_id, now }: Scope,
  targets: Partial<Record<Channel, string>>,
): Promise<boolean> {
  const rows = await db
    .selectFrom('verification_codes')
    .select(['channel', 'target_blind_index'])
    .where('session_id', '=', session_id)
    .where('verified_at', '>', verifiedSince(now))
    .execute()
  return Object.entries(targets).every(([channel, target]) =>
    rows.some(
      (row) =>
        row.channel === channel &&
        row.target_blind_index.equals(targetIndex(encryption, row.channel as Channel, target)),
    ),
  )
}

/** Deletes a verification: each is valid for one use. */
export async function consumeVerification(tx: Tx, session_id: number, channel: Channel) {
  await tx
    .deleteFrom('verification_codes')
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .execute()
}

/**
 * Whether a guest session belongs to a sign-up, which starts with a code to an address (D-10). E-mail recovery and
 * passkey sign-in open guest sessions too; those are no unfinished sign-up (D-12).
 */
export async function hasStartedSignUp(db: Db, session_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('verification_codes')
    .select('channel')
    .where('session_id', '=', session_id)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  return row !== undefined
}

/** The verified contacts of a sign-up, so that they survive a reload. Unverified contacts are left out. */
export async function readSignUpState(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  { session_id, now }: Scope,
): Promise<SignUpState> {
  const rows = await db
    .selectFrom('verification_codes')
    .select(['channel', 'target_ciphertext', 'verified_at'])
    .where('session_id', '=', session_id)
    .where('channel', 'in', ['email', 'phone'])
    .where('verified_at', '>', verifiedSince(now))
    .execute()
  const verifiedTarget = (channel: Channel) => {
    const row = rows.find((candidate) => candidate.channel === channel)
    return row ? encryption.decrypt(row.target_ciphertext) : null
  }
  const ends = rows.flatMap((row) => (row.verified_at ? [verifiedUntil(row.verified_at)] : []))
  return {
    email: verifiedTarget('email'),
    phonenumber: verifiedTarget('phone'),
    // Sign-up needs every contact, so the earliest expiry applies.
    verified_until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
  }
}
