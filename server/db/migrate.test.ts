import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { StartupFault } from '../kernel/startup-fault.ts'
import { migrate, readMigrations } from './migrate.ts'

/** An empty database of this test, and a connection to it as its owner. */
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
    // The queue's own migration lets go of its connections a moment after it is done.
    await vi.waitFor(() => server.query(`drop database ${name}`), { timeout: 5_000 })
    await server.end()
  })
  return { url, client }
}

const names = (await readMigrations()).map(({ name }) => name)

test('the files are numbered without a gap', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1))
})

test('two who start at once run each file once between them, and a third finds nothing to do', async () => {
  const { url, client } = await emptyDatabase()
  const ran = await Promise.all([migrate(url), migrate(url)])
  expect(ran.flat()).toEqual(names)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query('select name from schema_migrations order by name')
  expect(rows.map((row) => row.name)).toEqual(names)
})

test('a file that was edited after it had been run is refused by name, and nothing runs', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url)
  await client.query(`update schema_migrations set checksum = 'another' where name = $1`, [
    names[1],
  ])
  await client.query('delete from schema_migrations where name = $1', [names.at(-1)])
  const refused = migrate(url)
  await expect(refused).rejects.toThrow(StartupFault)
  await expect(refused).rejects.toThrow(names[1])
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows).toHaveLength(names.length - 1)
})

test('a database ahead of the code is left as it is', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url)
  await client.query(`insert into schema_migrations values ('9999_of_tomorrow.sql', 'x')`)
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query(`select from schema_migrations where name like '9999%'`)
  expect(rows).toHaveLength(1)
})

test('a file that fails leaves nothing of itself', async () => {
  const { url, client } = await emptyDatabase()
  // The second file finds its table there already.
  await client.query('create table series (mine text)')
  await expect(migrate(url)).rejects.toThrow(names[1])
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows.map((row) => row.name)).toEqual([names[0]])
  await client.query('drop table series')
  expect(await migrate(url)).toEqual(names.slice(1))
})
