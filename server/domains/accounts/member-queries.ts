import type { Db, Tx } from '#server/db/client.ts'
import type { AccountDeletionSurveys, Members } from '#server/db/schema/tables.generated.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { type Insertable, type Updateable, sql } from 'kysely'

/** The columns of `Member`, except its id. */
export const memberColumns = [
  'members.email',
  'members.username',
  'members.phone_ciphertext',
  'members.profile_image_key',
  'members.is_marketing_agreed',
  'members.adult_verified_until',
  'members.is_staff',
  pointsOf('event_point'),
  pointsOf('paid_point'),
] as const

/** The balance from the wallet, 0 without one. A subquery, so that it also works in `returning`. */
function pointsOf<K extends 'event_point' | 'paid_point'>(kind: K) {
  return sql<number>`coalesce((select ${sql.ref(kind)} from wallets where member_id = members.id), 0)`.as(
    kind,
  )
}

/** The columns of a phone number: encrypted, and blind-indexed for exact matches. */
export const phoneColumns = (encryption: Encryption, phonenumber: string) => ({
  phone_ciphertext: encryption.encrypt(phonenumber),
  phone_blind_index: encryption.blindIndex('phone', phonenumber),
})

type NewMember = {
  email: string
  username: string
  phonenumber: string
  password_hash: string
  is_marketing_agreed?: boolean
  is_staff?: boolean
  is_demo?: boolean
  adult_verified_until?: string
}

/**
 * Inserts a member. A concurrent insert of the same address or number waits for the first to commit.
 * @returns the row, or undefined if the address or the number already has an account.
 */
export async function insertMember(
  tx: Tx,
  encryption: Encryption,
  { phonenumber, ...columns }: NewMember,
  now: Date,
) {
  const at = now.toISOString()
  return tx
    .insertInto('members')
    .values({
      ...columns,
      ...phoneColumns(encryption, phonenumber),
      password_changed_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['members.id', ...memberColumns])
    .executeTakeFirst()
}

export async function findMember(db: Db, id: number) {
  return db
    .selectFrom('members')
    .select(['members.id', 'members.created_at', ...memberColumns])
    .where('members.id', '=', id)
    .executeTakeFirst()
}

export async function findMemberId(db: Db, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

export async function findMemberByPhone(db: Db, phone_blind_index: Buffer) {
  return db
    .selectFrom('members')
    .select(['email', 'username', 'created_at'])
    .where('phone_blind_index', '=', phone_blind_index)
    .executeTakeFirst()
}

export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Locks a member whose password hash is still the given one. */
export async function lockMemberByPassword(tx: Tx, id: number, password_hash: string) {
  return tx
    .selectFrom('members')
    .select(['members.id', ...memberColumns])
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks a member, also against new rows that reference it. @returns undefined if it is deleted. */
export async function lockMember(tx: Tx, id: number) {
  return tx
    .selectFrom('members')
    .select(['profile_image_key', 'is_marketing_agreed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateMember(tx: Tx, id: number, values: Updateable<Members>) {
  await tx.updateTable('members').set(values).where('id', '=', id).execute()
}

/** Sessions, consents, passkeys and links are deleted by cascade; sockets close on the NOTIFY of their sessions. */
export async function deleteMember(tx: Tx, id: number) {
  return tx
    .deleteFrom('members')
    .where('id', '=', id)
    .returning(['email', 'username', 'profile_image_key'])
    .executeTakeFirst()
}

export async function insertDeletionSurvey(tx: Tx, survey: Insertable<AccountDeletionSurveys>) {
  await tx.insertInto('account_deletion_surveys').values(survey).execute()
}

/** The address of a demonstration account, if there is one. */
export async function findDemoEmail(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('members')
    .select('email')
    .where('is_demo', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row?.email
}
