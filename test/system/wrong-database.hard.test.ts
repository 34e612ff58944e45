import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#server/db/connection.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { createEmptyDatabase } from '#test/app/empty-database.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { reasonToSkip } from '#test/hard/reason-to-skip.ts'
import { freePort } from '#test/processes/free-port.ts'
import { runTask, type TaskResult } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const root = join(import.meta.dirname, '../..')

let app: TestApp
let work: string
let backup: string
beforeAll(async () => {
  app = await openTestApp()
  work = await mkdtemp(join(tmpdir(), 'hanpyeon-wrong-database-'))
  backup = join(work, 'backup')
  const { code } = await runTask('backup', [backup], {
    DATA_DIR: app.config.data_dir,
    DATABASE_URL: app.url,
    DATABASE_OWNER_URL: app.owner_url,
  })
  expect(code).toBe(0)
})
afterAll(async () => {
  await app?.close()
  await rm(work, { recursive: true, force: true })
})

/** Every command that opens a database, with the exit code of an error. */
const commands = () =>
  [
    ['migrate', [], 1],
    ['staff', [], 1],
    ['staff', ['create', 'owner@example.com'], 1],
    ['answer', [], 1],
    ['import', [join(root, 'package.json')], 1],
    ['ingest', [join(root, 'package.json')], 1],
    ['reconcile', [], 2],
    ['backup', [join(work, 'another')], 1],
    ['restore', [backup], 1],
  ] as const

/** Runs an entry of the server until it ends by itself. */
function runEntry(entry: string, env: Record<string, string>): Promise<TaskResult> {
  const child = spawn(process.execPath, [join(root, 'server', entry)], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? -1, output })),
  )
}

/** Expects one line with `text`, from every command and process. */
async function expectRefusals(DATABASE_URL: string, text: string) {
  const env = { DATA_DIR: join(work, 'data'), DATABASE_URL }
  const line = expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`))
  for (const [task, args, code] of commands())
    expect.soft(await runTask(task, [...args], env), task).toEqual({ code, output: line })
  for (const entry of ['main.ts', 'worker.ts'])
    expect.soft(await runEntry(entry, env), entry).toEqual({ code: 1, output: line })
}

test('refuses the database of another product, and makes nothing in it', async () => {
  const { url, client } = await createEmptyDatabase()
  await client.query('create table users (id integer primary key)')
  const name = new URL(url).pathname.slice(1)
  await expectRefusals(url, `${name}[^\\n]* has tables of another product`)
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows).toEqual([{ tablename: 'users' }])
  expect(await readdir(work)).not.toContain('another')
})

test('works on a database that a newer version migrated, and leaves its schema', async () => {
  const { url, client } = await createEmptyDatabase()
  await migrate(url)
  await client.query(`insert into schema_migrations values ('9999_of_tomorrow.sql', 'x')`)
  const env = { DATA_DIR: join(work, 'newer'), DATABASE_URL: url }
  expect(await runTask('staff', [], env)).toMatchObject({ code: 0 })
  expect((await runTask('migrate', [], env)).output).toContain('Nothing to do.')
})

test('creates an owner, and names the database', async () => {
  const env = {
    DATA_DIR: app.config.data_dir,
    DATABASE_URL: app.url,
    DATABASE_OWNER_URL: app.owner_url,
    DATA_ENCRYPTION_SECRET: app.config.secrets.encryption ?? '',
    SITE_URL: 'https://hanpyeon.example',
    UNSENT_MESSAGES: 'keep',
  }
  const create = () => runTask('staff', ['create', 'owner@example.com'], env)
  const { code, output } = await create()
  const [, link, database] = output.split('\n')
  expect(link).toMatch(
    /^https:\/\/hanpyeon\.example\/accounts\/recovery\/password\/change\/\w+\/[\w-]+\?next=\/studio$/,
  )
  const { host, pathname, password } = new URL(app.owner_url)
  expect(database).toBe(`Database: ${pathname.slice(1)} at ${host}`)
  expect(output).not.toContain(`:${password}@`)
  expect(code).toBe(0)
  expect(await create()).toEqual({
    code: 1,
    output: 'owner@example.com has an account: appoint it, or use reset-password.\n',
  })
})

const postgres15 = '/usr/lib/postgresql/15/bin'

/** Starts PostgreSQL 15 as an account that may run it. */
async function startPostgres15(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hanpyeon-postgres-15-'))
  const nobody = 65_534
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in account) chownSync(folder, nobody, nobody)
  const cluster = join(folder, 'cluster')
  const args = ['-D', cluster, '-U', 'owner', '--auth=trust', '--no-sync', '-E', 'UTF8']
  const options = { ...account, cwd: folder }
  expect(spawnSync(join(postgres15, 'initdb'), args, options).status).toBe(0)
  const port = await freePort()
  const server = spawn(
    join(postgres15, 'postgres'),
    ['-D', cluster, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
    { ...options, stdio: 'ignore' },
  )
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgres://owner@127.0.0.1:${port}/postgres`
  await vi.waitUntil(
    async () => {
      const client = createClient(url, { name: 'test' })
      const isOpen = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      return isOpen
    },
    { timeout: 30_000, interval: 100 },
  )
  return url
}

test('refuses PostgreSQL 15', async (context) => {
  const reason = reasonToSkip({ packages: ['postgresql-15'] })
  if (reason) return context.skip(reason)
  await expectRefusals(await startPostgres15(), 'the server is PostgreSQL 15, and 18 or newer')
})

test('refuses a database that is not there', async () => {
  const url = inject('database').owner_url.replace(/\/[^/]*$/, '/nowhere')
  await expectRefusals(url, 'there is no database "nowhere"')
})
