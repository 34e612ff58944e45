import { isPortoneAddress } from './adapters/services/portone.ts'
import { purgeSchemes } from './adapters/edge-caches/index.ts'
import { smsProviders } from './adapters/services/sms/index.ts'
import type { PublicPlace, S3Config } from './adapters/storage/index.ts'
import {
  type Environment,
  type EnvironmentReader,
  minSecretLength,
  readEnvironment,
} from './read-environment.ts'
import { workerJobs } from './jobs/worker-share.ts'
import { makeFolder } from './shared/make-folder.ts'
import { StartupError } from './shared/startup-error.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** The validated environment. Only this file reads `process.env` in the server. */
export type Config = ReturnType<typeof readConfig>

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const isLoopbackUrl = (url: string) => loopback.has(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** Credentials of the local gateway simulator. They are public, so they are accepted on loopback only. */
export const simulatorCredentials = {
  secret_key: 'test_sk_hanpyeon_simulator',
  client_key: 'test_ck_hanpyeon_simulator',
  merchant_id: 'hanpyeon',
}

/** Variables of earlier versions, which would otherwise be ignored. */
export const renamedVariables = {
  GRANT_SECRET: 'MEDIA_TOKEN_SECRET',
  PERSONAL_DATA_SECRET: 'DATA_ENCRYPTION_SECRET',
  TOSS_PATIENCE_MS: 'TOSS_TIMEOUT_MS',
  S3_ADDRESSING: 'S3_ADDRESSING_STYLE',
  ENCODES_AT_ONCE: 'MAX_CONCURRENT_ENCODES',
  PREPARED_CACHE_MB: 'RESPONSE_CACHE_MB',
  SEGMENT_CACHE_MB: 'MEDIA_CACHE_MB',
}

const toss = {
  base_url: 'https://api.tosspayments.com',
  script_url: 'https://js.tosspayments.com/v2/standard',
}
/** Returns the browser SDK script URL of a gateway: Toss Payments has a separate host, others use their base URL. */
export const paymentScriptUrl = (base_url: string) =>
  base_url.replace(/\/$/, '') === toss.base_url
    ? toss.script_url
    : `${base_url.replace(/\/$/, '')}/v2/standard`

/**
 * Reads the environment once and reports all errors together.
 * @throws StartupError naming every invalid variable and its valid values
 */
export function readConfig(env: Environment) {
  const read = readEnvironment(env)
  const { host, port, is_loopback_host, is_loopback_only, site_url, trust_proxy } =
    readAddresses(read)
  const dataDir = resolve(read.text('DATA_DIR', './data'))
  const rate_limits = read.choice('RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  if (!is_loopback_only && !rate_limits)
    read.report('RATE_LIMITS=off is allowed only with HOST and SITE_URL on loopback')
  if (read.value('DATABASE_REPLICA_URL') && !read.value('DATABASE_URL'))
    read.report('DATABASE_REPLICA_URL is set without DATABASE_URL, whose replica it is')
  const unsent_messages = read.choice('UNSENT_MESSAGES', ['refuse', 'keep'], 'refuse')
  const verifies_phone = read.choice('PHONE_VERIFICATION', ['sms', 'off'], 'sms') === 'sms'
  if (!is_loopback_only && unsent_messages === 'refuse')
    requireMessageTransports(read, verifies_phone ? ['SMTP_URL', 'SMS_URL'] : ['SMTP_URL'])
  for (const [name, today] of Object.entries(renamedVariables))
    if (read.value(name)) read.report(`${name} is called ${today} now`)
  const s3 = readS3(read)
  const gateway = readGateway(read, { port, is_loopback_only })
  const config = {
    host,
    port,
    /** Whether the server listens on a loopback address. */
    is_loopback_host,
    /** Whether, in addition, `SITE_URL` is a loopback address, so that no proxy makes it public. */
    is_loopback_only,
    /** The origin as browsers send it; compared with the `Origin` header. */
    site_url,
    data_dir: dataDir,
    media_dir: resolve(read.text('MEDIA_DIR', join(dataDir, 'media'))),
    s3,
    /** Origins of caches that verify the addresses of films themselves. */
    media_edge_urls: readMediaEdges(read),
    /** Addresses at which their copies of films are purged. */
    media_purge_urls: readPurgeAddresses(read),
    ...readDatabase(read),
    status_place: readStatusPlace(read, s3),
    /** The role that owns the tables and migrates; the role of `database_url` owns nothing. */
    database_owner_url: read.address('DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    /** A streaming replica of `database_url` for public responses. */
    database_replica_url: read.address('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    /** Valkey or Redis, which servers and workers share. */
    valkey_url: read.address('VALKEY_URL', ['valkey:', 'valkeys:', 'redis:', 'rediss:']),
    database_connections: read.integer('DATABASE_CONNECTIONS', 10, 1, 500),
    seed: read.choice('SEED', ['demo', 'none'], 'demo'),
    /** Whether demo accounts, whose passwords are public, may be served beyond loopback. */
    demo_accounts: read.choice('DEMO_ACCOUNTS', ['refuse', 'allow'], 'refuse'),
    /**
     * Seconds a stopping server keeps serving while `/readyz` fails, so that load balancers notice before it closes.
     */
    drain_seconds: read.integer('DRAIN_SECONDS', is_loopback_host ? 0 : 5, 0, 300),
    /** Address of the metrics server, apart from the server's own port, also for workers; disabled without a port. */
    metrics_host: readMetricsHost(read),
    metrics_port: read.value('METRICS_PORT')
      ? read.integer('METRICS_PORT', 0, 1, 65_535)
      : undefined,
    log_level: read.choice(
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'info',
    ),
    rate_limits,
    /** Number of trusted proxies in front of the server; each appends to X-Forwarded-For. */
    trust_proxy,
    ffmpeg: read.value('FFMPEG_PATH') || undefined,
    /** Maximum size of a film uploaded in the studio, in bytes. */
    max_upload_bytes: read.integer('UPLOAD_MAX_GB', 50, 1, 10_000) * 2 ** 30,
    worker_jobs: read.choice('WORKER_JOBS', workerJobs, 'all'),
    max_concurrent_encodes: read.integer('MAX_CONCURRENT_ENCODES', 1, 1, 64),
    /** Memory for cached pages and API responses, and for media segments, in bytes. */
    response_cache_bytes: read.integer('RESPONSE_CACHE_MB', 16, 1, 65_536) * 2 ** 20,
    media_cache_bytes: read.integer('MEDIA_CACHE_MB', 256, 0, 1_048_576) * 2 ** 20,
    secrets: {
      /** Signs media tokens. */
      media_token: read.secret('MEDIA_TOKEN_SECRET', !is_loopback_host),
      /** Encrypts phone numbers and keys their blind indexes; without it they cannot be recovered. */
      encryption: read.secret('DATA_ENCRYPTION_SECRET', !is_loopback_host),
    },
    /** Verifies media tokens that it signed before it was replaced. */
    previous_media_token_secret: read.secret('MEDIA_TOKEN_SECRET_PREVIOUS', false),
    smtp_url: read.address('SMTP_URL', ['smtp:', 'smtps:']),
    /** Whether a site beyond loopback starts without mail or SMS. */
    unsent_messages,
    mail_from: read.text('MAIL_FROM', 'no-reply@hanpyeon.test'),
    /** A push service besides those of the browsers, for tests: its origin. */
    push_service_url: read.address('PUSH_SERVICE_URL', ['http:', 'https:']),
    /** Authorizes the webhooks of the mail provider; without it there are none. */
    mail_events_secret: read.secret('MAIL_EVENTS_SECRET', false),
    sms_url: readSms(read),
    /** Whether codes by SMS verify phone numbers; otherwise they are taken as given, and nothing relies on them. */
    verifies_phone,
    ...readIdentity(read),
    clamd_url: readClamd(read),
    gateway,
    /** Whether the gateway is the simulator on this machine. */
    uses_simulator: gateway?.secret_key === simulatorCredentials.secret_key,
    /** Whether real money moves: a gateway that is not on this machine. */
    takes_real_payments: gateway !== undefined && !isLoopbackUrl(gateway.base_url),
  }
  read.throwErrors()
  return config
}

/** The addresses of the application's role. */
function readDatabase(read: EnvironmentReader) {
  const url = read.address('DATABASE_URL', ['postgres:', 'postgresql:'])
  const direct_url = read.address('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])
  if (direct_url && !url) read.report('DATABASE_URL is needed with DATABASE_DIRECT_URL')
  return {
    /** Variable of `database_url`. */
    database_variable: direct_url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
    /** PostgreSQL itself; undefined: the embedded one. */
    database_url: direct_url ?? url,
    /** A pooler in transaction mode in front of it, for the statements and transactions of requests and jobs. */
    database_pool_url: direct_url && url,
  }
}

/** The address on which the server listens, and the one that browsers use. */
function readAddresses(read: EnvironmentReader) {
  const host = read.text('HOST', '127.0.0.1')
  const port = read.integer('PORT', 3000, 1, 65_535)
  const is_loopback_host = loopback.has(host)
  if (!is_loopback_host && isIP(host) === 0)
    read.report(`HOST is "${host}": it takes an IP address or localhost`)
  const trust_proxy = read.integer('TRUST_PROXY', 0, 0, 10)
  if ((!is_loopback_host || trust_proxy > 0) && !read.value('SITE_URL'))
    read.report('SITE_URL is needed when HOST is not loopback, or TRUST_PROXY is set')
  const site = new URL(read.address('SITE_URL', ['http:', 'https:']) ?? `http://localhost:${port}`)
  if (site.href !== `${site.origin}/`) read.report('SITE_URL takes an origin without a path')
  const is_loopback_only = is_loopback_host && isLoopbackUrl(site.href)
  return { host, port, is_loopback_host, is_loopback_only, site_url: site.origin, trust_proxy }
}

function readMetricsHost(read: EnvironmentReader): string {
  const host = read.text('METRICS_HOST', '127.0.0.1')
  if (!loopback.has(host) && isIP(host) === 0)
    read.report(`METRICS_HOST is "${host}": it takes an IP address or localhost`)
  return host
}

function requireMessageTransports(read: EnvironmentReader, names: readonly string[]): void {
  for (const name of names)
    if (!read.value(name))
      read.report(
        `${name} is needed when HOST or SITE_URL is not loopback, or nobody can sign up; UNSENT_MESSAGES=keep starts without it`,
      )
}

/** The SMS provider by its scheme, or a gateway of one's own by http. Addresses of providers have both credentials and a sender. */
function readSms(read: EnvironmentReader) {
  const url = read.address('SMS_URL', [...smsProviders, 'http:', 'https:'])
  if (!url) return undefined
  const { protocol, username, password, searchParams } = new URL(url)
  if (!smsProviders.includes(protocol) || (username && password && searchParams.get('from')))
    return url
  read.report(`SMS_URL takes ${protocol}//KEY:SECRET@HOST?from=NUMBER`)
  return undefined
}

/** Identity verification: PortOne's window, or a service of one's own; without it the server verifies the age by phone and says so. */
function readIdentity(read: EnvironmentReader) {
  const url = read.address('IDENTITY_URL', ['portone:', 'http:', 'https:'])
  if (!url?.startsWith('portone:')) return { identity_url: url, identity_window_url: undefined }
  if (!isPortoneAddress(url))
    read.report(
      'IDENTITY_URL takes portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY',
    )
  return { identity_url: undefined, identity_window_url: url }
}

/** The payment gateway: Toss Payments, the local simulator, or undefined: payments are disabled. */
function readGateway(
  read: EnvironmentReader,
  { port, is_loopback_only }: { port: number; is_loopback_only: boolean },
) {
  const raw = read.value('TOSS_SECRET_KEY')
  const base_url = read.address('TOSS_BASE_URL', ['http:', 'https:'])
  const client_key = read.value('TOSS_CLIENT_KEY') || undefined
  const timeout_ms = read.integer('TOSS_TIMEOUT_MS', 10_000, 100, 60_000)
  if (!raw || raw === simulatorCredentials.secret_key) {
    // On a public site, also behind a proxy, payments are disabled without a key: the simulator accepts any payment.
    if (raw && !is_loopback_only)
      read.report('TOSS_SECRET_KEY is the public key of the simulator: set your own')
    if (!is_loopback_only) return undefined
    // If the port is taken, `npm start` passes the simulator's port in TOSS_BASE_URL.
    const simulatorUrl = `http://127.0.0.1:${port < 65_535 ? port + 1 : port - 1}`
    const base = base_url ?? simulatorUrl
    return {
      ...simulatorCredentials,
      base_url: base,
      script_url: paymentScriptUrl(base),
      timeout_ms,
    }
  }
  const merchant_id = read.value('TOSS_MERCHANT_ID')
  if (!merchant_id) read.report('TOSS_MERCHANT_ID is needed with TOSS_SECRET_KEY')
  // A compatible gateway at another URL may not check the client key.
  if (!client_key && !base_url) read.report('TOSS_CLIENT_KEY is needed with TOSS_SECRET_KEY')
  const [mode, clientMode] = [raw, client_key].map((key) => key?.match(/^(test|live)_/)?.[1])
  if (mode && clientMode && mode !== clientMode)
    read.report(`TOSS_CLIENT_KEY is a ${clientMode} key, and TOSS_SECRET_KEY a ${mode} key`)
  return {
    secret_key: raw,
    merchant_id: merchant_id ?? '',
    base_url: base_url ?? toss.base_url,
    script_url: paymentScriptUrl(base_url ?? toss.base_url),
    client_key: client_key ?? simulatorCredentials.client_key,
    timeout_ms,
  }
}

function readMediaEdges(read: EnvironmentReader): string[] {
  const urls = (read.value('MEDIA_EDGE_URLS') ?? '').split(/\s+/).filter(Boolean)
  const isOrigin = (url: string) => URL.canParse(url) && /^https?:\/\/[^/]+$/.test(url)
  for (const url of urls)
    if (!isOrigin(url))
      read.report(
        `MEDIA_EDGE_URLS has "${url}": it takes origins such as https://films.example, with spaces between them`,
      )
  return urls
}

function readPurgeAddresses(read: EnvironmentReader): string[] {
  const name = read.value('MEDIA_PURGE_URLS') ? 'MEDIA_PURGE_URLS' : 'MEDIA_EDGE_URLS'
  const urls = (read.value(name) ?? '').split(/\s+/).filter(Boolean)
  const schemes: readonly string[] = purgeSchemes
  for (const url of urls)
    if (!URL.canParse(url) || !schemes.includes(new URL(url).protocol))
      read.report(`${name} takes addresses that begin with ${schemes.join(', ')}`)
  return urls
}

/** ClamAV's daemon, which scans attachments of inquiries; undefined: no scan. */
function readClamd(read: EnvironmentReader) {
  const url = read.address('CLAMD_URL', ['tcp:', 'unix:'])
  if (!url) return undefined
  const { protocol, hostname, pathname } = new URL(url)
  if (protocol === 'tcp:' ? hostname : !hostname && pathname.startsWith('/')) return url
  read.report('CLAMD_URL takes tcp://HOST:PORT or unix:/PATH')
  return undefined
}

/** Object storage; undefined: local folders. */
function readS3(read: EnvironmentReader): S3Config | undefined {
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const
  const missing = names.map((name) => `S3_${name}`).filter((name) => !read.value(name))
  const prefix = read.value('S3_PREFIX') ?? ''
  if (!/^(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(prefix))
    read.report(
      `S3_PREFIX is "${prefix}": it takes names with slashes between them, such as site/files`,
    )
  const addressing = read.choice('S3_ADDRESSING_STYLE', ['path', 'host'], 'path')
  const endpoint = read.address('S3_ENDPOINT', ['http:', 'https:'])
  if (endpoint && new URL(endpoint).pathname !== '/')
    read.report('S3_ENDPOINT takes an address without a path: set the bucket in S3_BUCKET')
  const bucket = read.text('S3_BUCKET', '')
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    read.report(`S3_BUCKET is "${bucket}": it takes 3 to 63 of a-z, 0-9, . and -`)
  if (addressing === 'host' && endpoint) {
    const { hostname, protocol } = new URL(endpoint)
    if (isIP(hostname.replace(/^\[|\]$/g, '')))
      read.report(
        'S3_ADDRESSING_STYLE=host takes an S3_ENDPOINT with a host name, not an IP address',
      )
    // A wildcard certificate for *.s3.… covers one label only.
    if (protocol === 'https:' && bucket.includes('.'))
      read.report(
        `S3_ADDRESSING_STYLE=host takes an S3_BUCKET without dots: no certificate covers "${bucket}.${hostname}"`,
      )
  }
  if (missing.length === names.length) return undefined
  for (const name of missing) read.report(`${name} is needed when another S3_… is set`)
  return {
    endpoint: endpoint ?? '',
    bucket,
    region: read.text('S3_REGION', ''),
    access_key_id: read.text('S3_ACCESS_KEY_ID', ''),
    secret_access_key: read.text('S3_SECRET_ACCESS_KEY', ''),
    prefix: prefix && `${prefix.replace(/\/$/, '')}/`,
    addressing,
  }
}

/** The place of the status page: a folder, or `s3:BUCKET/PREFIX` at the store of the films. */
function readStatusPlace(
  read: EnvironmentReader,
  s3: S3Config | undefined,
): PublicPlace | undefined {
  const place = read.value('STATUS_PAGE')
  if (!place) return undefined
  if (!place.startsWith('s3:')) return { folder: resolve(place) }
  const [, bucket, prefix] =
    /^s3:([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w/-]+))?$/.exec(place) ?? []
  if (bucket && s3) return { s3: { ...s3, bucket, prefix: prefix ? `${prefix}/` : '' } }
  read.report(
    'STATUS_PAGE takes a folder, or s3:BUCKET/PREFIX where S3_ENDPOINT and its keys are set',
  )
  return undefined
}

/** File names below `DATA_DIR` of generated secrets. */
const secretFiles = {
  media_token: 'media-token.secret',
  encryption: 'data-encryption.secret',
} as const

/**
 * Reads a secret from the environment, else from the data folder; undefined if it is in neither.
 * @throws StartupError if the file is cut off
 */
export function readSecret(config: Config, name: keyof Config['secrets']): string | undefined {
  const raw = config.secrets[name]
  if (raw) return raw
  const file = join(config.data_dir, secretFiles[name])
  if (!existsSync(file)) return undefined
  const content = readFileSync(file, 'utf8')
  if (content.trim().length < minSecretLength)
    throw new StartupError(
      `${file} is cut off: restore it from where its copy is kept (${minSecretLength} or more characters).`,
    )
  return content
}

/** Reads a secret; the first process creates it in the data folder. All processes of a machine share it. */
export function resolveSecret(config: Config, name: keyof Config['secrets']): string {
  const existing = readSecret(config, name)
  if (existing !== undefined) return existing
  const file = join(config.data_dir, secretFiles[name])
  makeFolder(config.data_dir)
  // A link, so that the file is never seen empty, and the first of two processes wins.
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
