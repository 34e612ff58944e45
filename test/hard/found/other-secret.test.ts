import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { startStack } from '#test/processes/npm-start.ts'
import { runTask } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const root = join(import.meta.dirname, '../../..')

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await makeMember(app)
})
afterAll(() => app?.close())

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-other-secret-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const environment = (DATA_DIR: string) => ({
  DATA_DIR,
  DATABASE_URL: app.url,
  DATABASE_OWNER_URL: app.owner_url,
  LOG_LEVEL: 'silent',
})

/** Runs an entry of the server until it ends by itself. */
function runEntry(entry: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'server', entry)], {
    env: { PATH: process.env['PATH'], ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

const refusal = {
  code: 1,
  output: expect.stringMatching(
    /^The database is encrypted, and there is no DATA_ENCRYPTION_SECRET here\. .*\n$/,
  ),
}

test.each(['main.ts', 'worker.ts'])('%s ends with one line, and makes no secret', async (entry) => {
  const folder = await emptyFolder()
  expect(await runEntry(entry, environment(folder))).toEqual(refusal)
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['ingest', [join(root, 'package.json')], 1],
  ['reconcile', [], 2],
] as const)('%s ends with one line, and makes no secret', async (task, args, code) => {
  const folder = await emptyFolder()
  const result = await runTask(task, [...args], environment(folder))
  expect(result).toEqual({ ...refusal, code })
  expect(await readdir(folder)).toEqual([])
})

test('migrates nothing with another secret', async () => {
  const owner = await connectAsOwner(app)
  onTestFinished(() => owner.close())
  await owner.client.query(`delete from schema_migrations where name like 'functions/reviews.sql%'`)
  const readApplied = async () =>
    (await owner.client.query('select name from schema_migrations order by 1')).rows
  const before = await readApplied()
  const other = 'another secret, which is long enough as well'
  for (const [task, args] of [
    ['reconcile', []],
    ['staff', ['create', 'owner@example.com']],
  ] as const) {
    const { output } = await runTask(task, [...args], {
      ...environment(await emptyFolder()),
      DATA_ENCRYPTION_SECRET: other,
    })
    expect(output).toMatch(/^The database was encrypted with another DATA_ENCRYPTION_SECRET .*\n$/)
  }
  expect(await readApplied()).toEqual(before)
})

test('npm start of a copy that was restored without its secret names what it needs', async () => {
  const [backup, data] = [join(await emptyFolder(), 'backup'), await emptyFolder()]
  const made = await runTask('backup', [backup], environment(app.config.data_dir))
  expect(made.code).toBe(0)
  const restored = await runTask('restore', [backup], { DATA_DIR: data })
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('!! The backup is encrypted'),
  })

  const stack = await startStack({ DATA_DIR: data })
  expect(await stack.exit).toBe(1)
  expect(stack.said()).toMatch(/^The database is encrypted, and there is no .*\n$/)
  expect(await readdir(data)).not.toContain('data-encryption.secret')

  const secret = app.config.secrets.encryption ?? ''
  const second = await startStack({ DATA_DIR: data, DATA_ENCRYPTION_SECRET: secret })
  await second.ready()
  second.signal('SIGTERM')
  expect(await second.exit).toBe(0)
})
