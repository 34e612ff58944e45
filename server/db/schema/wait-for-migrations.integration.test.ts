import { createLogger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForMigrations, migrationNames } from './wait-for-migrations.ts'
import { migrate } from './migrate.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const silent = createLogger('silent', 'test')

test('resolves if the schema has at least the migrations of the code', async () => {
  const names = await migrationNames()
  for (const needed of [names, names.slice(0, -1)])
    expect(await waitForMigrations(app.url, silent, needed)).toBe(true)
})

test('waits for a missing migration, logs its name and continues afterwards', async () => {
  const lines: string[] = []
  const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
  const later = '9999_of_tomorrow.sql'
  let done = false
  const waiting = waitForMigrations(app.url, log, [...(await migrationNames()), later])
  void waiting.then(() => (done = true))
  await expect.poll(() => lines.length > 0).toBe(true)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ migration: later })
  expect(done).toBe(false)
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(`insert into schema_migrations (name, checksum) values ($1, '')`, [later])
  await owner.end()
  await waiting
})

test('waits during the first migration of an empty database, but fails without privileges', async () => {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const stranger = `stranger_${name}`
  const urlFor = (url: string, username?: string) =>
    String(Object.assign(new URL(url), { pathname: `/${name}`, ...(username && { username }) }))
  await owner.query(`create database ${name}`)
  await owner.query(`create role ${stranger} login password '${new URL(app.url).password}'`)
  const inside = new pg.Client({ connectionString: urlFor(app.owner_url) })
  await inside.connect()
  try {
    // The state of `migrate` before its first file.
    await inside.query(`create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const lines: string[] = []
    const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
    const waiting = waitForMigrations(urlFor(app.url), log)
    await expect.poll(() => lines.length > 0).toBe(true)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ migration: (await migrationNames())[0] })
    const ofStranger = waitForMigrations(urlFor(app.url, stranger), silent)
    await expect(ofStranger).rejects.toThrow('permission denied')
    await migrate(urlFor(app.owner_url))
    await waiting
  } finally {
    await inside.end()
    await owner.query(`drop database ${name} with (force)`)
    await owner.query(`drop role ${stranger}`)
    await owner.end()
  }
})

test('fails if the database belongs to an earlier version', async () => {
  // To code with other baseline migrations, this database is one of an earlier version.
  const waiting = waitForMigrations(app.url, silent, ['0001_another_baseline.sql'])
  await expect(waiting).rejects.toThrow(StartupError)
})

test('resolves if the database is unavailable', async () => {
  const waitAt = (port: number) =>
    waitForMigrations(`postgres://nobody@127.0.0.1:${port}/none`, silent)
  expect(await waitAt(1)).toBe(false)
  // A server that accepts connections and does not respond.
  const unresponsive = createServer((socket) => void socket.on('error', () => {})).listen(
    0,
    '127.0.0.1',
  )
  await once(unresponsive, 'listening')
  const { port } = unresponsive.address() as AddressInfo
  expect(await waitAt(port)).toBe(false)
  unresponsive.close()
})

test('fails with one line if the URL is wrong', async () => {
  const wrong = Object.assign(new URL(app.url), { pathname: '/none' })
  await expect(waitForMigrations(String(wrong), silent)).rejects.toThrow(
    /^DATABASE_URL: there is no database "none" at /,
  )
})
