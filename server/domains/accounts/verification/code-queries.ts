import type { Db, Tx } from '#server/db/client.ts'
import type { VerificationCodes } from '#server/db/schema/tables.generated.ts'
import type { Insertable, Updateable } from 'kysely'
import { type Channel, verifiedSince } from './verification-codes.ts'

const statusColumns = ['sent_at', 'expires_at', 'is_extended'] as const

/** The code of a channel in a session: at most one. */
type CodeKey = { session_id: number; channel: Channel }

/** Stores a code in place of the previous one. @returns undefined if that was sent after `sentBefore`. */
export async function upsertCode(
  tx: Tx,
  key: CodeKey,
  values: Omit<Insertable<VerificationCodes>, keyof CodeKey>,
  sentBefore: string,
) {
  return tx
    .insertInto('verification_codes')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'channel'])
        .doUpdateSet(values)
        // The second of two concurrent requests conflicts with the row of the first.
        .where('verification_codes.sent_at', '<=', sentBefore),
    )
    .returning(statusColumns)
    .executeTakeFirst()
}

/** When the code of a channel was sent, if that was after `sentAfter`. */
export async function findSentAt(
  db: Db,
  { session_id, channel }: CodeKey,
  sentAfter: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('verification_codes')
    .select('sent_at')
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .where('sent_at', '>', sentAfter)
    .executeTakeFirst()
  return row?.sent_at
}

export async function lockCode(tx: Tx, { session_id, channel }: CodeKey) {
  return tx
    .selectFrom('verification_codes')
    .select(['code_hash', 'attempts', 'expires_at', 'verified_at'])
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateCode(
  tx: Tx,
  { session_id, channel }: CodeKey,
  values: Updateable<VerificationCodes>,
) {
  await tx
    .updateTable('verification_codes')
    .set(values)
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .execute()
}

/** Extends an unexpired, unverified code once. @returns undefined if there is none or it has no attempts left. */
export async function extendUnusedCode(
  tx: Tx,
  { session_id, channel }: CodeKey,
  { expires_at, now, maxAttempts }: { expires_at: string; now: Date; maxAttempts: number },
) {
  return tx
    .updateTable('verification_codes')
    .set({ expires_at, is_extended: true })
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .where('is_extended', '=', false)
    .where('verified_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .where('expires_at', '>', now.toISOString())
    .returning(statusColumns)
    .executeTakeFirst()
}

/** Counts an attempt under the row lock. @returns the count, or undefined if no attempt is left. */
export async function countCodeAttempt(
  tx: Tx,
  { session_id, channel }: CodeKey,
  maxAttempts: number,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('verification_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .where('attempts', '<', maxAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** The unexpired verifications of a session (D-10). */
export async function findVerifications(db: Db, session_id: number, now: Date) {
  return db
    .selectFrom('verification_codes')
    .select(['channel', 'target_blind_index', 'target_ciphertext', 'verified_at'])
    .where('session_id', '=', session_id)
    .where('verified_at', '>', verifiedSince(now))
    .$narrowType<{ channel: Channel; verified_at: string }>()
    .execute()
}

/** Deletes the unexpired verification of a target. @returns whether there was one. */
export async function deleteVerification(
  tx: Tx,
  { session_id, channel }: CodeKey,
  target_blind_index: Buffer,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('verification_codes')
    .where('session_id', '=', session_id)
    .where('channel', '=', channel)
    .where('target_blind_index', '=', target_blind_index)
    .where('verified_at', '>', verifiedSince(now))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes codes with their verifications. */
export async function deleteCodes(tx: Tx, session_id: number, channels: readonly Channel[]) {
  await tx
    .deleteFrom('verification_codes')
    .where('session_id', '=', session_id)
    .where('channel', 'in', channels)
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
