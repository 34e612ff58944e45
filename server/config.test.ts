import { expect, test } from 'vitest'
import { readConfig, simulatorCredentials } from './config.ts'
import { StartupError } from './shared/startup-error.ts'

/** Message providers, which a public site requires. */
const providers = { SMTP_URL: 'smtps://mail.example', SMS_URL: 'https://sms.example' }
const readPublicConfig = (env: Record<string, string>) => readConfig({ ...providers, ...env })

/** The error lines for an invalid environment. */
function errorsOf(env: Record<string, string>): string[] {
  try {
    readPublicConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ *- /, ''))
  }
}

test('takes PortOne for identity verification, or an address of a service', () => {
  const url = 'portone://store-1:secret@api.portone.io?channel=channel-key-1'
  expect(readPublicConfig({ IDENTITY_URL: url })).toMatchObject({
    identity_window_url: url,
    identity_url: undefined,
  })
  for (const part of ['store-1:', ':secret', '?channel=channel-key-1'])
    expect(errorsOf({ IDENTITY_URL: url.replace(part, '') })).toEqual([
      'IDENTITY_URL takes portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY',
    ])
  const service = 'https://identity.example/verify'
  expect(readPublicConfig({ IDENTITY_URL: service })).toMatchObject({
    identity_window_url: undefined,
    identity_url: service,
  })
})

test('defaults to a local demonstration', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    is_loopback_host: true,
    site_url: 'http://localhost:3000',
    seed: 'demo',
    rate_limits: true,
  })
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test('reports every error at once, with the name of the variable', () => {
  const errors = errorsOf({
    PORT: '70000',
    SEED: 'some',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'hanpyeon',
    DATABASE_CONNECTIONS: '0',
    RESPONSE_CACHE_MB: '1.5',
    RATE_LIMITS: 'false',
  })
  expect(errors.map((error) => error.split(' ')[0]).toSorted()).toEqual([
    'DATABASE_CONNECTIONS',
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'RATE_LIMITS',
    'RESPONSE_CACHE_MB',
    'SEED',
    'SITE_URL',
  ])
})

test.each(['0', '65536', '-1', '3000x', '0x50', '3e3', ' 80'])('rejects PORT=%s', (PORT) => {
  expect(errorsOf({ PORT })).toHaveLength(1)
})

test('requires a site URL, secrets and rate limits beyond loopback', () => {
  const errors = errorsOf({ HOST: '0.0.0.0', RATE_LIMITS: 'off', MEDIA_TOKEN_SECRET: 'short' })
  expect(errors.map((error) => error.match(/^[A-Z_]+/)?.[0]).toSorted()).toEqual([
    'DATA_ENCRYPTION_SECRET',
    'MEDIA_TOKEN_SECRET',
    'RATE_LIMITS',
    'SITE_URL',
  ])
  const valid = {
    HOST: '0.0.0.0',
    SITE_URL: 'https://hanpyeon.example/',
    MEDIA_TOKEN_SECRET: 'x'.repeat(32),
    DATA_ENCRYPTION_SECRET: 'y'.repeat(32),
  }
  expect(readPublicConfig(valid)).toMatchObject({
    is_loopback_host: false,
    site_url: 'https://hanpyeon.example',
  })
})

test.each([
  ['HOST', { HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' }],
  ['SITE_URL', { SITE_URL: 'https://hanpyeon.example' }],
])('requires mail and SMS, or UNSENT_MESSAGES=keep, where %s is not loopback', (_, env) => {
  const secrets = { MEDIA_TOKEN_SECRET: 'x'.repeat(32), DATA_ENCRYPTION_SECRET: 'y'.repeat(32) }
  const none = { ...env, ...secrets, SMTP_URL: '', SMS_URL: '' }
  expect(errorsOf(none).map((error) => error.split(' ')[0])).toEqual(['SMTP_URL', 'SMS_URL'])
  expect(errorsOf({ ...none, UNSENT_MESSAGES: 'keep' })).toEqual([])
})

test('names a file of variables that was misread, once for each variable', () => {
  expect(errorsOf({ PORT: '3001\r', '\ufeffSITE_URL': 'https://hanpyeon.example' })).toEqual([
    'SITE_URL is not set: save its file as UTF-8 without a byte order mark',
    'PORT ends with a carriage return: save the file that sets it with Unix line ends',
  ])
  expect(errorsOf({ LOG_LEVEL: '"warn"', MAIL_FROM: "'a <a@b.example>'" })).toEqual([
    'LOG_LEVEL has quotes around its value: remove them from the file that sets it',
    'MAIL_FROM has quotes around its value: remove them from the file that sets it',
  ])
})

test('requires no SMS provider where phones are not verified', () => {
  const site = { SITE_URL: 'https://hanpyeon.example', SMS_URL: '' }
  expect(errorsOf({ ...site, PHONE_VERIFICATION: 'off' })).toEqual([])
  expect(readPublicConfig({ ...site, PHONE_VERIFICATION: 'off' }).verifies_phone).toBe(false)
  expect(errorsOf(site)).toHaveLength(1)
})

test('requires key, secret and sender in the address of an SMS provider', () => {
  const url = 'solapi://key:secret@api.solapi.com?from=0212345678'
  expect(readPublicConfig({ SMS_URL: url }).sms_url).toBe(url)
  for (const part of ['?from=0212345678', ':secret', 'key'])
    expect(errorsOf({ SMS_URL: url.replace(part, '') })).toEqual([
      'SMS_URL takes solapi://KEY:SECRET@HOST?from=NUMBER',
    ])
  expect(errorsOf({ SMS_URL: 'ftp://sms.example' })[0]).toMatch(/^SMS_URL is not an address/)
})

test('refuses each variable of an earlier version by its new name', () => {
  expect(errorsOf({ GRANT_SECRET: 'x', ENCODES_AT_ONCE: '2' })).toEqual([
    'GRANT_SECRET is called MEDIA_TOKEN_SECRET now',
    'ENCODES_AT_ONCE is called MAX_CONCURRENT_ENCODES now',
  ])
})

test('refuses a client key of another mode than the secret key', () => {
  const env = { TOSS_MERCHANT_ID: 'hanpyeon', TOSS_CLIENT_KEY: 'live_gck_x' }
  expect(errorsOf({ ...env, TOSS_SECRET_KEY: 'test_gsk_x' })).toEqual([
    'TOSS_CLIENT_KEY is a live key, and TOSS_SECRET_KEY a test key',
  ])
  expect(errorsOf({ ...env, TOSS_SECRET_KEY: 'live_gsk_x' })).toEqual([])
})

test.each([
  ['https://hanpyeon.example:443', 'https://hanpyeon.example'],
  ['HTTPS://Hanpyeon.example', 'https://hanpyeon.example'],
  ['http://hanpyeon.example:8080', 'http://hanpyeon.example:8080'],
  ['https://한편.example', 'https://xn--6e8b13a.example'],
])('normalizes SITE_URL=%s to the origin %s', (SITE_URL, site_url) => {
  expect(readPublicConfig({ SITE_URL }).site_url).toBe(site_url)
})

test.each([
  'https://hanpyeon.example/ko',
  'https://hanpyeon.example/?a',
  'https://me:it@x.example',
])('rejects SITE_URL=%s', (SITE_URL) => {
  expect(errorsOf({ SITE_URL })).toEqual([expect.stringContaining('SITE_URL')])
})

test('requires SITE_URL with TRUST_PROXY', () => {
  expect(errorsOf({ TRUST_PROXY: '1' })).toEqual([expect.stringContaining('SITE_URL')])
  expect(readConfig({ TRUST_PROXY: '1', SITE_URL: 'http://localhost:8080' }).trust_proxy).toBe(1)
})

test('requires rate limits behind a proxy on the same machine', () => {
  const SITE_URL = 'https://hanpyeon.example'
  expect(errorsOf({ SITE_URL, RATE_LIMITS: 'off' })).toEqual([
    expect.stringContaining('RATE_LIMITS'),
  ])
  expect(readConfig({ SITE_URL: 'http://127.0.0.1:3000', RATE_LIMITS: 'off' }).rate_limits).toBe(
    false,
  )
})

test('uses the gateway simulator without a key, on loopback only', () => {
  const { gateway, uses_simulator } = readConfig({ PORT: '4000' })
  expect({ uses_simulator, base_url: gateway?.base_url }).toEqual({
    uses_simulator: true,
    base_url: 'http://127.0.0.1:4001',
  })
  const publicEnv = {
    HOST: '0.0.0.0',
    SITE_URL: 'https://hanpyeon.example',
    MEDIA_TOKEN_SECRET: 'x'.repeat(32),
    DATA_ENCRYPTION_SECRET: 'y'.repeat(32),
  }
  expect(readPublicConfig(publicEnv)).toMatchObject({ gateway: undefined, uses_simulator: false })
  // Behind a proxy on the same machine the site is public as well.
  expect(readPublicConfig({ SITE_URL: 'https://hanpyeon.example' }).gateway).toBeUndefined()
  expect(readConfig({ SITE_URL: 'http://[::1]:3000' }).uses_simulator).toBe(true)
  // The simulator's key is public, so setting it is rejected as well.
  const TOSS_SECRET_KEY = simulatorCredentials.secret_key
  expect(errorsOf({ ...publicEnv, TOSS_SECRET_KEY })).toHaveLength(1)
})

test('requires the merchant id and the client key with a secret key', () => {
  const key = { TOSS_SECRET_KEY: 'live_sk_of_somebody', TOSS_MERCHANT_ID: 'hanpyeon' }
  expect(readConfig({ ...key, TOSS_CLIENT_KEY: 'live_ck' })).toMatchObject({
    uses_simulator: false,
    gateway: {
      base_url: 'https://api.tosspayments.com',
      script_url: 'https://js.tosspayments.com/v2/standard',
      client_key: 'live_ck',
    },
  })
  // Setting the default URL explicitly has no effect.
  const explicit = { TOSS_CLIENT_KEY: 'live_ck', TOSS_BASE_URL: 'https://api.tosspayments.com/' }
  expect(readConfig({ ...key, ...explicit }).gateway?.script_url).toBe(
    'https://js.tosspayments.com/v2/standard',
  )
  // Another gateway serves its script at its own base URL.
  const other = readConfig({ ...key, TOSS_BASE_URL: 'https://pay.example' })
  expect(other.gateway?.script_url).toBe('https://pay.example/v2/standard')
  const errors = errorsOf({ TOSS_SECRET_KEY: key.TOSS_SECRET_KEY })
  expect(errors.map((error) => error.split(' ')[0])).toEqual([
    'TOSS_MERCHANT_ID',
    'TOSS_CLIENT_KEY',
  ])
  expect(errors.join()).not.toContain('live_sk')
})

test('requires all S3 variables or none, and reports every error at once', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'films',
    S3_REGION: 'ap-northeast-2',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'tell-nobody',
  }
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig({ ...s3, S3_PREFIX: 'site/a/' }).s3).toMatchObject({
    prefix: 'site/a/',
    addressing: 'path',
  })
  const by_host = { ...s3, S3_ADDRESSING_STYLE: 'host' }
  expect(readConfig(by_host).s3?.addressing).toBe('host')
  expect(errorsOf({ ...by_host, S3_ENDPOINT: 'http://10.0.0.4:9000' })).toHaveLength(1)
  expect(errorsOf({ ...by_host, S3_BUCKET: 'our.films' })).toHaveLength(1)
  const errors = errorsOf({
    S3_ENDPOINT: 'https://s3.example/films',
    S3_BUCKET: 'Films',
    S3_SECRET_ACCESS_KEY: 'tell-nobody',
    S3_PREFIX: '/a',
    S3_ADDRESSING_STYLE: 'virtual',
  })
  expect(errors.map((error) => error.split(' ')[0]).sort()).toEqual([
    ...[
      'S3_ACCESS_KEY_ID',
      'S3_ADDRESSING_STYLE',
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_PREFIX',
      'S3_REGION',
    ],
  ])
  expect(errors.join()).not.toContain('tell-nobody')
})

test('does not print secrets', () => {
  const DATABASE_URL = 'mysql://me:tell-nobody@x/y'
  expect(errorsOf({ DATABASE_URL }).join()).not.toContain('tell-nobody')
})

test('requires DATABASE_URL with DATABASE_REPLICA_URL', () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://web@replica/hanpyeon' }
  expect(errorsOf(replica)).toEqual([
    'DATABASE_REPLICA_URL is set without DATABASE_URL, whose replica it is',
  ])
  const both = { ...replica, DATABASE_URL: 'postgres://web@primary/hanpyeon' }
  expect(readConfig(both).database_replica_url).toBe(replica.DATABASE_REPLICA_URL)
})

test.each([
  ['tcp://127.0.0.1:3310', true],
  ['tcp://[::1]', true],
  ['unix:/run/clamav/clamd.ctl', true],
  ['unix:///run/clamav/clamd.ctl', true],
  ['127.0.0.1:3310', false],
  ['http://127.0.0.1:3310', false],
  ['tcp:3310', false],
  ['unix://run/clamd.ctl', false],
  ['unix:clamd.ctl', false],
])('reads CLAMD_URL=%s', (CLAMD_URL, isValid) => {
  expect(errorsOf({ CLAMD_URL })).toHaveLength(isValid ? 0 : 1)
})
