import { createPublisher, type PublicPlace } from '#server/adapters/storage/index.ts'
import { readCertificateDays } from '#server/adapters/services/certificate.ts'
import { checkStorage } from '#server/adapters/services/provider-checks.ts'
import { diskFolders, storageFolders } from '#server/composition/shared-dependencies.ts'
import type { Config } from '#server/config.ts'
import { gaugeAlerts } from '#server/domains/operations/index.ts'
import { makeFolder } from '#server/shared/make-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { Resolver } from 'node:dns/promises'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import type { Check } from './check.ts'
import { databaseChecks, tablesChecks } from './database-checks.ts'
import { mailDomainChecks } from './mail-domain-checks.ts'
import { serviceChecks } from './service-checks.ts'

const minFreeGb = 20
/** Open files: sockets of viewers, files and connections. */
const minOpenFiles = 8_192
const timeoutMs = 10_000

/** What a server needs before it starts. */
export const serverChecks = (config: Config): readonly Check[] => [
  ...databaseChecks(config),
  { name: 'files', is_required: true, run: () => checkFiles(config) },
  { name: 'disk', run: async () => checkDisks(config) },
  { name: 'open files', run: async () => checkOpenFiles(readOpenFilesLimit()) },
  ...(config.status_place
    ? [{ name: 'status page', run: () => checkStatusPlace(config.status_place) }]
    : []),
  ...serviceChecks(config),
]

/**
 * What the settings of a site lead to, the site itself included. Sends no message.
 * @param dkim_selector names the key of the mail server among those of the sender's domain
 */
export const siteChecks = (config: Config, dkim_selector: string | undefined): readonly Check[] => [
  ...serverChecks(config),
  ...tablesChecks(config),
  ...mailDomainChecks(config.mail_from, { dkim_selector, resolver: new Resolver() }),
  ...certificateChecks(config),
  { name: 'site', run: () => checkReadiness(config.site_url) },
]

async function checkFiles(config: Config): Promise<string> {
  const { data_dir, s3 } = config
  makeFolder(data_dir)
  accessSync(data_dir, constants.W_OK)
  const reason = await checkStorage(storageFolders(config).files)
  if (reason === null) return s3 ? `films are in ${s3.bucket}` : 'stored and read again'
  throw new StartupError(
    `Files cannot be stored and read (${reason}): correct ${s3 ? 'S3_…' : 'DATA_DIR and MEDIA_DIR'}.`,
  )
}

function checkDisks(config: Config): string {
  const free = Object.values(diskFolders(config)).map((folder) => {
    makeFolder(folder)
    const { bavail, bsize } = statfsSync(folder)
    return { folder, gb: Math.floor((bavail * bsize) / 1e9) }
  })
  const full = free.find(({ gb }) => gb < minFreeGb)
  if (full)
    throw new StartupError(`${full.folder} has ${full.gb} GB left: give it ${minFreeGb} or more.`)
  return free.map(({ folder, gb }) => `${folder} has ${gb} GB left`).join('; ')
}

async function checkStatusPlace(place: PublicPlace | undefined): Promise<string> {
  if (!place) return 'none'
  await createPublisher(place)('trial.txt', 'npm run doctor').catch((error: Error) => {
    throw new StartupError(`It cannot be written (${error.message}): correct STATUS_PAGE.`)
  })
  return 'workers can write it'
}

/** Linux only. */
function readOpenFilesLimit(): number | undefined {
  const file = '/proc/self/limits'
  if (!existsSync(file)) return undefined
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return limit === undefined ? undefined : Number(limit)
}

export function checkOpenFiles(limit: number | undefined): string {
  if (limit !== undefined && limit < minOpenFiles)
    throw new StartupError(
      `At most ${limit}: allow ${minOpenFiles} or more (ulimit -n, LimitNOFILE=).`,
    )
  return limit === undefined ? 'unlimited' : `at most ${limit}`
}

const certificateChecks = (config: Config): readonly Check[] =>
  [config.site_url, ...config.media_edge_urls].map((url) => ({
    name: url === config.site_url ? 'certificate' : `certificate of ${new URL(url).host}`,
    run: () => checkCertificate(url),
  }))

async function checkCertificate(url: string): Promise<string> {
  const { hostname, protocol } = new URL(url)
  if (protocol !== 'https:')
    throw new StartupError(`${url} is not https: cookies and films travel unprotected.`)
  const days = await readCertificateDays(url).catch(({ message }: Error) => {
    throw new StartupError(`${hostname} shows no valid certificate (${message}): renew it.`)
  })
  if (days >= gaugeAlerts.CertificateEnds.limit) return `valid for ${days} days`
  throw new StartupError(`It ends in ${days} days: does its renewal run?`)
}

async function checkReadiness(site_url: string): Promise<string> {
  const response = await fetch(`${site_url}/readyz`, {
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new StartupError(
      `${site_url} does not answer (${(error.cause as Error | undefined)?.message ?? error.message}): start it.`,
    )
  })
  if (!response.ok) throw new StartupError(`${site_url}/readyz answers ${response.status}.`)
  return `${site_url} is ready`
}
