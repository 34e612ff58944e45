import { ServiceSettings, type VersionedSettings } from '#contract/service/staff.ts'
import type { TermsName } from '#contract/service/particulars.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { PublishedTerms } from '#contract/service/staff.ts'
import { sql } from 'kysely'

/** Reads the settings in force; the defaults before the first change. */
export async function readSettings(db: Db): Promise<VersionedSettings> {
  const row = await db
    .selectFrom('service_settings')
    .select(['version', 'settings', 'logo_key', 'created_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const settings = ServiceSettings.parse({
    ...(row?.settings as object | undefined),
    logo_key: row?.logo_key ?? null,
  })
  return { ...settings, version: row?.version ?? 0, changed_at: row?.created_at ?? null }
}

/** Inserts a version of the settings. @returns false if another change has made this version. */
export async function insertSettings(
  tx: Tx,
  version: number,
  { logo_key, ...settings }: ServiceSettings,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('service_settings')
    .values({
      version,
      logo_key,
      settings: JSON.stringify(settings),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** Reads the versions of all documents, or of one, newest first. */
export async function readTermsVersions(db: Db, name?: TermsName): Promise<PublishedTerms[]> {
  let query = db.selectFrom('terms_versions').selectAll()
  if (name) query = query.where('name', '=', name)
  const rows = await query.orderBy('effective_on', 'desc').orderBy('name').execute()
  return rows as PublishedTerms[]
}

/** A version without its text. */
export type TermsState = Pick<PublishedTerms, 'name' | 'effective_on' | 'requires_consent'>

export const readTermsStates = (db: Db): Promise<TermsState[]> =>
  db
    .selectFrom('terms_versions')
    .select(['name', 'effective_on', 'requires_consent'])
    .orderBy('effective_on', 'desc')
    .$narrowType<{ name: TermsName }>()
    .execute()

/** Reads what decides whether orders are accepted, in one query. */
export async function readSellingState(
  db: Db,
): Promise<{ settings: ServiceSettings; terms: Pick<TermsState, 'name'>[] }> {
  const { rows } = await sql<{ settings: object | null; terms: Pick<TermsState, 'name'>[] | null }>`
    select (select settings from service_settings order by version desc limit 1) as settings,
      (select json_agg(json_build_object('name', name)) from terms_versions) as terms`.execute(db)
  return { settings: ServiceSettings.parse(rows[0]?.settings ?? {}), terms: rows[0]?.terms ?? [] }
}

/** Serializes publications of a document until the end of the transaction. */
export async function lockTerms(tx: Tx, name: TermsName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`terms:${name}`}, 0))`.execute(tx)
}

export const insertTerms = (tx: Tx, { published_at, ...terms }: PublishedTerms) =>
  tx
    .insertInto('terms_versions')
    .values({ ...terms, published_at })
    .execute()

/** Whether a work is public, and whether an owner has a second factor. */
export async function readLaunchFacts(
  db: Db,
): Promise<{ has_work: boolean; has_second_factor: boolean }> {
  const { rows } = await sql<{ has_work: boolean; has_second_factor: boolean }>`
    select exists (select from series_listings) as has_work,
      exists (select from members m where m.staff_role = 'owner'
        and (exists (select from totp_authenticators a where a.member_id = m.id and a.secret_ciphertext is not null)
          or exists (select from passkeys p where p.member_id = m.id))) as has_second_factor`.execute(
    db,
  )
  return rows[0] ?? { has_work: false, has_second_factor: false }
}
