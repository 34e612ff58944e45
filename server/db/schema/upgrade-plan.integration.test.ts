import type pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '#test/app/empty-database.ts'
import type { Migration } from './earlier-series.ts'
import { migrate, readMigrations } from './migrate.ts'
import { needsHeader, readMigrationHeader } from './migration-header.ts'
import { planUpgrade } from './upgrade-plan.ts'

const files = await readMigrations()
const fileOf = (name: string, sql: string): Migration => ({ name, sql, checksum: name })

const later = [
  fileOf('9001_more.sql', '-- Locks faqs, later. Previous code runs.\nselect 1;'),
  fileOf('9002_less.sql', '-- Text.\n-- Locks nothing. Previous code stops.\nselect 1;'),
]

test('plans the pending migrations with their locks and sizes, and runs none', async () => {
  const { url, client } = await createEmptyDatabase()
  await migrate(url)
  await client.query('analyze')
  const { rows: before } = await client.query('select * from schema_migrations order by name')
  const plan = await planUpgrade(url, [...files, ...later])
  expect(plan).toEqual({
    is_empty: false,
    migrations: [
      {
        name: '9001_more.sql',
        header: { locks: ['faqs', 'later'], previous_code_runs: true },
        // A table that an earlier migration of the plan makes is not there yet.
        tables: [{ name: 'faqs', rows: expect.any(Number), bytes: expect.any(Number) }],
        estimated_seconds: 1,
      },
      {
        name: '9002_less.sql',
        header: { locks: [], previous_code_runs: false },
        tables: [],
        estimated_seconds: 0,
      },
    ],
    functions: 0,
  })
  expect(plan.migrations[0]?.tables[0]?.bytes).toBeGreaterThan(0)
  const { rows: after } = await client.query('select * from schema_migrations order by name')
  expect(after).toEqual(before)
  expect(await planUpgrade(url)).toMatchObject({ migrations: [], functions: 0 })
})

test('plans everything for an empty database, and nothing for one of another product', async () => {
  const { url, client } = await createEmptyDatabase()
  expect(await planUpgrade(url)).toMatchObject({ is_empty: true })
  await client.query('create table users (id integer primary key)')
  await expect(planUpgrade(url)).rejects.toThrow('has tables of another product')
})

/** Locks for which readers or writers of a table wait. */
const waitedFor = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/** Runs a migration, and returns the tables that it locked and that were there before. */
async function readLocks(client: pg.Client, { sql }: Migration): Promise<string[]> {
  const { rows: tables } = await client.query<{ oid: number }>(
    `select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'archive') and c.relkind = 'r'`,
  )
  await client.query('begin')
  await client.query(sql)
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid() and l.mode = any($1) and c.oid = any($2) order by 1`,
    [waitedFor, tables.map(({ oid }) => oid)],
  )
  await client.query('commit')
  return rows.map(({ name }) => name)
}

test('each migration locks what its header says', async () => {
  const { url, client } = await createEmptyDatabase()
  const isNew = (file: Migration) =>
    needsHeader(file) && !file.sql.startsWith('-- outside a transaction')
  await migrate(
    url,
    files.filter((file) => !isNew(file)),
    [],
  )
  const checked = files.filter(isNew)
  expect(checked.length).toBeGreaterThan(0)
  for (const file of checked) {
    const locks = readMigrationHeader(file)?.locks.toSorted()
    expect([file.name, await readLocks(client, file)]).toEqual([file.name, locks])
  }
})
