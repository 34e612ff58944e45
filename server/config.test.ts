import { expect, test } from 'vitest'
import { readConfig, simulatorCredentials } from './config.ts'
import { StartupError } from './shared/startup-error.ts'

/** The lines of what is said about an environment that does not hold. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ *- /, ''))
  }
}

test('nothing set is a house on this machine', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    local: true,
    site_url: 'http://localhost:3000',
    seed: 'demo',
    rate_limits: true,
  })
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test('every fault is told, all in one go, each by the name of its variable', () => {
  const faults = faultsOf({
    PORT: '70000',
    SEED: 'some',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'hanpyeon',
    DATABASE_CONNECTIONS: '0',
    RESPONSE_CACHE_MB: '1.5',
    RATE_LIMITS: 'false',
  })
  expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual([
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

test.each(['0', '65536', '-1', '3000x', '0x50', '3e3', ' 80'])('PORT=%s is none', (PORT) => {
  expect(faultsOf({ PORT })).toHaveLength(1)
})

test('beyond loopback a site, a secret and limits are needed', () => {
  const faults = faultsOf({ HOST: '0.0.0.0', RATE_LIMITS: 'off', MEDIA_TOKEN_SECRET: 'short' })
  expect(faults.map((fault) => fault.match(/^[A-Z_]+/)?.[0]).toSorted()).toEqual([
    'DATA_ENCRYPTION_SECRET',
    'MEDIA_TOKEN_SECRET',
    'RATE_LIMITS',
    'SITE_URL',
  ])
  const open = {
    HOST: '0.0.0.0',
    SITE_URL: 'https://hanpyeon.example/',
    MEDIA_TOKEN_SECRET: 'x'.repeat(32),
    DATA_ENCRYPTION_SECRET: 'y'.repeat(32),
  }
  expect(readConfig(open)).toMatchObject({ local: false, site_url: 'https://hanpyeon.example' })
})

test.each([
  ['https://hanpyeon.example:443', 'https://hanpyeon.example'],
  ['HTTPS://Hanpyeon.example', 'https://hanpyeon.example'],
  ['http://hanpyeon.example:8080', 'http://hanpyeon.example:8080'],
  ['https://한편.example', 'https://xn--6e8b13a.example'],
])('SITE_URL=%s is what a browser calls %s', (SITE_URL, site_url) => {
  expect(readConfig({ SITE_URL }).site_url).toBe(site_url)
})

test.each([
  'https://hanpyeon.example/ko',
  'https://hanpyeon.example/?a',
  'https://me:it@x.example',
])('SITE_URL=%s is no site', (SITE_URL) => {
  expect(faultsOf({ SITE_URL })).toEqual([expect.stringContaining('SITE_URL')])
})

test('behind a proxy that is counted, the site has a name of its own', () => {
  expect(faultsOf({ TRUST_PROXY: '1' })).toEqual([expect.stringContaining('SITE_URL')])
  expect(readConfig({ TRUST_PROXY: '1', SITE_URL: 'http://localhost:8080' }).trust_proxy).toBe(1)
})

test('limits are kept behind a proxy on the same machine, too', () => {
  const SITE_URL = 'https://hanpyeon.example'
  expect(faultsOf({ SITE_URL, RATE_LIMITS: 'off' })).toEqual([
    expect.stringContaining('RATE_LIMITS'),
  ])
  expect(readConfig({ SITE_URL: 'http://127.0.0.1:3000', RATE_LIMITS: 'off' }).rate_limits).toBe(
    false,
  )
})

test('without a key the simulator takes the money, on this machine alone', () => {
  const { gateway, uses_simulator: uses_simulator } = readConfig({ PORT: '4000' })
  expect({ uses_simulator, base_url: gateway?.base_url }).toEqual({
    uses_simulator: true,
    base_url: 'http://127.0.0.1:4001',
  })
  const beyond = {
    ...{ HOST: '0.0.0.0', SITE_URL: 'https://hanpyeon.example' },
    ...{ MEDIA_TOKEN_SECRET: 'x'.repeat(32), DATA_ENCRYPTION_SECRET: 'y'.repeat(32) },
  }
  expect(readConfig(beyond)).toMatchObject({ gateway: undefined, uses_simulator: false })
  // Behind a proxy on the same machine it is as public.
  expect(readConfig({ SITE_URL: 'https://hanpyeon.example' }).gateway).toBeUndefined()
  expect(readConfig({ SITE_URL: 'http://[::1]:3000' }).uses_simulator).toBe(true)
  // The simulator's own key opens nothing either: everybody knows it.
  const TOSS_SECRET_KEY = simulatorCredentials.secret_key
  expect(faultsOf({ ...beyond, TOSS_SECRET_KEY })).toHaveLength(1)
})

test('a key of one’s own comes with the merchant and what opens the window', () => {
  const key = { TOSS_SECRET_KEY: 'live_sk_of_somebody', TOSS_MERCHANT_ID: 'hanpyeon' }
  expect(readConfig({ ...key, TOSS_CLIENT_KEY: 'live_ck' })).toMatchObject({
    uses_simulator: false,
    gateway: {
      base_url: 'https://api.tosspayments.com',
      script_url: 'https://js.tosspayments.com/v2/standard',
      client_key: 'live_ck',
    },
  })
  // Said as it is anyway, it is the same one.
  const said = { TOSS_CLIENT_KEY: 'live_ck', TOSS_BASE_URL: 'https://api.tosspayments.com/' }
  expect(readConfig({ ...key, ...said }).gateway?.script_url).toBe(
    'https://js.tosspayments.com/v2/standard',
  )
  // Another gateway opens its window by a script at its own address.
  const other = readConfig({ ...key, TOSS_BASE_URL: 'https://pay.example' })
  expect(other.gateway?.script_url).toBe('https://pay.example/v2/standard')
  const faults = faultsOf({ TOSS_SECRET_KEY: key.TOSS_SECRET_KEY })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'TOSS_MERCHANT_ID',
    'TOSS_CLIENT_KEY',
  ])
  expect(faults.join()).not.toContain('live_sk')
})

test('S3 is told in full or not at all, and all that is wrong with it at once', () => {
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
  expect(faultsOf({ ...by_host, S3_ENDPOINT: 'http://10.0.0.4:9000' })).toHaveLength(1)
  expect(faultsOf({ ...by_host, S3_BUCKET: 'our.films' })).toHaveLength(1)
  const faults = faultsOf({
    S3_ENDPOINT: 'https://s3.example/films',
    S3_BUCKET: 'Films',
    S3_SECRET_ACCESS_KEY: 'tell-nobody',
    S3_PREFIX: '/a',
    S3_ADDRESSING_STYLE: 'virtual',
  })
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([
    ...[
      'S3_ACCESS_KEY_ID',
      'S3_ADDRESSING_STYLE',
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_PREFIX',
      'S3_REGION',
    ],
  ])
  expect(faults.join()).not.toContain('tell-nobody')
})

test('a secret is never in what is said', () => {
  const DATABASE_URL = 'mysql://me:tell-nobody@x/y'
  expect(faultsOf({ DATABASE_URL }).join()).not.toContain('tell-nobody')
})

test('a replica is one of a database that is named', () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://web@replica/hanpyeon' }
  expect(faultsOf(replica)).toEqual([
    'DATABASE_REPLICA_URL is set without DATABASE_URL, whose replica it is',
  ])
  const both = { ...replica, DATABASE_URL: 'postgres://web@primary/hanpyeon' }
  expect(readConfig(both).database_replica_url).toBe(replica.DATABASE_REPLICA_URL)
})
