import { expect, test } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { refusePaidDemonstration, verifyDatabase } from './verify-database.ts'

const testKeys = {
  TOSS_SECRET_KEY: 'test_sk_own',
  TOSS_CLIENT_KEY: 'test_ck_own',
  TOSS_MERCHANT_ID: 'own',
}
const liveKeys = { ...testKeys, TOSS_SECRET_KEY: 'live_sk_own', TOSS_CLIENT_KEY: 'live_ck_own' }

test.each([
  ['test keys', testKeys],
  ['live keys', liveKeys],
  ['live keys of another gateway', { ...liveKeys, TOSS_BASE_URL: 'https://gateway.example' }],
])('the demonstration does not start with %s', (_name, keys) => {
  expect(() => refusePaidDemonstration(readConfig(keys))).toThrow(StartupError)
  expect(() => refusePaidDemonstration(readConfig({ ...keys, SEED: 'none' }))).not.toThrow()
})

test.each([
  ['the simulator', {}],
  ['another gateway on this machine', { ...testKeys, TOSS_BASE_URL: 'http://127.0.0.1:4400' }],
])('the demonstration starts with %s', (_name, keys) => {
  expect(() => refusePaidDemonstration(readConfig(keys))).not.toThrow()
})

const withGateway = (config: Config): Config => ({ ...config, takes_real_payments: true })

test('no process takes payments for the database of a demonstration', async () => {
  const demonstration = await openTestAppForTest({ planted: true })
  await verifyDatabase(demonstration.config, demonstration.url)
  const refused = verifyDatabase(withGateway(demonstration.config), demonstration.url)
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/^The database is that of the demonstration\./)
})

test('a service of its own takes payments', async () => {
  const app = await openTestAppForTest()
  await expect(verifyDatabase(withGateway(app.config), app.url)).resolves.toBeUndefined()
})
