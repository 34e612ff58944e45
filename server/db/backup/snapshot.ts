import { StartupError } from '#server/shared/startup-error.ts'
import { copyIn, copyOut } from './copy-stream.ts'
import { migrate, type Migration, readMigrations } from '../schema/migrate.ts'
import type { Readable } from 'node:stream'
import pg from 'pg'

export type TableManifest = { table: string; columns: string[]; rows: number }

/** What a snapshot is, beside the rows of its tables. Tables are named with their schema, quoted for SQL. */
export type SnapshotManifest = {
  migrations: { name: string; checksum: string }[]
  tables: TableManifest[]
  sequences: { name: string; last_value: string }[]
}

/** The database as it was at one instant, read while others write. */
export type Snapshot = {
  /** For questions that belong to the same instant. */
  client: pg.ClientBase
  facts(): Promise<SnapshotManifest>
  /** The rows of a table, as COPY writes them as text. */
  rows(table: TableManifest): Readable
}

/** What no backup holds: migrations make it, and say which they were. */
const made = ['public.schema_migrations', 'graphile_worker.migrations']

const tablesOf = `
  select format('%I.%I', n.nspname, c.relname) as table,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname in ('public', 'archive', 'graphile_worker')
  group by 1 order by 1`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'hanpyeon backup' })
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set timezone = 'UTC'; set datestyle = 'ISO'; set client_encoding = 'UTF8'; set extra_float_digits = 1`,
  )
  return client
}

/**
 * Opens a snapshot for as long as `read` takes: one transaction that sees what was committed when it began, and that
 * neither waits for others nor makes them wait.
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
      facts: () => readFacts(client),
      rows: (table) => rowsOf(client, table),
    })
  } finally {
    await client.end()
  }
}

async function readFacts(client: pg.ClientBase): Promise<SnapshotManifest> {
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const found = await client.query<{ table: string; columns: string[] }>(tablesOf)
  const tables: TableManifest[] = []
  for (const { table, columns } of found.rows) {
    if (made.includes(table)) continue
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${table}`,
    )
    tables.push({ table, columns, rows: Number(rows[0]?.rows) })
  }
  // Sequences are not of the instant: they have gone on at least as far as the rows that are.
  const sequences = await client.query<{ name: string; last_value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text
     from pg_sequences where last_value is not null
       and schemaname in ('public', 'archive', 'graphile_worker') order by 1`,
  )
  return { migrations: migrations.rows, tables, sequences: sequences.rows }
}

const rowsOf = (client: pg.ClientBase, { table, columns }: TableManifest) =>
  copyOut(client, `copy ${table} (${columns.join(', ')}) to stdout`)

/**
 * Whether anything of ours is in a database. One that was migrated alone counts as full: it may be in use already.
 */
export async function isEmptyDatabase(owner_url: string): Promise<boolean> {
  const client = await connect(owner_url)
  try {
    const { rows } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       limit 1`,
    )
    return rows.length === 0
  } finally {
    await client.end()
  }
}

/**
 * The migrations that a snapshot's database had.
 * @throws StartupFault where the snapshot is of a newer version, or of one that is not this product's past.
 */
export async function matchMigrations(facts: SnapshotManifest): Promise<Migration[]> {
  const migrations = await readMigrations()
  const known = new Map(migrations.map((one) => [one.name, one]))
  return facts.migrations.map(({ name, checksum }) => {
    const ours = known.get(name)
    if (ours?.checksum === checksum) return ours
    throw new StartupError(
      `The backup was made by another version: ${name} is ${ours ? 'not the same' : 'not known'} here.`,
    )
  })
}

/**
 * Makes of an empty database the one that a snapshot was taken of: its migrations, then all rows in one transaction,
 * then what has been migrated since. Triggers rest meanwhile, and what ties tables together is looked at, row for row,
 * before anything is committed. It takes no more than owning the tables.
 * @throws as `migrationsOf`
 */
export async function loadSnapshot(
  owner_url: string,
  facts: SnapshotManifest,
  rowsOfTable: (table: TableManifest) => Readable,
  onTable: (table: TableManifest) => void = () => {},
): Promise<void> {
  await migrate(owner_url, await matchMigrations(facts))
  const client = await connect(owner_url)
  try {
    await client.query('begin')
    await load(client, facts, rowsOfTable, onTable)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(owner_url)
}

async function load(
  client: pg.ClientBase,
  facts: SnapshotManifest,
  rowsOfTable: (table: TableManifest) => Readable,
  onTable: (table: TableManifest) => void,
) {
  const { rows: here } = await client.query<{ table: string }>(tablesOf)
  const tables = here.map(({ table }) => table).filter((table) => !made.includes(table))
  const { rows: ties } = await client.query<{ table: string; name: string; is: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as is
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and n.nspname in ('public', 'archive', 'graphile_worker')`,
  )
  for (const { table, name } of ties)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // What migrations planted is in the snapshot as well, as it has become.
  await client.query(`truncate ${tables.join(', ')}`)
  for (const table of facts.tables) {
    onTable(table)
    await copyIn(
      client,
      `copy ${table.table} (${table.columns.join(', ')}) from stdin`,
      rowsOfTable(table),
    )
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${table.table}`,
    )
    if (Number(rows[0]?.rows) !== table.rows)
      throw new Error(`${table.table}: ${rows[0]?.rows} rows came of ${table.rows}`)
  }
  for (const { name, last_value } of facts.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, last_value])
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, is } of ties)
    await client.query(`alter table ${table} add constraint ${name} ${is}`)
}
