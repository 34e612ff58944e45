import type { SignUpState } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { findVerifications } from './code-queries.ts'
import { type Channel, verifiedUntil, targetIndex } from './verification-codes.ts'

type Scope = { session_id: number; now: Date }

/** Whether each of `targets` was verified by its code in this session within 30 minutes (D-10). */
export async function isVerified(
  db: Db,
  encryption: Pick<Encryption, 'blindIndex'>,
  { session_id, now }: Scope,
  targets: Partial<Record<Channel, string>>,
): Promise<boolean> {
  const rows = await findVerifications(db, session_id, now)
  return Object.entries(targets).every(([channel, target]) =>
    rows.some(
      (row) =>
        row.channel === channel &&
        row.target_blind_index.equals(targetIndex(encryption, row.channel, target)),
    ),
  )
}

/** The verified contacts of a sign-up, so that they survive a reload. Unverified contacts are left out. */
export async function readSignUpState(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  { session_id, now }: Scope,
): Promise<SignUpState> {
  const rows = await findVerifications(db, session_id, now)
  const [email, phone] = (['email', 'phone'] as const).map((channel) =>
    rows.find((row) => row.channel === channel),
  )
  const ends = [email, phone].flatMap((row) => (row ? [verifiedUntil(row.verified_at)] : []))
  return {
    email: email ? encryption.decrypt(email.target_ciphertext) : null,
    phonenumber: phone ? encryption.decrypt(phone.target_ciphertext) : null,
    // Sign-up needs every contact, so the earliest expiry applies.
    verified_until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
  }
}
