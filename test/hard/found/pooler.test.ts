// hard: starts PgBouncer, servers and workers.
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { freePort } from '#test/processes/free-port.ts'
import { startServer } from '#test/processes/server-process.ts'
import { startWorker } from '#test/processes/worker-process.ts'
import { openPgBouncer } from '#test/services/pgbouncer.ts'
import { reasonToSkip } from '#test/hard/reason-to-skip.ts'
import { serverLimits } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'

const noPgBouncer = reasonToSkip({ packages: ['pgbouncer'] })
if (noPgBouncer) console.log(`through PgBouncer: ${noPgBouncer}`)

async function openPooledApp(poolMode: 'session' | 'transaction') {
  const app = await openTestAppForTest()
  const pooler = await openPgBouncer([app.url, app.owner_url], poolMode)
  onTestFinished(pooler.close)
  const env = {
    DATABASE_URL: pooler.through(app.url),
    DATABASE_OWNER_URL: pooler.through(app.owner_url),
  }
  return { app, env }
}

/** Starts an entry of the server, which is expected to exit. */
async function start(entry: string, app: TestApp, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server', entry)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    env: { PATH: process.env['PATH'], DATA_DIR: app.config.data_dir, ...env },
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { errors, code: code as number | null }
}

/** Journeys that need notifications, locks and the queue, and personal requests of many members at once. */
async function runServerAndWorker(app: TestApp, env: Record<string, string>) {
  const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(app)))
  const { cookie } = members[0]!
  const [id] = await makePlayable(app, [{}])
  const server = await startServer(app, await freePort(), env)
  onTestFinished(async () => void (await server.end('SIGTERM')))
  const get = (path: string) => fetch(server.origin + path, { headers: { cookie } })
  expect((await get('/readyz')).status).toBe(200)
  const readTitle = async () => (await get(`/api/contents/episodes/${id}/`)).text()
  await readTitle()
  await app.pool.query(`update episodes set title = 'renamed' where id = $1`, [id])
  await expect.poll(readTitle, { timeout: 3_000 }).toContain('renamed')

  const personal = ['/api/accounts/me/', '/api/contents/histories/me/', '/api/contents/likes/me/']
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      fetch(server.origin + personal[index % personal.length]!, {
        headers: { cookie: members[index % members.length]!.cookie },
      }),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))

  const worker = await startWorker(app, env)
  onTestFinished(async () => void (await worker.end('SIGTERM')))
  await app.transact((tx) => enqueue(tx, 'delete_profile_image', { key: 'none' }))
  const readNames = async () => (await readJobs(app)).map(({ task }) => task)
  await expect.poll(readNames).not.toContain('delete_profile_image')
}

describe.skipIf(noPgBouncer !== undefined)('through PgBouncer', () => {
  test('in session mode, a server and a worker run', async () => {
    const { app, env } = await openPooledApp('session')
    await runServerAndWorker(app, env)
  })

  test('in transaction mode, a server and a worker run with a direct address for sessions', async () => {
    const { app, env } = await openPooledApp('transaction')
    for (const [name, ms] of Object.entries(serverLimits))
      await app.pool.query(
        `do $$ begin execute format('alter role %I in database %I set ${name} = ${ms}', current_user, current_database()); end $$`,
      )
    await runServerAndWorker(app, {
      DATABASE_URL: env.DATABASE_URL,
      DATABASE_DIRECT_URL: app.url,
      DATABASE_OWNER_URL: app.owner_url,
    })
  })

  test('in transaction mode, a server exits with the statements for the limits of the role', async () => {
    const { app, env } = await openPooledApp('transaction')
    const { errors, code } = await start('main.ts', app, {
      ...env,
      DATABASE_DIRECT_URL: app.url,
    })
    expect(code).toBe(1)
    const [line, ...others] = errors.trim().split('\n')
    expect(others).toEqual([])
    expect(line).toMatch(/^DATABASE_URL: behind a pooler the role holds the limits/)
    for (const statement of line!.match(/alter role [^;]+;/g)!) await app.pool.query(statement)
    const { rows } = await app.pool.query(
      `select unnest(setconfig) as setting from pg_db_role_setting s
       join pg_database d on d.oid = s.setdatabase where d.datname = current_database() order by 1`,
    )
    expect(rows.map(({ setting }: { setting: string }) => setting)).toEqual([
      'idle_in_transaction_session_timeout=10000',
      'lock_timeout=2000',
      'statement_timeout=5000',
    ])
  })

  test.each([
    ['main.ts', 'DATABASE_URL'],
    ['worker.ts', 'DATABASE_OWNER_URL'],
  ])('in transaction mode, %s exits with a line that names %s', async (entry, variable) => {
    const { app, env } = await openPooledApp('transaction')
    const { errors, code } = await start(entry, app, env)
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([
      expect.stringMatching(`^${variable} leads through a pooler in transaction mode`),
    ])
  })
})
