import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { StartupError } from '#server/shared/startup-error.ts'
import { migrate, type Migration, readMigrations } from './migrate.ts'

/** Creates an empty database, with a connection as its owner. */
async function emptyDatabase() {
  const { owner_url } = inject('database')
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: owner_url })
  await server.connect()
  await server.query(`create database ${name}`)
  const url = owner_url.replace(/\/[^/]*$/, `/${name}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    // The queue's own migration closes its connections a moment after it has finished.
    await vi.waitFor(() => server.query(`drop database ${name}`), { timeout: 5_000 })
    await server.end()
  })
  return { url, client }
}

const names = (await readMigrations()).map(({ name }) => name)

test('migrations are numbered without gaps', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1))
})

test('runs each migration once in two concurrent calls, and none in a third', async () => {
  const { url, client } = await emptyDatabase()
  const ran = await Promise.all([migrate(url), migrate(url)])
  expect(ran.flat()).toEqual(names)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query('select name from schema_migrations order by name')
  expect(rows.map((row) => row.name)).toEqual(names)
})

test('rejects a migration that was edited after it had been run, and runs nothing', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url)
  await client.query(`update schema_migrations set checksum = 'another' where name = $1`, [
    names[1],
  ])
  await client.query('delete from schema_migrations where name = $1', [names.at(-1)])
  const running = migrate(url)
  await expect(running).rejects.toThrow(StartupError)
  await expect(running).rejects.toThrow(names[1])
  await expect(running).rejects.toThrow('Nothing was changed and its data is intact.')
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows).toHaveLength(names.length - 1)
})

/** Former texts of migrations, as an edit of the text of today. */
const formerTexts = [
  {
    name: '0028_home_curation.sql',
    today: `    -- For each row: deleting a work that home does not show notifies nothing.
    execute format('create trigger notify_home_curation after insert or update or delete on %I
      for each row execute function notify_home_curation()', name);
    execute format('create trigger notify_home_curation_truncated after truncate on %I
      for each statement`,
    former: `    execute format('create trigger notify_home_curation after insert or update or delete or truncate on %I
      for each statement`,
  },
  {
    name: '0033_listing_ratings.sql',
    today: `kind + 8 * 3, count from listing_counts where listing = 'episodes';`,
    former: `kind + 8 * rank, count(*) from episode_listings group by 2, 3;`,
  },
]

/** A work of the lists, with one episode of two categories. */
const insertWork = `
  with work as (
    insert into series (title, age_rating, is_series, category_ids) values ('밤', '15', true, '{1}') returning id
  ), season as (
    insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id
  )
  insert into episodes (series_id, season_id, number, title, video_state, is_free)
  select series_id, id, 1, '1화', 'ready', true from season`

/** Migrates an empty database, with a work that is older than 0033. @returns its triggers and counts. */
async function migrateWithWork(texts: readonly Migration[]) {
  const { url, client } = await emptyDatabase()
  await migrate(
    url,
    texts.filter(({ name }) => name < '0033'),
  )
  await client.query(insertWork)
  await migrate(url, texts)
  await migrate(url)
  const read = async (text: string) => (await client.query(text)).rows
  return {
    checksums: await read('select name, checksum from schema_migrations order by name'),
    triggers: await read(
      'select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1',
    ),
    counts: await read('select * from listing_counts where count <> 0 order by 1, 2, 3'),
  }
}

test.each(formerTexts)(
  'migrates a database that ran the former text of $name to the state of any other',
  async ({ name, today, former }) => {
    const migrations = await readMigrations()
    const formerMigrations = migrations.map((migration) => {
      if (migration.name !== name) return migration
      const sql = migration.sql.replace(today, () => former)
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    const expected = await migrateWithWork(migrations)
    expect(expected.counts.filter(({ listing }) => listing === 'rated_episodes')).toHaveLength(2)
    expect(await migrateWithWork(formerMigrations)).toEqual(expected)
  },
)

test('leaves a database that is ahead of the code unchanged', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url)
  await client.query(`insert into schema_migrations values ('9999_of_tomorrow.sql', 'x')`)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query(`select from schema_migrations where name like '9999%'`)
  expect(rows).toHaveLength(1)
})

test('rejects a database of an earlier version, and changes nothing', async () => {
  const { url, client } = await emptyDatabase()
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

test('rolls back a migration that fails', async () => {
  const { url, client } = await emptyDatabase()
  // The second migration creates a table of this name.
  await client.query('create table series (mine text)')
  await expect(migrate(url)).rejects.toThrow(names[1])
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows.map((row) => row.name)).toEqual([names[0]])
  await client.query('drop table series')
  expect(await migrate(url)).toEqual(names.slice(1))
})

/** A migration for a test, numbered after the real ones. */
function testMigration(name: string, sql: string): Migration {
  return { name: `9000_${name}.sql`, sql, checksum: name }
}

/** Reads and writes works continuously until it is ended; every statement must get its locks within a second. */
function startTraffic(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8, options: '-c lock_timeout=1000' })
  let stopped = false
  let count = 0
  const run = async (index: number) => {
    while (!stopped) {
      if (index % 2) await pool.query('select count(*) from age_ratings')
      else await pool.query(`update age_ratings set name = name where code = 'ALL'`)
      count++
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const running = Promise.all(Array.from({ length: 8 }, (_, index) => run(index)))
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
  const { url, client } = await emptyDatabase()
  await migrate(url)
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
    { timeout: 10_000, interval: 5 },
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
        { timeout: 10_000, interval: 5 },
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
  const { url, client } = await emptyDatabase()
  await migrate(url)
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

test('keeps the newest of an account’s reviews of a work, the text of the others, and what staff hid', async () => {
  const { url, client } = await emptyDatabase()
  const files = await readMigrations()
  const next = files.findIndex(({ name }) => name.endsWith('_review_moderation.sql'))
  await migrate(url, files.slice(0, next))
  await client.query(`
    insert into members (id, email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
      values (1, 'a@example.com', '김한편', '', '', '', now(), now());
    insert into profiles (id, member_id, position, name, created_at) values (1000000001, 1, 2, '새봄', now());
    insert into series (id, title, age_rating, is_series)
      select id, '작품 ' || id, 'ALL', true from generate_series(1, 2) as id;
    insert into reviews (member_id, series_id, rating, context, is_spoiler, is_hidden, created_at, updated_at) values
      (1, 1, 1, '먼저', false, false, now() - interval '1 day', now() - interval '1 day'),
      (1000000001, 1, 9, '나중', false, false, now(), now()),
      (1, 2, 1, '숨긴 글', false, true, now() - interval '1 day', now() - interval '1 day'),
      (1000000001, 2, 9, '다시 쓴 글', false, false, now(), now())`)
  await migrate(url)
  const texts = async (table: string) =>
    (await client.query(`select context from ${table} order by context collate "C"`)).rows.map(
      ({ context }) => context,
    )
  expect(await texts('reviews')).toEqual(['나중', '숨긴 글'])
  expect(await texts('replaced_reviews')).toEqual(['다시 쓴 글', '먼저'])
  const { rows } = await client.query(
    'select review_count, rating_sum from series where id < 3 order by id',
  )
  expect(rows).toEqual([
    { review_count: 1, rating_sum: 9 },
    { review_count: 0, rating_sum: 0 },
  ])
})
