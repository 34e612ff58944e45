import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

export type DatabaseFacts = { version: string; connections: number; connections_max: number }

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      (select sum(numbackends)::int from pg_stat_database) as connections,
      current_setting('max_connections')::int as connections_max`.execute(db)
  return rows[0]!
}

export const readStorageUsage = (db: Db) => db.selectFrom('storage_usage').selectAll().execute()

export async function upsertStorageUsage(
  tx: Tx,
  usage: { namespace: string; bytes: number; files: number; measured_at: string },
): Promise<void> {
  await tx
    .insertInto('storage_usage')
    .values(usage)
    .onConflict((conflict) => conflict.column('namespace').doUpdateSet(usage))
    .execute()
}

/** Reads the newest backup and the newest verified one. */
export async function readBackups(
  db: Db,
): Promise<{ made_at: string | null; verified_at: string | null }> {
  return db
    .selectFrom('backups')
    .select(({ fn }) => [fn.max('made_at').as('made_at'), fn.max('verified_at').as('verified_at')])
    .executeTakeFirstOrThrow()
}

/** Reads the age of the newest backup, or of the site if there is none. */
export async function readBackupAge(db: Db, now: Date): Promise<{ backup_age_seconds: number }> {
  const { rows } = await sql<{ backup_age_seconds: number }>`
    select extract(epoch from ${now}::timestamptz - coalesce(
      (select max(made_at) from backups), (select min(applied_at) from schema_migrations)))::float
      as backup_age_seconds`.execute(db)
  return rows[0]!
}

export const readReceivedAlerts = (db: Db) =>
  db
    .selectFrom('received_alerts')
    .select(['name', 'severity', 'is_firing', 'received_at'])
    .orderBy('received_at', 'desc')
    .execute()
