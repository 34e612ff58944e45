import type pg from 'pg'
import { createClient } from '../connection.ts'
import { readDatabaseContent, rejectForeignDatabase } from './database-content.ts'
import type { Migration } from './earlier-series.ts'
import { findChangedFunctions, findPending, readApplied, readMigrations } from './migrate.ts'
import { type MigrationHeader, readMigrationHeader } from './migration-header.ts'
import { readSchemaFunctions } from './schema-functions.ts'

/** A table that a migration locks, as it is now; `rows` is the estimate of PostgreSQL's statistics. */
export type LockedTable = { name: string; rows: number; bytes: number }

export type PlannedMigration = {
  name: string
  /** Undefined for migrations from before the headers. */
  header: MigrationHeader | undefined
  /** The locked tables that exist already. */
  tables: LockedTable[]
  estimated_seconds: number
}

export type UpgradePlan = {
  is_empty: boolean
  migrations: PlannedMigration[]
  /** The number of files of functions, triggers and views that are applied again. */
  functions: number
}

/** Bytes of its tables that a migration reads or writes in a second on one disk: a cautious figure. */
const bytesPerSecond = 50 * 2 ** 20

/**
 * Reads what `migrate` would run, and writes nothing.
 * @param owner_url a role that owns the tables
 * @throws StartupError as `migrate` does
 */
export async function planUpgrade(
  owner_url: string,
  migrations?: readonly Migration[],
): Promise<UpgradePlan> {
  const client = createClient(owner_url, { name: 'hanpyeon upgrade plan' })
  await client.connect()
  try {
    await client.query('begin read only')
    await rejectForeignDatabase(client)
    const is_empty = (await readDatabaseContent(client)) === 'empty'
    const applied = is_empty ? [] : await readApplied(client)
    const files = migrations ?? (await readMigrations())
    const planned: PlannedMigration[] = []
    for (const migration of findPending(files, applied))
      planned.push(await planMigration(client, migration))
    const functions = findChangedFunctions(files, await readSchemaFunctions(), applied).length
    return { is_empty, migrations: planned, functions }
  } finally {
    await client.end()
  }
}

async function planMigration(client: pg.Client, migration: Migration): Promise<PlannedMigration> {
  const header = readMigrationHeader(migration)
  const { rows: tables } = await client.query<LockedTable>(
    `select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'archive') and c.relkind = 'r' and c.relname = any($1::text[]) order by 1`,
    [header?.locks ?? []],
  )
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  return {
    name: migration.name,
    header,
    tables,
    estimated_seconds: Math.ceil(bytes / bytesPerSecond),
  }
}
