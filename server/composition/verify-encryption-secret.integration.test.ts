import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createEmptyDatabase } from '#test/app/empty-database.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  readSecretFit,
  refuseOtherSecret,
  verifyEncryptionSecret,
} from './verify-encryption-secret.ts'

let app: TestApp
let data_dir: string

beforeEach(async () => {
  app = await openTestAppForTest()
  data_dir = await mkdtemp(join(tmpdir(), 'hanpyeon-secret-'))
  onTestFinished(() => rm(data_dir, { recursive: true }))
})

/** The configuration of a process with another environment and an empty data folder. */
const withSecret = (encryption: string | undefined): Config => ({
  ...app.config,
  data_dir,
  secrets: { ...app.config.secrets, encryption },
})
const otherSecret = 'another secret, which is long enough as well'

const countSignatures = async () =>
  (await app.pool.query('select from encryption_verifier')).rowCount

test('records the secret of the first start, and refuses any other', async () => {
  await verifyEncryptionSecret(app.config, app.url)
  await verifyEncryptionSecret(app.config, app.url)
  expect(await countSignatures()).toBe(1)
  const refused = verifyEncryptionSecret(withSecret(otherSecret), app.url)
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow('encrypted with another DATA_ENCRYPTION_SECRET')
})

test('lets one of two first starts with different secrets continue', async () => {
  const outcomes = await Promise.allSettled(
    [app.config, withSecret(otherSecret)].map((config) => verifyEncryptionSecret(config, app.url)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('recognises the secret of a database without a signature by its members', async () => {
  await makeMember(app)
  await expect(verifyEncryptionSecret(withSecret(otherSecret), app.url)).rejects.toThrow(
    StartupError,
  )
  expect(await countSignatures()).toBe(0)
  await verifyEncryptionSecret(app.config, app.url)
  expect(await countSignatures()).toBe(1)
})

test('makes no secret for a database that is encrypted already', async () => {
  await makeMember(app)
  await expect(verifyEncryptionSecret(withSecret(undefined), app.url)).rejects.toThrow(
    'there is no DATA_ENCRYPTION_SECRET here',
  )
  expect(await readdir(data_dir)).toEqual([])
})

test('makes a secret for an empty database, which then needs it', async () => {
  await verifyEncryptionSecret(withSecret(undefined), app.url)
  expect(await readdir(data_dir)).toEqual(['data-encryption.secret'])
  expect(await readSecretFit(withSecret(undefined), app.url)).toBe('fits')
  expect(await readSecretFit(app.config, app.url)).toBe('differs')
})

test('refuses a secret file that is cut off', async () => {
  await writeFile(join(data_dir, 'data-encryption.secret'), '')
  await expect(verifyEncryptionSecret(withSecret(undefined), app.url)).rejects.toThrow('is cut off')
})

test('refuses another secret before the migrations, and lets an empty database pass', async () => {
  await verifyEncryptionSecret(app.config, app.url)
  await expect(refuseOtherSecret(withSecret(otherSecret), app.owner_url)).rejects.toThrow(
    'encrypted with another DATA_ENCRYPTION_SECRET',
  )
  await refuseOtherSecret(app.config, app.owner_url)
  const { url } = await createEmptyDatabase()
  await refuseOtherSecret(withSecret(undefined), url)
  expect(await readdir(data_dir)).toEqual([])
})
