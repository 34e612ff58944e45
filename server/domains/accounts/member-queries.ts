import type { StaffRole } from '#contract/core/staff-roles.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Members } from '#server/db/schema/tables.generated.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { type Insertable, type Updateable, sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { type Consent, consents } from '#contract/accounts/account-rules.ts'
import type { TermsName } from '#contract/service/particulars.ts'
import { readCurrentVersions } from '#server/domains/service/index.ts'

/** The columns of `Member`, except its id. */
export const memberColumns = [
  'members.email',
  'members.username',
  'members.phone_ciphertext',
  'members.is_marketing_agreed',
  'members.adult_verified_until',
  'members.email_failed_at',
  'members.phone_failed_at',
  'members.is_staff',
  sql<StaffRole | null>`members.staff_role`.as('staff_role'),
  pointsOf('event_point'),
  pointsOf('paid_point'),
] as const

/** The balance from the wallet, 0 without one. A subquery, so that it also works in `returning`. */
function pointsOf<K extends 'event_point' | 'paid_point'>(kind: K) {
  return sql<number>`coalesce((select ${sql.ref(kind)} from wallets where member_id = members.id), 0)`.as(
    kind,
  )
}

/**
 * The columns of a phone number: encrypted, and blind-indexed for exact matches. Staff created by an operator have none (''),
 * and a random index, because indexes are unique.
 */
export const phoneColumns = (encryption: Encryption, phonenumber: string) => ({
  phone_ciphertext: encryption.encrypt(phonenumber),
  phone_blind_index: phonenumber ? encryption.blindIndex('phone', phonenumber) : randomBytes(32),
})

type DerivedColumn = keyof ReturnType<typeof phoneColumns> | 'password_changed_at' | 'created_at'
type NewMember = Omit<Insertable<Members>, DerivedColumn> & { phonenumber: string }

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
  const derived = {
    ...phoneColumns(encryption, phonenumber),
    password_changed_at: at,
    created_at: at,
  }
  return tx
    .insertInto('members')
    .values({ ...columns, ...derived })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['members.id', ...memberColumns])
    .executeTakeFirst()
}

export const findMember = (db: Db, id: number) =>
  db
    .selectFrom('members')
    .select(['members.id', 'members.created_at', ...memberColumns])
    .where('members.id', '=', id)
    .executeTakeFirst()

type AccountKey = { id: number } | { email: string } | { phone_blind_index: Buffer }

/** Finds the identity and the password hash of a member. */
export const findAccount = (db: Db, key: AccountKey) =>
  db
    .selectFrom('members')
    .select(['id', 'email', 'username', 'password_hash', 'created_at'])
    .where((eb) => eb.and(key))
    .executeTakeFirst()

/** Locks a member whose password hash is still the given one. */
export const lockMemberByPassword = (tx: Tx, id: number, password_hash: string) =>
  tx
    .selectFrom('members')
    .select(['members.id', ...memberColumns])
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks a member, also against new rows that reference it. @returns undefined if it is deleted. */
export const lockMember = (tx: Tx, id: number) =>
  tx
    .selectFrom('members')
    .select(['email', 'is_marketing_agreed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Locks a member against a scheduled deletion, its end and changes of the password. */
export const lockMemberForSignIn = (tx: Tx, id: number) =>
  tx
    .selectFrom('members')
    .select(['members.id', ...memberColumns])
    .where('members.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateMember = (tx: Tx, id: number, values: Updateable<Members>) =>
  tx.updateTable('members').set(values).where('id', '=', id).execute()

/** The addresses of the demonstration accounts. */
export async function findDemoEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('members').select('email').where('is_demo', '=', true).execute()
  return rows.map(({ email }) => email)
}

/** The document of each consent. */
const consentTerms: Record<Consent, TermsName> = {
  terms_of_service: 'service',
  privacy_policy: 'privacy',
  age_verification: 'age',
  marketing_info: 'marketing',
}

/** Inserts consents given or declined, with text version, time and IP address. Each change is a new row. */
export async function insertConsents(
  tx: Tx,
  member_id: number,
  answers: Partial<Record<Consent, boolean>>,
  { address, now }: { address: string; now: Date },
) {
  const versions = await readCurrentVersions(tx, now)
  const rows = consents.flatMap((kind) => {
    const is_agreed = answers[kind]
    if (is_agreed === undefined) return []
    // Without a document of its own the text is that of the form.
    const version = versions[consentTerms[kind]] ?? seoulDate(now)
    return [{ kind, version, is_agreed }]
  })
  await insertConsentVersions(tx, member_id, rows, { address, now })
}

/** Inserts consents to named versions; agreed unless they say otherwise. */
export async function insertConsentVersions(
  tx: Tx,
  member_id: number,
  given: readonly { kind: Consent; version: string; is_agreed?: boolean }[],
  { address, now }: { address: string; now: Date },
): Promise<void> {
  if (given.length === 0) return
  const created_at = now.toISOString()
  const rows = given.map(({ kind, version, is_agreed = true }) => ({
    member_id,
    kind,
    version,
    is_agreed,
    address,
    created_at,
  }))
  await tx.insertInto('consents').values(rows).execute()
}

/** Reads the newest version of each document to which the member has agreed. */
export async function readAgreedVersions(
  db: Db,
  member_id: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('consents')
    .select((eb) => ['kind', eb.fn.max('version').as('version')])
    .where('member_id', '=', member_id)
    .where('is_agreed', '=', true)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, version }) => [kind, version]))
}

/** Reads which of the keys of pictures a profile references. */
export async function findReferencedImages(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select picture_key as key from profiles where picture_key = any(${keys})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
