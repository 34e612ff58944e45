import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { DeviceSignIns } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

export const insertDeviceSignIn = (tx: Tx, values: Insertable<DeviceSignIns>) =>
  tx.insertInto('device_sign_ins').values(values).execute()

/** Finds an undecided request by the hash of its letters. */
export const findDeviceRequest = (db: Db, user_code_hash: Buffer, now: Date) =>
  db
    .selectFrom('device_sign_ins')
    .select(['device', 'address', 'created_at', 'expires_at'])
    .where('user_code_hash', '=', user_code_hash)
    .where('decided_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** @returns undefined if the request is unknown, expired or decided. */
export const decideDeviceSignIn = (
  tx: Tx,
  user_code_hash: Buffer,
  { session_id, now }: { session_id: number | null; now: Date },
) =>
  tx
    .updateTable('device_sign_ins')
    .set({ session_id, is_approved: session_id !== null, decided_at: now.toISOString() })
    .where('user_code_hash', '=', user_code_hash)
    .where('decided_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst()

export type Poll = { is_early: boolean; is_approved: boolean | null; member_id: number | null }

/**
 * Records a poll of an unexpired request. One before the interval has passed lengthens it by 5 s (RFC 8628, section 3.5).
 * A last poll in the future is one of a wrong clock.
 */
export async function recordPoll(tx: Tx, device_code_hash: Buffer, now: Date) {
  const early = sql`coalesce(d.last_polled_at <= ${now} and d.last_polled_at > ${now}::timestamptz
    - make_interval(secs => d.interval_s), false)`
  const { rows } = await sql<Poll>`
    update device_sign_ins as d set last_polled_at = ${now},
      interval_s = least(d.interval_s + case when ${early} then 5 else 0 end, 60)
    where d.device_code_hash = ${device_code_hash} and d.expires_at > ${now}
    returning coalesce(old.last_polled_at <= ${now} and old.last_polled_at > ${now}::timestamptz
        - make_interval(secs => old.interval_s), false) as is_early,
      d.is_approved, (select s.member_id from sessions s where s.id = d.session_id) as member_id`.execute(
    tx,
  )
  return rows[0]
}

/** Takes the approval, once. @returns undefined if it has been taken, withdrawn or has expired. */
export const takeDeviceApproval = (tx: Tx, device_code_hash: Buffer, now: Date) =>
  tx
    .deleteFrom('device_sign_ins')
    .where('device_code_hash', '=', device_code_hash)
    .where('is_approved', '=', true)
    .where('expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst()

export const deleteExpiredDeviceSignIns = (transact: Transact, now: Date, signal?: AbortSignal) =>
  deleteInBatches(transact, 'device_sign_ins', sql`expires_at <= ${now.toISOString()}`, signal)
