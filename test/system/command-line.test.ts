// hard: starts tasks as processes of their own (17 s of CPU).
import { taskFiles } from '../../bin/tasks.mjs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

/** Runs a task beside the server. */
async function run(
  task: string,
  args: string[],
  env: Record<string, string> = {},
  account: { uid?: number } = {},
) {
  const { config } = world
  const file = join(import.meta.dirname, '../../bin', taskFiles[task] ?? '')
  const given = {
    // Where the account has no name, its home has to be told; containers do.
    ...{ PATH: process.env['PATH'], HOME: '/', DATA_DIR: config.data_dir },
    ...{ DATABASE_URL: world.url, DATABASE_OWNER_URL: world.owner_url, ...env },
  }
  return promisify(execFile)(process.execPath, [file, ...args], { env: given, ...account }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      ...{ code: error.code, said: error.stdout + error.stderr },
    }),
  )
}

const staff = (args: string[], env?: Record<string, string>, account?: { uid?: number }) =>
  run('staff', args, env, account)

test.each(['backup', 'restore'])(
  '%s is asked wrongly: it says how it is asked, and ends with 2',
  async (task) => {
    const { code, said } = await run(task, ['--nothing'])
    expect(said).toContain(`Usage: npm run ${task}`)
    expect(said).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
  },
)

test('a gateway that cannot be asked is told in one line, and the comparison ends with 2', async () => {
  const TOSS_BASE_URL = `http://127.0.0.1:${await freePort()}`
  const { code, said } = await run('reconcile', [], { TOSS_BASE_URL })
  expect(said.trim().split('\n')).toEqual([expect.stringContaining('(ECONNREFUSED)')])
  expect(code).toBe(2)
})

test('who has no name on his machine, as in a container, is in the audit log by his number', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root may become somebody without a name')
  const member = await makeMember(world)
  const done = await staff(['appoint', member.email], {}, { uid: 54_321 })
  expect(done).toEqual({ code: 0, said: expect.stringContaining(member.email) })
  const { rows } = await world.pool.query(
    `select staff_name, address from studio_acts where subject_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ staff_name: 'uid 54321', address: 'command line' }])
})

test('a role that nobody gave rights is told which statement is missing, before anything is done', async () => {
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  const name = `nobodys_${Date.now()}`
  await owner.query(`create role ${name} login password 'of-nobody'`)
  const url = new URL(world.url)
  Object.assign(url, { username: name, password: 'of-nobody' })
  try {
    const { code, said } = await staff([], { DATABASE_URL: url.href })
    expect(code).toBe(1)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toContain(`grant hanpyeon_app to ${name};`)
  } finally {
    await owner.query(`drop role ${name}`)
    await owner.end()
  }
})
