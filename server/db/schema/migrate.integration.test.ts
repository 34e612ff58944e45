import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { StartupError } from '#server/shared/startup-error.ts'
import { createEmptyDatabase, createMigratedDatabase } from '#test/app/empty-database.ts'
import type { Migration } from './earlier-series.ts'
import { migrate, readMigrations } from './migrate.ts'
import { readSchemaFunctions } from './schema-functions.ts'

const names = (await readMigrations()).map(({ name }) => name)
const functionNames = (await readSchemaFunctions()).map(({ name }) => name)
const allNames = [...names, ...functionNames]

test('migrations are numbered without gaps', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1))
})

test('runs each migration once in two concurrent calls, and none in a third', async () => {
  const { url, client } = await createEmptyDatabase()
  const ran = await Promise.all([migrate(url), migrate(url)])
  expect(ran.flat()).toEqual(allNames)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query(
    'select name from schema_migrations order by name collate "C"',
  )
  expect(rows.map((row) => row.name)).toEqual(allNames)
})

test('rejects a migration that was edited after it had been run, and runs nothing', async () => {
  const { url, client } = await createMigratedDatabase()
  await client.query(`update schema_migrations set checksum = 'another' where name = $1`, [
    names[1],
  ])
  await client.query('delete from schema_migrations where name = $1', [names.at(-1)])
  const running = migrate(url)
  await expect(running).rejects.toThrow(StartupError)
  await expect(running).rejects.toThrow(names[1])
  await expect(running).rejects.toThrow('Nothing was changed and its data is intact.')
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows).toHaveLength(allNames.length - 1)
})

test('leaves a database that is ahead of the code unchanged', async () => {
  const { url, client } = await createMigratedDatabase()
  await client.query(`insert into schema_migrations values ('9999_of_tomorrow.sql', 'x')`)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query(`select from schema_migrations where name like '9999%'`)
  expect(rows).toHaveLength(1)
})

test.each([
  ['tables of its own', 'create table users (id integer primary key)'],
  ['a table of migrations of its own', 'create table schema_migrations (version text primary key)'],
])('rejects a database of another product with %s, and changes nothing', async (_, sql) => {
  const { url, client } = await createEmptyDatabase()
  await client.query(sql)
  const running = migrate(url)
  await expect(running).rejects.toThrow(StartupError)
  await expect(running).rejects.toThrow('has tables of another product')
  const { rows } = await client.query(
    `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows).toHaveLength(1)
})

test('rejects a database of an earlier version, and changes nothing', async () => {
  const { url, client } = await createEmptyDatabase()
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(`insert into schema_migrations values ('0001_ground.sql', 'x')`)
  const running = migrate(url)
  await expect(running).rejects.toThrow(StartupError)
  await expect(running).rejects.toThrow('belongs to an earlier version')
  const { rows } = await client.query(
    `select nspname from pg_namespace where nspname in ('archive', 'graphile_worker')`,
  )
  expect(rows).toEqual([])
})

test('rejects a database that stands in the middle of the earlier migrations, and names the commit to migrate with', async () => {
  const { url, client } = await createEmptyDatabase()
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(
    `insert into schema_migrations values ('0001_platform.sql', 'x'), ('0040_upload_writer.sql', 'y')`,
  )
  const running = migrate(url)
  await expect(running).rejects.toThrow(StartupError)
  await expect(running).rejects.toThrow(
    /^The database stands at 0040_upload_writer\.sql of the earlier migrations\. Migrate it with commit [0-9a-f]{40} first/,
  )
})

/** The functions of the code, with a function of one file replaced. */
async function withFunction(result: number): Promise<Migration[]> {
  const sql = `create or replace function answer_of_a_test() returns int language sql as 'select ${result}'`
  const [first, ...others] = await readSchemaFunctions()
  const name = `${first?.name.split(' ')[0]} ${result}`
  return [{ name, sql, checksum: String(result) }, ...others]
}

test('applies functions again when their text changes, also back to an earlier text, and no other file', async () => {
  const { url, client } = await createMigratedDatabase()
  const apply = async (result: number) => [
    await migrate(url, undefined, await withFunction(result)),
    (await client.query('select answer_of_a_test() as answer')).rows[0].answer,
  ]
  for (const result of [1, 2, 1])
    expect(await apply(result)).toEqual([[`functions/accounts.sql ${result}`], result])
  expect(await apply(1)).toEqual([[], 1])
})

test('leaves the functions of a database that is ahead unchanged', async () => {
  const { url, client } = await createMigratedDatabase()
  await client.query(`insert into schema_migrations values ('9999_of_tomorrow.sql', 'x')`)
  expect(await migrate(url, undefined, await withFunction(1))).toEqual([])
})

test('applies no functions if one of them fails', async () => {
  const { url, client } = await createEmptyDatabase()
  await migrate(url, undefined, [])
  const [first, ...others] = await readSchemaFunctions()
  const broken = { name: 'functions/z.sql 0', sql: 'create function nonsense', checksum: 'z' }
  await expect(migrate(url, undefined, [first!, broken])).rejects.toThrow(
    'functions/z.sql 0 failed',
  )
  const { rows } = await client.query(
    `select proname from pg_proc where proname = 'create_first_profile'`,
  )
  expect(rows).toEqual([])
  expect(await migrate(url, undefined, [first!, ...others])).toEqual(functionNames)
})

test('rolls back a migration that fails', async () => {
  const { url, client } = await createEmptyDatabase()
  await migrate(url, (await readMigrations()).slice(0, 1), [])
  // The second migration creates a table of this name.
  await client.query('create table messages (mine text)')
  await expect(migrate(url)).rejects.toThrow(names[1])
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows.map((row) => row.name)).toEqual([names[0]])
  await client.query('drop table messages')
  expect(await migrate(url)).toEqual(allNames.slice(1))
})

/** A migration for a test, numbered after the real ones. */
function testMigration(name: string, sql: string): Migration {
  return { name: `9000_${name}.sql`, sql, checksum: name }
}

/** Reads and writes works continuously until it is ended; every statement must get its locks within a second. */
function startTraffic(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c lock_timeout=1000' })
  let stopped = false
  let count = 0
  const run = async (index: number) => {
    while (!stopped) {
      if (index % 2) await pool.query('select count(*) from age_ratings')
      else await pool.query(`update age_ratings set name = name where code = 'ALL'`)
      count++
    }
  }
  const running = Promise.all([run(0), run(1)])
  return {
    async end() {
      stopped = true
      await running
      await pool.end()
      return { count }
    },
  }
}

test('does not block traffic while it waits for a long read, and completes afterwards', async () => {
  const { url, client } = await createMigratedDatabase()
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from age_ratings')
  const traffic = startTraffic(url)
  const files = [
    ...(await readMigrations()),
    testMigration('a_column', 'alter table age_ratings add column mark integer'),
  ]
  // Two at once, as when two machines are updated together.
  let ended = 0
  const migrating = [migrate(url, files), migrate(url, files)].map((migration) =>
    migration.finally(() => ended++),
  )
  const { rows } = await vi.waitUntil(
    async () => {
      const result = await client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table age_ratings%'`,
      )
      return result.rowCount && result
    },
    { timeout: 20_000, interval: 5 },
  )
  expect(rows).toHaveLength(1)
  // It releases the queue for the lock more than once while the reader stays.
  for (let times = 0; times < 2; times++) {
    for (const waits of [false, true])
      await vi.waitUntil(
        async () =>
          waits ===
          Boolean(
            (
              await client.query(
                `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table age_ratings%'`,
              )
            ).rowCount,
          ),
        { timeout: 20_000, interval: 5 },
      )
  }
  expect(ended).toBe(0)
  await reader.query('commit')
  await reader.end()
  expect((await Promise.all(migrating)).flat()).toEqual(['9000_a_column.sql'])
  // A lock_timeout of the traffic would have thrown.
  expect((await traffic.end()).count).toBeGreaterThan(100)
})

test('builds an index concurrently with traffic, and rebuilds one left by an interrupted build', async () => {
  const { url, client } = await createMigratedDatabase()
  // The index of an interrupted build.
  await client.query('create index ratings_by_name on age_ratings (name)')
  const traffic = startTraffic(url)
  const files = [
    ...(await readMigrations()),
    testMigration(
      'an_index',
      `-- outside a transaction
       drop index concurrently if exists ratings_by_name;
       -- A comment; with a semicolon in it.
       do $$ begin
         update age_ratings set name = name;
         commit;
       end $$;
       create index concurrently ratings_by_name on age_ratings (name, code);\n`,
    ),
  ]
  const ran = await Promise.all([migrate(url, files), migrate(url, files)])
  expect(ran.flat()).toEqual(['9000_an_index.sql'])
  const { rows } = await client.query(
    `select indisvalid, indnatts from pg_index where indexrelid = 'ratings_by_name'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true, indnatts: 2 }])
  expect((await traffic.end()).count).toBeGreaterThan(20)
})
