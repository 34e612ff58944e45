import { readCertificateDays } from '#server/adapters/services/certificate.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import { checkPaymentGateway, checkStorage } from '#server/adapters/services/provider-checks.ts'
import { acceptsPortoneSecret } from '#server/adapters/services/portone.ts'
import { verifyMailServer } from '#server/adapters/services/smtp.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import type { Config } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openAppDatabase } from '#server/db/embedded/open-database.ts'
import { gaugeAlerts } from '#server/domains/operations/index.ts'
import { makeFolder } from '#server/shared/make-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Resolver } from 'node:dns/promises'
import { accessSync, constants, statfsSync } from 'node:fs'
import { errorLine } from '../command-line.ts'
import { type Check, mailDomainChecks } from './mail-domain-checks.ts'

/** `text` is what was found, or what to do if `ok` is false. */
type CheckResult = { name: string; ok: boolean; text: string }

type CheckOptions = {
  /** Names the key of the mail server among those of the sender's domain. */
  dkim_selector: string | undefined
  resolver: Pick<Resolver, 'resolveTxt'>
}

const minFreeGb = 20
const timeoutMs = 10_000

/** Checks what the settings of a site lead to, one thing after the other. Sends no message. */
export async function* checkSite(
  config: Config,
  options: CheckOptions,
): AsyncGenerator<CheckResult> {
  const checks: Check[] = [
    { name: 'database', run: () => checkDatabase(config) },
    { name: 'files', run: () => checkFiles(config) },
    { name: 'mail server', run: () => checkMailServer(config) },
    ...mailDomainChecks(config.mail_from, options),
    { name: 'SMS', run: async () => describeSms(config) },
    { name: 'identity', run: () => checkIdentity(config) },
    { name: 'payments', run: () => checkPayments(config) },
    { name: 'certificate', run: () => checkCertificate(config.site_url) },
    { name: 'site', run: () => checkReadiness(config.site_url) },
  ]
  for (const { name, run } of checks)
    yield await run().then(
      (text) => ({ name, ok: true, text }),
      (error: unknown) => ({ name, ok: false, text: errorLine(error) }),
    )
}

async function checkDatabase(config: Config): Promise<string> {
  if (!config.database_url)
    throw new StartupError('Set DATABASE_URL: servers need their own PostgreSQL.')
  const appDatabase = await openAppDatabase(config, { creates: true })
  await appDatabase.stop()
  return 'both roles may sign in'
}

async function checkFiles(config: Config): Promise<string> {
  const { data_dir, s3 } = config
  makeFolder(data_dir)
  accessSync(data_dir, constants.W_OK)
  const { bavail, bsize } = statfsSync(data_dir)
  const freeGb = Math.floor((bavail * bsize) / 1e9)
  if (freeGb < minFreeGb)
    throw new StartupError(`${data_dir} has ${freeGb} GB left: give it ${minFreeGb} or more.`)
  const reason = await checkStorage(storageFolders(config).files)
  if (reason !== null) throw new StartupError(`Files cannot be stored and read (${reason}).`)
  return `${data_dir} has ${freeGb} GB left${s3 ? `; films are in ${s3.bucket}` : ''}`
}

async function checkMailServer({ smtp_url }: Config): Promise<string> {
  if (!smtp_url) throw new StartupError('Set SMTP_URL: without mail nobody can sign up.')
  const { host } = new URL(smtp_url)
  await verifyMailServer(smtp_url).catch(({ message }: Error) => {
    throw new StartupError(`${host} does not let us in (${message}).`)
  })
  return `${host} lets us in`
}

function describeSms({ sms_url, verifies_phone }: Config): string {
  if (!verifies_phone) return 'phone numbers are not verified'
  if (!sms_url) throw new StartupError('Set SMS_URL, or PHONE_VERIFICATION=off.')
  return `codes go to ${new URL(sms_url).host}`
}

async function checkIdentity({ identity_url, identity_window_url, verifies_phone }: Config) {
  if (identity_window_url) {
    const { host } = new URL(identity_window_url)
    if (await acceptsPortoneSecret(identity_window_url)) return `${host} accepts the API secret`
    throw new StartupError(`${host} does not accept the API secret of IDENTITY_URL.`)
  }
  if (!verifies_phone) return 'nobody verifies the age, and adult films stay closed'
  return identity_url
    ? `claims go to ${new URL(identity_url).host}`
    : 'a code to the phone verifies the age'
}

async function checkPayments({ gateway, uses_simulator }: Config): Promise<string> {
  if (!gateway) throw new StartupError('Nothing can be sold: set the keys of Toss Payments.')
  if (uses_simulator) return 'the simulator of this machine'
  const reason = await checkPaymentGateway(
    createPaymentGateway(gateway, createLogger('silent', 'setup')),
  )
  if (reason !== null)
    throw new StartupError(`The gateway does not take the secret key (${reason}).`)
  return gateway.secret_key.startsWith('live_') ? 'live keys' : 'test keys: no money moves'
}

async function checkCertificate(site_url: string): Promise<string> {
  const { hostname, protocol } = new URL(site_url)
  if (protocol !== 'https:')
    throw new StartupError('SITE_URL is not https: cookies travel unprotected.')
  const days = await readCertificateDays(site_url).catch(({ message }: Error) => {
    throw new StartupError(`${hostname} shows no valid certificate (${message}).`)
  })
  if (days >= gaugeAlerts.CertificateEnds.limit) return `valid for ${days} days`
  throw new StartupError(`It ends in ${days} days: does its renewal run?`)
}

async function checkReadiness(site_url: string): Promise<string> {
  const response = await fetch(`${site_url}/readyz`, {
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new StartupError(
      `${site_url} does not answer (${(error.cause as Error | undefined)?.message ?? error.message}).`,
    )
  })
  if (!response.ok) throw new StartupError(`${site_url}/readyz answers ${response.status}.`)
  return `${site_url} is ready`
}
