import { StartupError } from '#server/shared/startup-error.ts'
import { migrate, readMigrations, unknownTextMessage } from '../schema/migrate.ts'
import {
  type AppliedMigration,
  hasEarlierSeries,
  isBaseline,
  type Migration,
  rejectEarlierSeries,
} from '../schema/earlier-series.ts'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createClient, limitSettings } from '../connection.ts'

export type TableManifest = { table: string; columns: string[]; rows: number }

/** Metadata of a snapshot, beside the rows. Table names contain the schema and are quoted for SQL. */
export type SnapshotManifest = {
  /** Without the functions, triggers and views, which are those of the version that restores it. */
  migrations: AppliedMigration[]
  tables: TableManifest[]
  sequences: { name: string; last_value: string }[]
}

/** A consistent snapshot of the database, taken while others write. */
export type Snapshot = {
  /** A connection in the transaction of the snapshot. */
  client: pg.ClientBase
  facts(): Promise<SnapshotManifest>
  /** The rows of a table in the text format of COPY. */
  rows(table: TableManifest): Readable
}

/** Not in backups: these tables are filled by the migrations, which the manifest lists. */
const migrationTables = ['public.schema_migrations', 'graphile_worker.migrations']

const listTables = `
  select format('%I.%I', n.nspname, c.relname) as table,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname in ('public', 'archive', 'graphile_worker')
  group by 1 order by 1`

async function connect(url: string): Promise<pg.Client> {
  const client = createClient(url, { name: 'hanpyeon backup', answer_within: 0 })
  await client.connect()
  await client.query(
    `${limitSettings('none')};
     set timezone = 'UTC'; set datestyle = 'ISO'; set client_encoding = 'UTF8'; set extra_float_digits = 1`,
  )
  return client
}

/**
 * Opens a snapshot while `read` runs: one read-only transaction with isolation level `repeatable read`, which neither waits
 * for others nor blocks them.
 */
export async function withSnapshot<R>(
  owner_url: string,
  read: (snapshot: Snapshot) => Promise<R>,
): Promise<R> {
  const client = await connect(owner_url)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    return await read({
      client,
      facts: () => readManifest(client),
      rows: (table) => copyRows(client, table),
    })
  } finally {
    await client.end()
  }
}

async function readManifest(client: pg.ClientBase): Promise<SnapshotManifest> {
  const migrations = await client.query<AppliedMigration>(
    `select name, checksum from schema_migrations where name !~ '^functions/' order by name`,
  )
  const tables: TableManifest[] = []
  for (const { table, columns } of await readTables(client)) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${table}`,
    )
    tables.push({ table, columns, rows: Number(rows[0]?.rows) })
  }
  const sequences = (await readSequences(client)).flatMap(({ name, last_value }) =>
    last_value === null ? [] : [{ name, last_value }],
  )
  return { migrations: migrations.rows, tables, sequences }
}

const copyRows = (client: pg.ClientBase, { table, columns }: TableManifest) =>
  client.query(copyTo(`copy ${table} (${columns.join(', ')}) to stdout`))

/**
 * Returns the migrations of a snapshot's database: the baselines for one of the earlier series, whose schema is the same.
 * @throws StartupError if this version does not have the same migrations
 */
export async function matchMigrations(manifest: SnapshotManifest): Promise<Migration[]> {
  const migrations = await readMigrations()
  rejectEarlierSeries(
    'The backup',
    manifest.migrations,
    migrations.map(({ name }) => name),
  )
  if (hasEarlierSeries(manifest.migrations))
    return migrations.filter(({ name }) => isBaseline(name))
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  return manifest.migrations.map(({ name, checksum }) => {
    const local = known.get(name)
    if (!local)
      throw new StartupError(`The backup was made by a newer version: ${name} is not known here.`)
    if (local.checksum === checksum) return local
    throw new StartupError(unknownTextMessage('The backup', local, checksum))
  })
}

/**
 * Restores a snapshot into an empty database: runs its migrations, loads all rows in one transaction, then runs the newer
 * migrations, and creates functions and triggers. Triggers are disabled during the load, and foreign keys are validated before
 * the commit. Requires only ownership of the tables.
 * @param rowsOfTable returns the rows of a table, by its name in the migrated schema
 * @throws StartupError if the snapshot is not one of this schema
 */
export async function loadSnapshot(
  owner_url: string,
  manifest: SnapshotManifest,
  rowsOfTable: (table: string) => Readable,
  onTable: (table: TableManifest) => void = () => {},
): Promise<void> {
  await migrate(owner_url, await matchMigrations(manifest), [])
  const client = await connect(owner_url)
  try {
    await client.query('begin')
    await load(client, manifest, rowsOfTable, onTable)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(owner_url)
}

type Table = { table: string; columns: string[] }

/** Returns the tables of the schema that a snapshot has, without those that the migrations fill. */
async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(listTables)
  return rows.filter(({ table }) => !migrationTables.includes(table))
}

/**
 * Returns the tables of the migrated schema with the columns that the snapshot has of them. Names that get into SQL are those
 * of the database: a manifest only selects among them.
 * @throws StartupError if the manifest lacks a table, or has other tables or columns
 */
function matchTables(tables: readonly Table[], manifest: SnapshotManifest): TableManifest[] {
  const listed = new Map(manifest.tables.map((entry) => [entry.table, entry]))
  if (listed.size !== tables.length || manifest.tables.length !== tables.length)
    throw new StartupError('The backup does not have the tables of its schema.')
  return tables.map(({ table, columns }) => {
    const entry = listed.get(table)
    const known = new Set(columns)
    if (!entry?.columns.length || !entry.columns.every((column) => known.delete(column)))
      throw new StartupError(`The backup does not have ${table} with the columns of its schema.`)
    return { table, columns: entry.columns, rows: entry.rows }
  })
}

async function load(
  client: pg.ClientBase,
  manifest: SnapshotManifest,
  rowsOfTable: (table: string) => Readable,
  onTable: (table: TableManifest) => void,
) {
  const tables = matchTables(await readTables(client), manifest)
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; is: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as is
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and n.nspname in ('public', 'archive', 'graphile_worker')`,
  )
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  // Rows inserted by migrations are also in the snapshot, in their current form.
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`)
  for (const entry of tables) {
    onTable(entry)
    await loadTable(client, entry, rowsOfTable(entry.table))
  }
  const sequences = new Set((await readSequences(client)).map(({ name }) => name))
  for (const { name, last_value } of manifest.sequences) {
    if (!sequences.has(name))
      throw new StartupError('The backup has sequences that its schema does not have.')
    await client.query('select setval($1::regclass, $2::bigint)', [name, last_value])
  }
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, is } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${is}`)
}

/** @throws StartupError if the rows cannot be read, or are not those of the snapshot */
async function loadTable(
  client: pg.ClientBase,
  { table, columns, rows }: TableManifest,
  from: Readable,
) {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(from, copy).catch((error: Error) => {
    throw new StartupError(`The backup's rows of ${table} cannot be loaded: ${error.message}`, {
      cause: error,
    })
  })
  if (copy.rowCount !== rows)
    throw new StartupError(`The backup has ${copy.rowCount} of ${rows} rows of ${table}.`)
}

/** Sequences are not transactional: their values are at least as high as in the rows of a snapshot. */
async function readSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text
     from pg_sequences where schemaname in ('public', 'archive', 'graphile_worker') order by 1`,
  )
  return rows
}
