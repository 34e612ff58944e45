import type { Db, Tx } from '#server/db/client.ts'
import type { VerificationCodes } from '#server/db/schema/tables.generated.ts'
import type { Insertable, Updateable } from 'kysely'
import { type Channel, verifiedSince } from './verification-codes.ts'

const statusColumns = ['sent_at', 'expires_at', 'is_extended'] as const

/** The code of a channel in a session: at most one. */
type CodeKey = { session_id: number; channel: Channel }

/** Stores a code in place of the previous one. @returns undefined if that was sent in the time `recent`. */
export const upsertCode = (
  tx: Tx,
  key: CodeKey,
  values: Omit<Insertable<VerificationCodes>, keyof CodeKey>,
  recent: { after: Date; until: Date },
) =>
  tx
    .insertInto('verification_codes')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'channel'])
        .doUpdateSet(values)
        // The second of two concurrent requests conflicts with the row of the first.
        .where((eb) =>
          eb.or([
            eb('verification_codes.sent_at', '<=', recent.after.toISOString()),
            eb('verification_codes.sent_at', '>', recent.until.toISOString()),
          ]),
        ),
    )
    .returning(statusColumns)
    .executeTakeFirst()

export const lockCode = (tx: Tx, key: CodeKey) =>
  tx
    .selectFrom('verification_codes')
    .select(['code_hash', 'attempts', 'expires_at', 'verified_at'])
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirst()

export const updateCode = (tx: Tx, key: CodeKey, values: Updateable<VerificationCodes>) =>
  tx
    .updateTable('verification_codes')
    .set(values)
    .where((eb) => eb.and(key))
    .execute()

/** Extends an unexpired, unverified code once. @returns undefined if there is none or it has no attempts left. */
export const extendUnusedCode = (
  tx: Tx,
  key: CodeKey,
  { expires_at, now, maxAttempts }: { expires_at: string; now: Date; maxAttempts: number },
) =>
  tx
    .updateTable('verification_codes')
    .set({ expires_at, is_extended: true })
    .where((eb) => eb.and(key))
    .where('is_extended', '=', false)
    .where('verified_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .where('expires_at', '>', now.toISOString())
    .returning(statusColumns)
    .executeTakeFirst()

/** Counts an attempt under the row lock. @returns undefined if no attempt is left. */
export const countCodeAttempt = (tx: Tx, key: CodeKey, maxAttempts: number) =>
  tx
    .updateTable('verification_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where((eb) => eb.and(key))
    .where('attempts', '<', maxAttempts)
    .returning('attempts')
    .executeTakeFirst()

/** The unexpired verifications of a session. */
export const findVerifications = (db: Db, session_id: number, now: Date) =>
  db
    .selectFrom('verification_codes')
    .select(['channel', 'target_blind_index', 'target_ciphertext', 'verified_at'])
    .where('session_id', '=', session_id)
    .where('verified_at', '>', verifiedSince(now))
    .$narrowType<{ channel: Channel; verified_at: string }>()
    .execute()

/** Deletes the unexpired verification of a target. @returns undefined if there is none. */
export const deleteVerification = (tx: Tx, key: CodeKey, target_blind_index: Buffer, now: Date) =>
  tx
    .deleteFrom('verification_codes')
    .where((eb) => eb.and(key))
    .where('target_blind_index', '=', target_blind_index)
    .where('verified_at', '>', verifiedSince(now))
    .returning('session_id')
    .executeTakeFirst()

/** Deletes codes with their verifications. */
export const deleteCodes = (tx: Tx, session_id: number, channels: readonly Channel[]) =>
  tx
    .deleteFrom('verification_codes')
    .where('session_id', '=', session_id)
    .where('channel', 'in', channels)
    .execute()

export const findCode = (db: Db, key: CodeKey) =>
  db
    .selectFrom('verification_codes')
    .select('sent_at')
    .where((eb) => eb.and(key))
    .executeTakeFirst()
