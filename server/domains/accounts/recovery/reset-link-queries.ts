import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { PasswordResetLinks } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

export const insertResetLink = (tx: Tx, link: Insertable<PasswordResetLinks>) =>
  tx.insertInto('password_reset_links').values(link).execute()

/** Finds an unexpired link with its owner. */
export const findResetLinkByToken = (db: Db, token_hash: Buffer, now: Date) =>
  db
    .selectFrom('password_reset_links')
    .innerJoin('members', 'members.id', 'password_reset_links.member_id')
    .select(['password_reset_links.id', 'password_reset_links.expires_at'])
    .select([
      'members.id as member_id',
      'members.email',
      'members.username',
      'members.password_hash',
    ])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** @returns undefined if the link is already used. */
export const deleteResetLink = (tx: Tx, id: number) =>
  tx.deleteFrom('password_reset_links').where('id', '=', id).returning('id').executeTakeFirst()

export const deleteResetLinksOfMember = (tx: Tx, member_id: number) =>
  tx.deleteFrom('password_reset_links').where('member_id', '=', member_id).execute()

export const deleteExpiredResetLinks = (transact: Transact, now: Date, signal?: AbortSignal) =>
  deleteInBatches(transact, 'password_reset_links', sql`expires_at <= ${now.toISOString()}`, signal)
