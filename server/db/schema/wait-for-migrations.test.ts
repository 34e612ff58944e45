import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForMigrations, migrationNames } from './wait-for-migrations.ts'
import { migrate } from './migrate.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const silent = createLogger('silent', 'test')

test('a schema that has all, or more than the code knows, is as good', async () => {
  const names = await migrationNames()
  await waitForMigrations(world.url, silent)
  await waitForMigrations(world.url, silent, names.slice(0, -1))
})

test('code that is newer than the schema waits, says for what, and goes on with the migration', async () => {
  const lines: string[] = []
  const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
  const later = '9999_of_tomorrow.sql'
  let done = false
  const waiting = waitForMigrations(world.url, log, [...(await migrationNames()), later])
  void waiting.then(() => (done = true))
  await expect.poll(() => lines.length > 0).toBe(true)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ migration: later })
  expect(done).toBe(false)
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  await owner.query(`insert into schema_migrations (name, checksum) values ($1, '')`, [later])
  await owner.end()
  await waiting
})

test('an empty database is waited for while its first migration runs; who has no rights in it is told', async () => {
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const stranger = `stranger_${name}`
  const at = (url: string, username?: string) =>
    String(Object.assign(new URL(url), { pathname: `/${name}`, ...(username && { username }) }))
  await owner.query(`create database ${name}`)
  await owner.query(`create role ${stranger} login password '${new URL(world.url).password}'`)
  const inside = new pg.Client({ connectionString: at(world.owner_url) })
  await inside.connect()
  try {
    // As far as `migrate` has come before its first file.
    await inside.query(`create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const lines: string[] = []
    const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
    const waiting = waitForMigrations(at(world.url), log)
    await expect.poll(() => lines.length > 0).toBe(true)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ migration: (await migrationNames())[0] })
    const ofStranger = waitForMigrations(at(world.url, stranger), silent)
    await expect(ofStranger).rejects.toThrow('permission denied')
    await migrate(at(world.owner_url))
    await waiting
  } finally {
    await inside.end()
    await owner.query(`drop database ${name} with (force)`)
    await owner.query(`drop role ${stranger}`)
    await owner.end()
  }
})

test('no database that answers: nobody is kept waiting for it', async () => {
  await waitForMigrations('postgres://nobody@127.0.0.1:1/none', silent)
  // One that takes connections and says nothing.
  const mute = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  await waitForMigrations(`postgres://nobody@127.0.0.1:${port}/none`, silent)
  mute.close()
})

test('an address that is wrong ends it with one line', async () => {
  const wrong = Object.assign(new URL(world.url), { pathname: '/none' })
  await expect(waitForMigrations(String(wrong), silent)).rejects.toThrow(
    /^DATABASE_URL: there is no database "none" at /,
  )
})
