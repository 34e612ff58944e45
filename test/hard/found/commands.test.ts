import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { childrenOf, startStack } from '#test/processes/npm-start.ts'
import { runTask } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-commands-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const environment = () => ({
  DATA_DIR: app.config.data_dir,
  DATABASE_URL: app.url,
  DATABASE_OWNER_URL: app.owner_url,
  DATA_ENCRYPTION_SECRET: app.config.secrets.encryption ?? '',
})

test.each([
  ['staff', [], 1],
  ['answer', [], 1],
  ['import', [join(import.meta.dirname, 'commands.test.ts')], 1],
  ['ingest', [join(import.meta.dirname, 'commands.test.ts')], 1],
  ['reconcile', [], 2],
  ['backup', [join(tmpdir(), `hanpyeon-no-backup-${process.pid}`)], 1],
] as const)('%s refuses a folder without a database, and makes none', async (task, args, code) => {
  const DATA_DIR = join(await emptyFolder(), 'data')
  if (task === 'backup') onTestFinished(() => rm(args[0], { recursive: true, force: true }))
  expect(await runTask(task, [...args], { DATA_DIR })).toEqual({
    code,
    output: expect.stringMatching(new RegExp(`^There is no database in ${DATA_DIR}: .*\\n$`)),
  })
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})

test.skipIf(process.platform !== 'linux').each([
  ['backup', '/proc/hanpyeon', () => environment()],
  ['migrate', undefined, () => ({ DATA_DIR: '/proc/hanpyeon' })],
] as const)('%s ends with one line where no folder can be made', async (task, folder, env) => {
  const { code, output } = await runTask(task, folder ? [folder] : [], env())
  expect(output).toContain('The folder /proc/hanpyeon cannot be made (ENOENT): name another one.\n')
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
})

test('staff says that there is nobody, which database it asked, and who is no member', async () => {
  const name = new URL(app.url)
  const database = `Database: ${name.pathname.slice(1)} at ${name.host}\n`
  expect(await runTask('staff', [], environment())).toEqual({
    code: 0,
    output: `No staff.\n${database}`,
  })
  const member = await makeMember(app)
  const unknown = await runTask('staff', ['dismiss', 'nobody@example.com'], environment())
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('There is no member') })
  const same = await runTask('staff', ['dismiss', member.email], environment())
  expect(same).toMatchObject({ code: 1, output: expect.stringContaining('it is so already') })
})

test('backup into a bucket that does not answer ends with one line', async () => {
  const folder = join(await emptyFolder(), 'backup')
  const { code, output } = await runTask('backup', [folder], {
    ...environment(),
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'absent',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  })
  expect(output).toMatch(/^The files cannot be reached \(S3 .*\): check the S3_… variables\.\n$/)
  expect(code).toBe(1)
})

test('npm start names a worker that is killed before it is ready', async () => {
  const DATA_DIR = await emptyFolder()
  await mkdir(DATA_DIR, { recursive: true })
  const stack = await startStack({ DATA_DIR })
  const worker = await vi.waitUntil(() => childrenOf(stack.pid, 'server/worker.ts')[0], {
    timeout: 60_000,
    interval: 5,
  })
  process.kill(worker, 'SIGKILL')
  expect(await stack.exit).toBe(1)
  expect(stack.said()).toBe('server/worker.ts was ended by SIGKILL before it was ready.\n')
})
