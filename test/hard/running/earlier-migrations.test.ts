import { loadSnapshot, withSnapshot } from '#server/db/backup/snapshot.ts'
import type { Migration } from '#server/db/schema/earlier-series.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createEmptyDatabase } from '#test/app/empty-database.ts'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'

// The baselines replaced an earlier series of migrations. These tests run that series from the git history.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** The last commit with the earlier series. */
const commit = '20795e30c027f0c26e16e4a19db86712e32d4167'
const noHistory = `the git history does not have commit ${commit.slice(0, 12)}`
const folder = 'server/db/schema/migrations/'

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

let earlier: Migration[] | undefined
beforeAll(() => {
  try {
    const paths = git('ls-tree', '--full-tree', '--name-only', commit, folder).trim().split('\n')
    earlier = paths.sort().map((path) => {
      const sql = git('show', `${commit}:${path}`)
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: path.slice(folder.length), sql, checksum }
    })
  } catch {
    console.log(`skipped: ${noHistory}`)
  }
})

/** Columns, constraints, indexes, functions, triggers, views and grants, in any order of columns. */
const schemaSql = `
  select lines from (
    select 'column ' || concat_ws(' ', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
        a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl) as lines
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
      where c.relnamespace = any ($1::regnamespace[]) and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v')
    union all select 'relation ' || concat_ws(' ', oid::regclass, relkind, relpersistence, reloptions, relacl)
      from pg_class where relnamespace = any ($1::regnamespace[]) and relkind in ('r', 'v', 'S')
    union all select 'sequence ' || concat_ws(' ', schemaname, sequencename, data_type, start_value, max_value, cache_size)
      from pg_sequences where schemaname::regnamespace = any ($1::regnamespace[])
    union all select 'constraint ' || concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = any ($1::regnamespace[])
    union all select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = any ($1::regnamespace[])
    union all select 'function ' || pg_get_functiondef(oid) || coalesce(proacl::text, '')
      from pg_proc where pronamespace = any ($1::regnamespace[])
    union all select 'trigger ' || pg_get_triggerdef(t.oid) || t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = any ($1::regnamespace[])
    union all select 'view ' || viewname || definition from pg_views where schemaname::regnamespace = any ($1::regnamespace[])
  ) as parts order by 1`

const readSchema = async (client: pg.Client) =>
  (await client.query<{ lines: string }>(schemaSql, [['public', 'archive']])).rows.map(
    ({ lines }) => lines,
  )

/** A member with two profiles, one of which watched, liked and rated a work, as the migration before `profile_id` stored it. */
const rowsOfEarlier = `
  insert into members (id, email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
    values (1, 'a@example.com', '김한편', '', '', '', now(), now());
  insert into profiles (member_id, position, name, created_at) values (1, 2, '새봄', now());
  insert into series (id, title, age_rating, is_series) values (1, '밤', 'ALL', true);
  insert into seasons (id, series_id, number, title) values (1, 1, 1, '시즌 1');
  insert into episodes (id, series_id, season_id, number, title, is_free) values (1, 1, 1, 1, '1화', true);
  insert into watch_histories (member_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
    select max(id), 1, 1, 30, false, now(), now(), current_date, 1 from profiles;
  insert into likes (member_id, series_id, created_at) select max(id), 1, now() from profiles;
  insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
    select max(id), 1, 9, '좋았어요', false, now(), now() from profiles`

const expectRows = async (client: pg.Client) => {
  const { rows } = await client.query(`
    select p.position, h.progress, l.series_id as liked, r.rating, r.author_id, c.histories, s.review_count
    from profiles p join watch_histories h on h.profile_id = p.id join likes l on l.profile_id = p.id
      join reviews r on r.profile_id = p.id join profile_list_counts c on c.profile_id = p.id join series s on s.id = r.series_id`)
  expect(rows).toEqual([
    {
      position: 2,
      progress: 30,
      liked: 1,
      rating: 9,
      author_id: 1,
      histories: 1,
      review_count: 1,
    },
  ])
}

/** Creates a database that stands at the end of the earlier series, with rows from before its last migrations. */
async function createEarlierDatabase(series: readonly Migration[]) {
  const { url, client } = await createEmptyDatabase()
  await migrate(
    url,
    series.filter(({ name }) => name < '0061'),
    [],
  )
  await client.query(rowsOfEarlier)
  await migrate(url, series, [])
  return { url, client }
}

test('adopts a database at the end of the earlier migrations, with the schema of a new one', async (context) => {
  if (!earlier) return context.skip(noHistory)
  const { url, client } = await createEarlierDatabase(earlier)
  const fresh = await createEmptyDatabase()
  const all = await migrate(fresh.url)
  expect(await migrate(url)).toEqual(all.filter((name) => name.startsWith('functions/')))
  expect(await migrate(url)).toEqual([])
  expect(await readSchema(client)).toEqual(await readSchema(fresh.client))
  const journal = 'select name, checksum from schema_migrations order by 1'
  expect((await client.query(journal)).rows).toEqual((await fresh.client.query(journal)).rows)
  await expectRows(client)
  // A new profile gets an id that no other one has.
  await client.query(`
    insert into members (email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
    values ('b@example.com', '이새봄', '', 'b', '', now(), now())`)
  expect((await client.query('select from profiles')).rowCount).toBe(3)
})

test('restores a backup from the end of the earlier migrations', async (context) => {
  if (!earlier) return context.skip(noHistory)
  const { url } = await createEarlierDatabase(earlier)
  const { manifest, rows } = await withSnapshot(url, async ({ facts, rows: read }) => {
    const manifest = await facts()
    const rows = new Map<string, string>()
    for (const table of manifest.tables) rows.set(table.table, await text(read(table)))
    return { manifest, rows }
  })
  const target = await createEmptyDatabase()
  await loadSnapshot(target.url, manifest, (table) => Readable.from([rows.get(table) ?? '']))
  await expectRows(target.client)
})

test('changes nothing in a database in the middle of them, and names the commit to migrate with', async (context) => {
  if (!earlier) return context.skip(noHistory)
  const { url, client } = await createEmptyDatabase()
  await migrate(
    url,
    earlier.filter(({ name }) => name < '0061'),
    [],
  )
  const before = await readSchema(client)
  const migrating = migrate(url)
  await expect(migrating).rejects.toThrow(StartupError)
  await expect(migrating).rejects.toThrow(`Migrate it with commit ${commit} first`)
  expect(await readSchema(client)).toEqual(before)
})
