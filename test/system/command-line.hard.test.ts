// hard: starts tasks as processes of their own (17 s of CPU).
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { runTask } from '#test/processes/run-task.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** Runs a task beside the server. */
const run = (
  task: string,
  args: string[],
  env: Record<string, string> = {},
  account: { uid?: number } = {},
) =>
  runTask(
    task,
    args,
    {
      DATA_DIR: app.config.data_dir,
      DATABASE_URL: app.url,
      DATABASE_OWNER_URL: app.owner_url,
      DATA_ENCRYPTION_SECRET: app.config.secrets.encryption ?? '',
      ...env,
    },
    account,
  )

const staff = (args: string[], env?: Record<string, string>, account?: { uid?: number }) =>
  run('staff', args, env, account)

test.each(['backup', 'restore'])(
  '%s prints its usage and exits with 2 for invalid arguments',
  async (task) => {
    const { code, output } = await run(task, ['--nothing'])
    expect(output).toContain(`Usage: npm run ${task}`)
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
  },
)

test('reconcile reports an unreachable gateway in one line and exits with 2', async () => {
  const TOSS_BASE_URL = `http://127.0.0.1:${await freePort()}`
  const { code, output } = await run('reconcile', [], { TOSS_BASE_URL })
  expect(output.trim().split('\n')).toEqual([expect.stringContaining('(ECONNREFUSED)')])
  expect(code).toBe(2)
})

test('records an account without a name by its uid in the audit log, as in a container', async (context) => {
  if (process.getuid?.() !== 0)
    return context.skip('only root may switch to an account without a name')
  const member = await makeMember(app)
  const result = await staff(['appoint', member.email, '--role', 'editor'], {}, { uid: 54_321 })
  expect(result).toEqual({
    code: 0,
    output: expect.stringMatching(new RegExp(`^${member.email} .* editor `, 'm')),
  })
  const { rows } = await app.pool.query(
    `select staff_name, address from audit_log where subject_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ staff_name: 'uid 54321', address: 'command line' }])
})

test.each([
  ['without a role', ['appoint', 'member@example.com']],
  ['with an unknown role', ['appoint', 'member@example.com', '--role', 'admin']],
  ['with a role of another command', ['dismiss', 'member@example.com', '--role', 'editor']],
])('staff prints its usage and exits with 2 %s', async (_, args) => {
  const { code, output } = await staff(args)
  expect(output).toContain('Roles: analyst, editor, support, finance, owner')
  expect(code).toBe(2)
})

test('does not dismiss the last owner', async () => {
  const owner = await makeMember(app, { is_staff: true })
  const { code, output } = await staff(['dismiss', owner.email])
  expect(output).toContain(`${owner.email} is the last owner: appoint another one first.\n`)
  expect(code).toBe(1)
})

test('names the missing grant for a role without rights before it does anything', async () => {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const name = `no_rights_${Date.now()}`
  await owner.query(`create role ${name} login password 'no-rights'`)
  const url = new URL(app.url)
  Object.assign(url, { username: name, password: 'no-rights' })
  try {
    const { code, output } = await staff([], { DATABASE_URL: url.href })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(`grant hanpyeon_app to ${name};`)
  } finally {
    await owner.query(`drop role ${name}`)
    await owner.end()
  }
})
