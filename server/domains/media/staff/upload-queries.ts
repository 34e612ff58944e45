import { uploadExpiryDays } from '#contract/media/staff.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

const uploadColumns = [
  ...(['id', 'token', 'staff_id', 'address', 'name', 'bytes', 'received_bytes'] as const),
  ...(['episode_id', 'asset_id', 'registered_at', 'created_at', 'expires_at', 'writer'] as const),
  'trailer_of',
] as const

export type UploadRow = Pick<Selectable<DB['studio_uploads']>, (typeof uploadColumns)[number]>

/** Uploads that are not assets yet. */
const pendingUploads = (db: Db) =>
  db.selectFrom('studio_uploads').where('registered_at', 'is', null)

export async function readUpload(db: Db, by: { token: string } | { id: number; staff_id: number }) {
  const query = db.selectFrom('studio_uploads').select(uploadColumns)
  return 'token' in by
    ? query.where('token', '=', by.token).executeTakeFirst()
    : query.where('id', '=', by.id).where('staff_id', '=', by.staff_id).executeTakeFirst()
}

/** Reads the pending uploads of a staff member, newest first. */
export function readPendingUploads(db: Db, staff_id: number, now: Date): Promise<UploadRow[]> {
  return pendingUploads(db)
    .select(uploadColumns)
    .where('staff_id', '=', staff_id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Reads the tokens of pending uploads of which all bytes have arrived. */
export function readCompleteUploads(db: Db): Promise<{ token: string }[]> {
  return pendingUploads(db)
    .select('token')
    .whereRef('received_bytes', '=', 'bytes')
    .limit(20)
    .execute()
}

/** Reads pending uploads that have expired or whose owner was deleted. */
export function readExpiredUploads(db: Db, now: Date) {
  return pendingUploads(db)
    .select(['id', 'token', 'name', 'bytes', 'received_bytes'])
    .where((on) => on.or([on('expires_at', '<=', now.toISOString()), on('staff_id', 'is', null)]))
    .limit(100)
    .execute()
}

/** Returns those of the tokens that belong to pending uploads. */
export async function readPendingTokens(db: Db, tokens: string[]): Promise<Set<string>> {
  const rows = await pendingUploads(db).select('token').where('token', 'in', tokens).execute()
  return new Set(rows.map(({ token }) => token))
}

/**
 * Sums the bytes that uploads which received some since `since` have yet to receive. Those of another member count up to
 * `share`, so that nobody reserves the disk alone.
 */
export async function sumReservedBytes(
  db: Db,
  { staff_id, since, share }: { staff_id: number; since: Date; share: number },
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(case when staff_id = ${staff_id} then missing else least(missing, ${Math.floor(share)}::bigint) end), 0)::bigint
      as bytes
    from (select staff_id, sum(bytes - received_bytes) as missing from studio_uploads
      where registered_at is null and received_at > ${since.toISOString()} group by staff_id) as of_member`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

/** Reads the pending uploads of a file by all staff, newest first. `is_sending`: another page than `writer` sends it now. */
export async function readSameUploads(
  db: Db,
  { name, bytes, writer, now }: { name: string; bytes: number; writer: string; now: Date },
) {
  const { rows } = await sql<SameUploadRow>`
    select u.id, u.token, u.staff_id, m.username as uploader, u.bytes, u.received_bytes,
      u.writer is distinct from ${writer} and exists (
        select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${lockClasses.upload}
          and l.objid::bigint = (hashtext(u.token)::bigint & 4294967295)
          and l.database = (select oid from pg_database where datname = current_database())
      ) as is_sending
    from studio_uploads u join members m on m.id = u.staff_id
    where u.registered_at is null and u.name = ${name} and u.bytes = ${bytes} and u.expires_at > ${now.toISOString()}
    order by u.id desc limit 10`.execute(db)
  return rows
}

type SameUploadRow = Pick<UploadRow, 'id' | 'token' | 'staff_id' | 'bytes' | 'received_bytes'> & {
  uploader: string
  is_sending: boolean
}

/** Locks an upload that is not an asset yet. */
export function lockPendingUpload(tx: Tx, id: number) {
  const upload = pendingUploads(tx).select(['episode_id', 'trailer_of']).where('id', '=', id)
  return upload.forUpdate().executeTakeFirst()
}

export function insertUpload(tx: Tx, values: Insertable<DB['studio_uploads']>) {
  const upload = tx.insertInto('studio_uploads').values(values).returning('id')
  return upload.executeTakeFirstOrThrow()
}

export async function updateUpload(tx: Tx, id: number, values: Updateable<DB['studio_uploads']>) {
  await tx.updateTable('studio_uploads').set(values).where('id', '=', id).execute()
}

/** Sets the target of an upload. @returns false if it is already an asset. */
export async function updatePendingTarget(tx: Tx, id: number, episode_id: number | null) {
  const updated = await tx
    .updateTable('studio_uploads')
    .set({ episode_id })
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Sets the received bytes without waiting for the disk. The first bytes extend the life of the upload. */
export async function updateReceivedBytes(
  tx: Tx,
  token: string,
  { received_bytes, now }: { received_bytes: number; now: Date },
) {
  await sql`update studio_uploads set received_bytes = ${received_bytes}, received_at = ${now.toISOString()},
      expires_at = greatest(expires_at, created_at + make_interval(days => ${uploadExpiryDays}))
    from (select set_config('synchronous_commit', 'off', true)) unhurried
    where token = ${token}`.execute(tx)
}

/** @returns false if the upload is already an asset or another process holds the claim. */
export async function claimUpload(tx: Tx, id: number, { now, until }: { now: Date; until: Date }) {
  const claimed = await tx
    .updateTable('studio_uploads')
    .set({ claimed_until: until.toISOString() })
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .where((on) =>
      on.or([on('claimed_until', 'is', null), on('claimed_until', '<=', now.toISOString())]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** @returns false if the upload does not exist or is already an asset. */
export async function deletePendingUpload(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('studio_uploads')
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Reads the owner of an upload, if they are still staff. */
export async function readUploadOwner(db: Db, staff_id: number | null) {
  if (staff_id === null) return undefined
  return db
    .selectFrom('members')
    .select(['id', 'username'])
    .where('id', '=', staff_id)
    .where('is_staff', '=', true)
    .executeTakeFirst()
}
