import { StartupFault } from '../kernel/startup-fault.ts'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')
/** Any number will do, as long as every process takes the same. */
const lock = 4_820_311

export type Migration = { name: string; sql: string; checksum: string }

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to the newest migration: forward only, each file in its own transaction, one process at
 * a time under an advisory lock. A database that is ahead of the code is left alone (a rolling restart has both).
 * @param ownerUrl a role that may create tables.
 * @param only those to run, for a database that is to be as it was; all of them unless told.
 * @returns the names of the migrations that were run now.
 * @throws StartupFault when a migration that has been run was edited afterwards.
 */
export async function migrate(ownerUrl: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'hanpyeon migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await runJobMigrations({ connectionString: ownerUrl })
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of await readMigrations()) {
      if (only && !only.has(migration.name)) continue
      const checksum = applied.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum) {
        throw new StartupFault(
          `Migration ${migration.name} was changed after it had been run here: write a new one instead.`,
        )
      }
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
          cause: error,
        })
      }
      ran.push(migration.name)
    }
    return ran
  } finally {
    await client.end()
  }
}
