import { type Config, readSecret, resolveSecret } from '#server/config.ts'
import { isDatabaseUnavailable } from '#server/db/client.ts'
import { createStartupClient } from '#server/db/startup-client.ts'
import { createEncryption, type Encryption } from '#server/shared/encryption.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/**
 * - `fits`: the database was encrypted with the secret.
 * - `unused`: nothing is encrypted yet.
 * - `differs`, `missing`: another secret is needed.
 */
export type SecretFit = 'fits' | 'unused' | 'differs' | 'missing'

const pollIntervalMs = 500
/** The schema, or its privileges, are not there yet. */
const notMigratedCodes = new Set(['42P01', '42501'])

/**
 * Verifies `DATA_ENCRYPTION_SECRET` before anything is written with it, and records its signature the first time. A process
 * with another secret could read nothing that is encrypted, and would encrypt new data with a second secret. Waits until the
 * database answers and is migrated.
 * @param url of the application's role
 * @throws StartupError if the database needs another secret
 */
export const verifyEncryptionSecret = (config: Config, url: string): Promise<void> =>
  withMigratedClient(url, (client) => verify(client, config))

/** Runs `work` once the database answers and is migrated; again if the connection is lost. */
export async function withMigratedClient<R>(
  url: string,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  for (;;) {
    try {
      return await withClient(url, work)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!isDatabaseUnavailable(error) && !notMigratedCodes.has(code)) throw error
    }
    await pause(pollIntervalMs)
  }
}

async function verify(client: pg.Client, config: Config) {
  // Before the comparison: a signature that another process writes after it has not been compared.
  const isSigned = await hasSignature(client)
  const fit = await readFit(client, config)
  if (fit === 'differs' || fit === 'missing') throw new StartupError(refusals[fit])
  if (isSigned) return
  const signature = sign(createEncryption(resolveSecret(config, 'encryption')))
  await client.query(
    'insert into encryption_verifier (signature) values ($1) on conflict do nothing',
    [signature],
  )
  // Another process may have been first, with a secret of its own.
  if ((await readFit(client, config)) !== 'fits') throw new StartupError(refusals.differs)
}

/**
 * Refuses a secret that the database was not encrypted with, and writes nothing. Runs before the migrations, so it accepts a
 * database that has no tables yet.
 * @param owner_url of the role that migrates
 * @throws StartupError if the database needs another secret
 */
export async function refuseOtherSecret(config: Config, owner_url: string): Promise<void> {
  const fit = await readSecretFit(config, owner_url).catch((error: unknown) => {
    const { code = '' } = error as { code?: string }
    if (notMigratedCodes.has(code)) return 'unused'
    throw error
  })
  if (fit === 'differs' || fit === 'missing') throw new StartupError(refusals[fit])
}

/** Compares the secret with a migrated database, and writes nothing. */
export const readSecretFit = (config: Config, url: string): Promise<SecretFit> =>
  withClient(url, (client) => readFit(client, config))

const remedy =
  'Set DATA_ENCRYPTION_SECRET to the one that it was made with, or put its data-encryption.secret into DATA_DIR. Nothing was changed.'
const refusals = {
  differs: `The database was encrypted with another DATA_ENCRYPTION_SECRET than this one. ${remedy}`,
  missing: `The database is encrypted, and there is no DATA_ENCRYPTION_SECRET here. ${remedy}`,
}

const sign = (encryption: Encryption) => encryption.sign('verifier', 'hanpyeon')

async function readFit(client: pg.Client, config: Config): Promise<SecretFit> {
  const secret = readSecret(config, 'encryption')
  const { rows } = await client.query<{ signature: Buffer }>(
    'select signature from encryption_verifier',
  )
  const encryption = secret === undefined ? undefined : createEncryption(secret)
  const [recorded] = rows
  if (recorded) {
    if (!encryption) return 'missing'
    return timingSafeEqual(recorded.signature, sign(encryption)) ? 'fits' : 'differs'
  }
  // A database of a version without signatures: whatever it has encrypted first decides.
  const sample = await readSample(client)
  if (!sample) return 'unused'
  if (!encryption) return 'missing'
  return canDecrypt(encryption, sample) ? 'fits' : 'differs'
}

async function hasSignature(client: pg.Client) {
  return (await client.query('select from encryption_verifier')).rowCount === 1
}

async function readSample(client: pg.Client): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ ciphertext: Buffer }>(
    `(select phone_ciphertext as ciphertext from members order by id limit 1)
     union all (select secret_ciphertext from content_keys order by asset_id limit 1)
     limit 1`,
  )
  return rows[0]?.ciphertext
}

function canDecrypt(encryption: Encryption, ciphertext: Buffer): boolean {
  try {
    encryption.decrypt(ciphertext)
    return true
  } catch {
    return false
  }
}

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = createStartupClient(url)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
