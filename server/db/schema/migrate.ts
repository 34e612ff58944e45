import { StartupError } from '#server/shared/startup-error.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { repairOfSuperseded } from './superseded-migrations.ts'
import type pg from 'pg'
import { migrationLock } from '../advisory-locks.ts'
import { createClient } from '../connection.ts'
import { migrationNames, migrationsFolder, rejectEarlierBaseline } from './wait-for-migrations.ts'

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

export type Migration = { name: string; sql: string; checksum: string }

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
 * under an advisory lock. A database that is ahead of the code is left unchanged (a rolling restart runs both versions).
 * A file that gets a lock timeout is rolled back and retried.
 *
 * A file whose first line is `-- outside a transaction` runs statement by statement, each ended by `;` at the end of a
 * line, except within `$$`. It can be interrupted, so every statement must be repeatable (`drop index concurrently if exists` first).
 * @param ownerUrl a role that may create tables
 * @param migrations defaults to those of the code
 * @returns the names of the migrations that were run
 * @throws StartupError if the database ran an unknown text of a migration, or the database belongs to an earlier version
 */
export async function migrate(
  ownerUrl: string,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const client = createClient(ownerUrl, { name: 'hanpyeon migrate', answer_within: 0 })
  await client.connect()
  try {
    await acquireMigrationLock(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const files = migrations ?? (await readMigrations())
    rejectEarlierBaseline(
      [...applied.keys()],
      files.map(({ name }) => name),
    )
    const pending = files.flatMap((migration) => pendingMigration(migration, applied) ?? [])
    await runJobMigrations({ connectionString: ownerUrl })
    const ran: string[] = []
    for (const migration of pending) {
      await retryLockTimeouts(() => runFile(client, migration))
      ran.push(migration.name)
    }
    return ran
  } finally {
    await client.end()
  }
}

/**
 * Returns what a database still has to run of a migration: the file, the repair after a former text of it, or undefined.
 * @throws StartupError if the database ran an unknown text of it
 */
function pendingMigration(migration: Migration, applied: ReadonlyMap<string, string>) {
  const checksum = applied.get(migration.name)
  if (checksum === migration.checksum) return undefined
  if (checksum === undefined) return migration
  const repair = repairOfSuperseded(migration.name, checksum)
  if (repair === undefined)
    throw new StartupError(unknownTextMessage('The database', migration, checksum))
  return { ...migration, sql: repair }
}

/** Says how to proceed with a database or backup (`what`) that ran another text of a migration than the code has. */
export const unknownTextMessage = (what: string, { name }: Migration, checksum: string) =>
  `${what} was made by a version with another text of ${name}. Nothing was changed and its data is intact. Use the version ` +
  `whose server/db/schema/migrations.lock has ${checksum}, or restore a backup that this version reads.`

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

async function runFile(client: pg.Client, { name, sql, checksum }: Migration) {
  const record = () =>
    client.query(
      `insert into schema_migrations (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum`,
      [name, checksum],
    )
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    if (sql.startsWith(outsideTransaction)) {
      // linear: our own files
      for (const statement of sql.match(/(?:\$\$[^]*?\$\$|(?!;[ \t]*$)[^])+/gm) ?? [])
        if (/^\s*[^\s-]/m.test(statement)) await client.query(statement)
      await record()
      return
    }
    await client.query('begin')
    await client.query(sql)
    await record()
    await client.query('commit')
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
