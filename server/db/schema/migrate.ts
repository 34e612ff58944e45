import { StartupError } from '#server/shared/startup-error.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import {
  type AppliedMigration,
  hasEarlierSeries,
  isBaseline,
  type Migration,
  rejectEarlierSeries,
} from './earlier-series.ts'
import { rejectForeignDatabase } from './database-content.ts'
import { changedFunctions, readSchemaFunctions } from './schema-functions.ts'
import type pg from 'pg'
import { migrationLock } from '../advisory-locks.ts'
import { createClient, limitSettings } from '../connection.ts'
import { migrationNames, migrationsFolder } from './wait-for-migrations.ts'

/**
 * Lock timeout of a statement in ms. A waiting table lock also blocks all later statements on the table; instead of
 * blocking them behind a long read, the file is rolled back and retried.
 */
const lockTimeoutMs = 500
/** Retry delays in ms and number of attempts: about five minutes in total. */
const retryDelaysMs = { first: 200, max: 5_000 }
const maxAttempts = 60
/** First line of a file that runs statement by statement, for `create index concurrently` and the like. */
const outsideTransaction = '-- outside a transaction'

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Migrates the database to the newest migration: forward only, each file in its own transaction, one process at a time
 * under an advisory lock. Then applies the changed files of functions, triggers and views in one transaction. A database that is
 * ahead of the code is left unchanged (a rolling restart runs both versions). A file that gets a lock timeout is rolled back
 * and retried.
 *
 * A file whose first line is `-- outside a transaction` runs statement by statement, each ended by `;` at the end of a
 * line, except within `$$`. It can be interrupted, so every statement must be repeatable (`drop index concurrently if exists` first).
 * @param ownerUrl a role that may create tables
 * @param migrations defaults to those of the code
 * @param functions defaults to those of the code
 * @returns the names of the migrations and of the functions that were run
 * @throws StartupError if the database ran an unknown text of a migration, or the database belongs to an earlier version or
 * another product
 */
export async function migrate(
  ownerUrl: string,
  migrations?: readonly Migration[],
  functions?: readonly Migration[],
): Promise<string[]> {
  const client = createClient(ownerUrl, { name: 'hanpyeon migrate', answer_within: 0 })
  await client.connect()
  try {
    await client.query(limitSettings('none'))
    await rejectForeignDatabase(client)
    await acquireMigrationLock(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const files = migrations ?? (await readMigrations())
    const found = await readApplied(client)
    const pending = findPending(files, found)
    const isEarlier = isOfEarlierSeries(files, found)
    if (isEarlier)
      await adoptEarlierSeries(
        client,
        files.filter(({ name }) => isBaseline(name)),
      )
    const applied = isEarlier ? await readApplied(client) : found
    await runJobMigrations({ connectionString: ownerUrl })
    for (const migration of pending) await retryLockTimeouts(() => runFile(client, migration))
    const changed = findChangedFunctions(files, functions ?? (await readSchemaFunctions()), applied)
    if (changed.length > 0) await retryLockTimeouts(() => applyFunctions(client, changed))
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Returns the migrations that a database still has to run.
 * @throws StartupError if it ran an unknown text of one, or belongs to an earlier version
 */
export function findPending(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  rejectEarlierSeries(
    'The database',
    applied,
    files.map(({ name }) => name),
  )
  if (isOfEarlierSeries(files, applied)) return files.filter(({ name }) => !isBaseline(name))
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  return files.filter((migration) => isPending(migration, checksums))
}

/** Whether a database ran the earlier series, which the baselines replace. */
const isOfEarlierSeries = (
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): boolean =>
  hasEarlierSeries(applied) && !files.some(({ name }) => name === (applied[0]?.name ?? ''))

/** Returns the files of functions that are applied again: none to a database that is ahead, whose migrations need newer ones. */
export function findChangedFunctions(
  files: readonly Migration[],
  functions: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const names = new Set(files.map(({ name }) => name))
  const isAhead = applied.some(({ name }) => /^\d/.test(name) && !names.has(name))
  if (isAhead && !isOfEarlierSeries(files, applied)) return []
  return changedFunctions(
    functions,
    applied.map(({ name }) => name),
  )
}

/** Reads what was run, in the order in which it was. */
export async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from schema_migrations order by applied_at, name',
  )
  return rows
}

/** Records the baselines instead of the earlier series: the schema of both is the same. */
async function adoptEarlierSeries(client: pg.Client, baselines: readonly Migration[]) {
  await client.query('begin')
  await client.query('delete from schema_migrations')
  for (const baseline of baselines) await record(client, baseline)
  await client.query('commit')
}

/**
 * Whether a database still has to run a migration.
 * @throws StartupError if the database ran another text of it
 */
function isPending(migration: Migration, applied: ReadonlyMap<string, string>): boolean {
  const checksum = applied.get(migration.name)
  if (checksum === undefined || checksum === migration.checksum) return checksum === undefined
  throw new StartupError(unknownTextMessage('The database', migration, checksum))
}

/** Says how to proceed with a database or backup (`what`) that ran another text of a migration than the code has. */
export const unknownTextMessage = (what: string, { name }: Migration, checksum: string) =>
  `${what} was made by a version with another text of ${name}. Nothing was changed and its data is intact. Use the version ` +
  `whose server/db/schema/migrations/migrations.lock has ${checksum}, or restore a backup that this version reads.`

/**
 * Polls for the migration lock: waiting in PostgreSQL would hold a snapshot, for which `create index concurrently` of the
 * running process would wait.
 */
async function acquireMigrationLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1) as acquired',
      [migrationLock],
    )
    if (rows[0]?.acquired) return
    await pause(retryDelaysMs.first)
  }
}

/** A text of functions that was applied before and is applied again becomes the newest. */
const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query(
    `insert into schema_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set applied_at = now()`,
    [name, checksum],
  )

async function runFile(client: pg.Client, migration: Migration) {
  const { name, sql } = migration
  await withLockTimeout(client, name, async () => {
    if (sql.startsWith(outsideTransaction)) {
      // linear: our own files
      for (const statement of sql.match(/(?:\$\$[^]*?\$\$|(?!;[ \t]*$)[^])+/gm) ?? [])
        if (/^\s*[^\s-]/m.test(statement)) await client.query(statement)
      await record(client, migration)
      return
    }
    await client.query('begin')
    await client.query(sql)
    await record(client, migration)
    await client.query('commit')
  })
}

async function applyFunctions(client: pg.Client, files: readonly Migration[]) {
  await client.query('begin')
  // Functions of one file call those of a later one.
  await client.query('set local check_function_bodies = off')
  for (const file of files)
    await withLockTimeout(client, file.name, async () => {
      await client.query(file.sql)
      await record(client, file)
    })
  await client.query('commit')
}

/** Rolls back and throws an error that names the file, with the error of PostgreSQL as its cause. */
async function withLockTimeout(client: pg.Client, name: string, work: () => Promise<void>) {
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await work()
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** Repeats `work` after a lock timeout (55P03) or a deadlock (40P01). */
async function retryLockTimeouts(work: () => Promise<void>) {
  let delayMs = retryDelaysMs.first
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (attempt === maxAttempts || (code !== '55P03' && code !== '40P01')) throw error
    }
    await pause(delayMs)
    delayMs = Math.min(delayMs * 1.5, retryDelaysMs.max)
  }
}
