import { readConfig } from '#server/config.ts'
import type { Environment } from '#server/read-environment.ts'
import { systemClock } from '#server/shared/clock.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openClamd } from '#test/services/clamd.ts'
import { openTestGateway } from '#test/services/payment-gateway.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checkStart } from '../../bin/app/check-start.ts'
import { runCheck } from '../../bin/operations/doctor/check.ts'
import { checkOpenFiles, siteChecks } from '../../bin/operations/doctor/site-checks.ts'
import { openSmsProviders } from '../../simulators/sms/sms-providers.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await openTestApp()
  await makeMember(app)
  folder = await mkdtemp(join(tmpdir(), 'hanpyeon-doctor-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const envOf = (changes: Environment): Environment => ({
  DATABASE_URL: app.url,
  DATABASE_OWNER_URL: app.owner_url,
  DATA_DIR: join(folder, 'data'),
  DATA_ENCRYPTION_SECRET: app.config.secrets.encryption,
  MEDIA_TOKEN_SECRET: app.config.secrets.media_token,
  UNSENT_MESSAGES: 'keep',
  SEED: 'none',
  ...changes,
})

/** Runs the checks whose name begins with `name`, as `npm run doctor` does. */
async function examine(name: string, changes: Environment) {
  const checks = siteChecks(readConfig(envOf(changes)), undefined).filter((check) =>
    check.name.startsWith(name),
  )
  expect(checks).not.toEqual([])
  const results = await Promise.all(checks.map(runCheck))
  return results.find(({ ok }) => !ok) ?? results[0]!
}

const closed = async (scheme = 'http') => `${scheme}://127.0.0.1:${await freePort()}`

/** Opens a web server that answers everything with a status. @returns its address */
async function answering(status: number): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(status).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const withHost = (url: string, address: string) =>
  Object.assign(new URL(url), { host: new URL(address).host }).href
const withDatabase = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`)

test.each<[string, () => Promise<Environment>]>([
  ['database', async () => ({})],
  ['sessions', async () => ({})],
  ['tables', async () => ({})],
  ['clock', async () => ({})],
  ['files', async () => ({})],
  ['open files', async () => ({})],
  ['mail server', async () => ({ SMTP_URL: (await openMailServer()).url })],
  ['SMS', async () => ({ SMS_URL: await answering(405) })],
  ['payments', async () => ({})],
  ['virus scanner', async () => ({ CLAMD_URL: (await openClamd()).url })],
  ['films at', async () => ({ MEDIA_EDGE_URLS: await answering(403) })],
  ['purge at', async () => ({ MEDIA_PURGE_URLS: await answering(200) })],
  ['status page', async () => ({ STATUS_PAGE: join(folder, 'status') })],
  ['site', async () => ({ SITE_URL: app.origin })],
])('finds nothing to do about what works: %s', async (name, change) => {
  expect(await examine(name, await change())).toMatchObject({ name: expect.any(String), ok: true })
})

test.each<[string, string, RegExp, () => Promise<Environment>]>([
  [
    'database',
    'a wrong password',
    /does not let "hanpyeon" in/,
    async () => ({ DATABASE_URL: app.url.replace(/:[^:@]+@/, ':wrong@') }),
  ],
  [
    'database',
    'no server',
    /no PostgreSQL answers/,
    async () => ({ DATABASE_URL: withHost(app.url, await closed()) }),
  ],
  [
    'pooler',
    'a role without limits',
    /alter role .* set statement_timeout/,
    async () => ({ DATABASE_DIRECT_URL: app.url }),
  ],
  [
    'tables',
    'a database that was not migrated',
    /npm run migrate/,
    async () => ({
      DATABASE_URL: withDatabase(app.url, 'postgres'),
      DATABASE_OWNER_URL: withDatabase(app.owner_url, 'postgres'),
    }),
  ],
  [
    'tables',
    'another secret',
    /DATA_ENCRYPTION_SECRET is not that/,
    async () => ({ DATA_ENCRYPTION_SECRET: 'x'.repeat(40) }),
  ],
  ['replica', 'a primary', /no replica/, async () => ({ DATABASE_REPLICA_URL: app.url })],
  ['files', 'a file', /not a folder/, async () => ({ DATA_DIR: join(folder, 'file/data') })],
  [
    'files',
    'no S3',
    /correct S3_/,
    async () => ({
      S3_ENDPOINT: await closed(),
      S3_BUCKET: 'films',
      S3_REGION: 'x',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    }),
  ],
  ['disk', 'a full disk', /has 0 GB left/, async () => ({ MEDIA_DIR: '/proc' })],
  [
    'status page',
    'a file',
    /correct STATUS_PAGE/,
    async () => ({ STATUS_PAGE: join(folder, 'file/status') }),
  ],
  ['mail server', 'none', /Set SMTP_URL/, async () => ({ UNSENT_MESSAGES: 'refuse' })],
  [
    'mail server',
    'no server',
    /correct SMTP_URL/,
    async () => ({ SMTP_URL: await closed('smtp') }),
  ],
  ['SMS', 'none', /Set SMS_URL/, async () => ({ UNSENT_MESSAGES: 'refuse' })],
  [
    'SMS',
    'refused credentials',
    /HTTP 403/,
    async () => {
      const address = await answering(403)
      return { SMS_URL: `solapi://key:secret@${new URL(address).host}?from=0212345678` }
    },
  ],
  ['SMS', 'no gateway', /correct SMS_URL/, async () => ({ SMS_URL: await closed() })],
  [
    'identity',
    'no service',
    /correct IDENTITY_URL/,
    async () => ({ IDENTITY_URL: await closed() }),
  ],
  [
    'payments',
    'a public site without keys',
    /set the keys/,
    async () => ({ SITE_URL: 'https://hanpyeon.example' }),
  ],
  [
    'payments',
    'a wrong key',
    /does not take the secret key/,
    async () => {
      const gateway = await openTestGateway(systemClock)
      onTestFinished(() => gateway.close())
      return {
        TOSS_SECRET_KEY: 'test_sk_wrong',
        TOSS_BASE_URL: gateway.origin,
        TOSS_MERCHANT_ID: 'hanpyeon',
      }
    },
  ],
  ['virus scanner', 'no daemon', /No scanner/, async () => ({ CLAMD_URL: await closed('tcp') })],
  [
    'films at',
    'no cache',
    /correct MEDIA_EDGE_URLS/,
    async () => ({ MEDIA_EDGE_URLS: await closed() }),
  ],
  [
    'films at',
    'a cache that checks no signature',
    /deploy\/edge/,
    async () => ({ MEDIA_EDGE_URLS: await answering(200) }),
  ],
  [
    'purge at',
    'a cache that purges nothing',
    /correct MEDIA_PURGE_URLS/,
    async () => ({ MEDIA_PURGE_URLS: await answering(405) }),
  ],
  ['certificate', 'http', /is not https/, async () => ({})],
  [
    'certificate',
    'no server',
    /no valid certificate/,
    async () => ({ SITE_URL: await closed('https') }),
  ],
  ['site', 'no server', /does not answer/, async () => ({ SITE_URL: await closed() })],
  ['site', 'an unready server', /answers 503/, async () => ({ SITE_URL: await answering(503) })],
])('says what to do about %s: %s', async (name, _what, pattern, change) => {
  const result = await examine(name, await change())
  expect(result).toMatchObject({ ok: false, text: expect.stringMatching(pattern) })
  expect(result.text).not.toContain('\n')
})

test('says that PostgreSQL is read-only', async () => {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const setReadOnly = (value: string) =>
    owner.query(
      `alter database ${new URL(app.url).pathname.slice(1)} set default_transaction_read_only = ${value}`,
    )
  try {
    await setReadOnly('on')
    expect((await examine('sessions', {})).text).toMatch(/read-only/)
  } finally {
    await setReadOnly('off')
    await owner.end()
  }
})

test('says that the clock is wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await examine('clock', {})).text).toMatch(/differ by (?:3599|3600|3601) s/)
})

test('says that too few files may be open', () => {
  expect(() => checkOpenFiles(1_024)).toThrow('LimitNOFILE')
  expect(checkOpenFiles(65_536)).toContain('65536')
})

test('refuses to start a public site without its database, and starts it without its mail server', async () => {
  const site = { SITE_URL: 'https://hanpyeon.example', SMTP_URL: await closed('smtp') }
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const sms = { SMS_URL: (await openSms()).address('solapi') }
  await checkStart(readConfig(envOf({ ...site, ...sms })), print)
  expect(lines.join('\n')).toMatch(/^to do {2}mail server: .*correct SMTP_URL/m)
  expect(lines.join('\n')).not.toContain('database')
  const broken = { DATABASE_URL: withHost(app.url, await closed()) }
  await expect(
    checkStart(readConfig(envOf({ ...site, ...sms, ...broken })), print),
  ).rejects.toThrow('Nothing was started')
  expect(lines.join('\n')).toMatch(/^to do {2}database: /m)
})

async function openSms() {
  const providers = await openSmsProviders(new Map())
  onTestFinished(async () => void (await providers.close()))
  return providers
}
