import type { SignUpState } from '#contract/accounts/accounts.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { type Channel, verifiedSince, verifiedUntil, targetIndex } from './verification-codes.ts'

/** What a session has proven and may still use (D-10). */
type Scope = { session_id: number; now: Date }

/** Whether each of `targets` was proven by its code in this very session within 30 minutes. */
export async function isVerified(
  db: Db,
  sealing: Pick<Encryption, 'blindIndex'>,
  { session_id, now }: Scope,
  targets: Partial<Record<Channel, string>>,
): Promise<boolean> {
  const rows = await db
    .selectFrom('verifications')
    .select(['channel', 'target_index'])
    .where('session_id', '=', session_id)
    .where('verified_at', '>', verifiedSince(now))
    .execute()
  return Object.entries(targets).every(([channel, target]) =>
    rows.some(
      (row) =>
        row.channel === channel &&
        row.target_index.equals(targetIndex(sealing, row.channel as Channel, target)),
    ),
  )
}

/** A proof that was used proves nothing more. */
export async function consumeVerification(tx: Tx, session_id: number, channel: Channel) {
  await tx
    .deleteFrom('verifications')
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .execute()
}

/**
 * Whether a session without a member is that of a sign-up: its first step is a code to an address (D-10). Finding
 * an id or asking for a passkey opens a session as well, and is not a sign-up that was left (D-12).
 */
export async function hasStartedSignUp(db: Db, session_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('verifications')
    .select('channel')
    .where('session_id', '=', session_id)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  return row !== undefined
}

/** What a sign-up has proven so far, so that a reload keeps it. Nothing is shown that waits for its code. */
export async function readSignUpState(
  db: Db,
  sealing: Pick<Encryption, 'decrypt'>,
  { session_id, now }: Scope,
): Promise<SignUpState> {
  const rows = await db
    .selectFrom('verifications')
    .select(['channel', 'target_sealed', 'verified_at'])
    .where('session_id', '=', session_id)
    .where('channel', 'in', ['email', 'phone'])
    .where('verified_at', '>', verifiedSince(now))
    .execute()
  const shown = (channel: Channel) => {
    const row = rows.find((one) => one.channel === channel)
    return row ? sealing.decrypt(row.target_sealed) : null
  }
  const ends = rows.flatMap((row) => (row.verified_at ? [verifiedUntil(row.verified_at)] : []))
  return {
    email: shown('email'),
    phonenumber: shown('phone'),
    // What ends first ends it all.
    verified_until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
  }
}
