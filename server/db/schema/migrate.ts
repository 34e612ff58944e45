import { StartupError } from '#server/shared/startup-error.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrationNames, migrationsFolder } from './wait-for-migrations.ts'

/** Any number will do, as long as every process takes the same. */
const lock = 4_820_311
/**
 * How long a statement of a migration may wait for a lock, in ms. Whoever waits for a table's lock makes all who come
 * after him wait as well: rather than hold up traffic behind somebody's long read, the file is rolled back and tried anew.
 */
const lockPatience = 500
/** Between attempts, in ms, and how many there are: about five minutes. */
const pauses = { first: 200, longest: 5_000 }
const attempts = 60
/** In the first line of a file that runs statement by statement, for `create index concurrently` and its like. */
const outsideTransaction = '-- outside a transaction'

export type Migration = { name: string; sql: string; checksum: string }

export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to the newest migration: forward only, each file in its own transaction, one process at
 * a time under an advisory lock. A database that is ahead of the code is left alone (a rolling restart has both). A
 * file that gets no lock within half a second lets traffic by and tries again.
 *
 * A file whose first line says `-- outside a transaction` is run statement by statement, each ended by `;` at a line's
 * end. It may be broken off in the middle, so each must bear to be run twice (`drop index concurrently if exists` first).
 * @param ownerUrl a role that may create tables.
 * @param migrations those of the code, unless told.
 * @returns the names of the migrations that were run now.
 * @throws StartupFault when a migration that has been run was edited afterwards.
 */
export async function migrate(
  ownerUrl: string,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'hanpyeon migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await runJobMigrations({ connectionString: ownerUrl })
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of migrations ?? (await readMigrations())) {
      const checksum = applied.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum) {
        throw new StartupError(
          `Migration ${migration.name} was changed after it had been run here: write a new one instead.`,
        )
      }
      await patiently(() => runFile(client, migration))
      ran.push(migration.name)
    }
    return ran
  } finally {
    await client.end()
  }
}

/**
 * Waits for the turn of this process by asking again: one that waits inside PostgreSQL holds a snapshot, which
 * `create index concurrently` of whoever has the turn would wait for in turn.
 */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [lock],
    )
    if (rows[0]?.mine) return
    await pause(pauses.first)
  }
}

async function runFile(client: pg.Client, { name, sql, checksum }: Migration) {
  const note = () =>
    client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  try {
    await client.query(`set lock_timeout = ${lockPatience}`)
    if (sql.startsWith(outsideTransaction)) {
      for (const statement of sql.split(/;[ \t]*$/m))
        if (/^\s*[^\s-]/m.test(statement)) await client.query(statement)
      await note()
      return
    }
    await client.query('begin')
    await client.query(sql)
    await note()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** Does `work` again while it fails for want of a lock (55P03), or because two locked each other out (40P01). */
async function patiently(work: () => Promise<void>) {
  let wait = pauses.first
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (attempt === attempts || (code !== '55P03' && code !== '40P01')) throw error
    }
    await pause(wait)
    wait = Math.min(wait * 1.5, pauses.longest)
  }
}
