import { chmod, mkdtemp, readFile, stat } from 'node:fs/promises'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { childrenOf, postmasterOf, startStack } from '#test/processes/npm-start.ts'

vi.setConfig({ testTimeout: 90_000 })

const emptyFolder = () => mkdtemp(join(tmpdir(), 'hanpyeon-private-'))

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  return client.connect().then(
    async () => {
      await client.end()
      return true
    },
    () => false,
  )
}

const withUser = (url: string, username: string) => Object.assign(new URL(url), { username }).href

test('npm start closes its folder, and gives its server no way to the superuser', async () => {
  const DATA_DIR = await emptyFolder()
  await chmod(DATA_DIR, 0o755)
  const stack = await startStack({ DATA_DIR })
  await stack.ready()
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700)
  const [server = 0] = childrenOf(stack.pid, 'server/main.ts')
  const environment = (await readFile(`/proc/${server}/environ`, 'utf8')).split('\0')
  const url = environment.find((line) => line.startsWith('DATABASE_URL='))?.slice(13) ?? ''
  expect(environment.join()).not.toContain('DATABASE_OWNER_URL')
  expect(await canConnect(url)).toBe(true)
  expect(await canConnect(withUser(url, 'postgres'))).toBe(false)
  const status = await readFile(`/proc/${postmasterOf(DATA_DIR)}/status`, 'utf8')
  expect(status).toMatch(/^CapEff:\t0+$/m)
  stack.signal('SIGTERM')
  expect(await stack.exit).toBe(0)
})

test('gives the application of an existing cluster a password of its own', async () => {
  const folder = await emptyFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = await startEmbedded(folder, { durable: false })
  // As an earlier version left it: one password for both roles.
  const shared = readFileSync(join(folder, 'postgres.secret'), 'utf8')
  const owner = new pg.Client({ connectionString: first.owner_url })
  await owner.connect()
  await owner.query(`alter role hanpyeon password '${shared}'`)
  await owner.end()
  rmSync(join(folder, 'postgres-app.secret'))
  // A second process finds it running, and leaves the password of the first one.
  const adopted = await startEmbedded(folder, { durable: false })
  expect(adopted.adopted).toBe(true)
  expect(await canConnect(adopted.url)).toBe(true)
  await first.stop()

  const next = await startEmbedded(folder, { durable: false })
  expect(await canConnect(next.url)).toBe(true)
  expect(await canConnect(withUser(next.url, 'postgres'))).toBe(false)
  expect(await canConnect(withUser(next.owner_url, 'hanpyeon'))).toBe(false)
  await next.stop()
})
