import type { S3Config } from './adapters/storage/index.ts'
import { StartupError } from './shared/startup-error.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** The validated environment. Only this file reads `process.env` in the server. */
export type Config = ReturnType<typeof readConfig>

type Environment = Readonly<Record<string, string | undefined>>

const minSecretLength = 32
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

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
  const errors: string[] = []
  const text = (name: string, initial: string) => env[name] || initial
  const integer = (name: string, initial: number, min: number, max: number) => {
    const raw = env[name]
    if (!raw) return initial
    const value = Number(raw)
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value
    errors.push(`${name} is "${raw}": it takes a whole number from ${min} to ${max}`)
    return initial
  }
  const choice = <const C extends string>(name: string, choices: readonly C[], initial: C): C => {
    const raw = env[name]
    if (!raw) return initial
    if ((choices as readonly string[]).includes(raw)) return raw as C
    errors.push(`${name} is "${raw}": it takes one of ${choices.join(', ')}`)
    return initial
  }
  const address = (name: string, protocols: readonly string[]) => {
    const raw = env[name]
    if (!raw) return undefined
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw
    errors.push(
      `${name} is not an address of the kind ${protocols.map((p) => `${p}//…`).join(' or ')}`,
    )
    return undefined
  }

  const host = text('HOST', '127.0.0.1')
  const port = integer('PORT', 3000, 1, 65_535)
  const is_loopback_host = loopback.has(host)
  const dataDir = resolve(text('DATA_DIR', './data'))
  const secret = (name: string) => {
    const raw = env[name]
    if ((raw?.length ?? 0) >= minSecretLength) return raw
    if (raw || !is_loopback_host)
      errors.push(
        `${name} ${raw ? 'is too short' : 'is needed when HOST is not loopback'}: ${minSecretLength} or more characters`,
      )
    return undefined
  }
  const rateLimits = choice('RATE_LIMITS', ['on', 'off'], 'on')
  if (!is_loopback_host && isIP(host) === 0)
    errors.push(`HOST is "${host}": it takes an IP address or localhost`)
  const trust_proxy = integer('TRUST_PROXY', 0, 0, 10)
  if ((!is_loopback_host || trust_proxy > 0) && !env['SITE_URL'])
    errors.push('SITE_URL is needed when HOST is not loopback, or TRUST_PROXY is set')

  if (env['DATABASE_REPLICA_URL'] && !env['DATABASE_URL'])
    errors.push('DATABASE_REPLICA_URL is set without DATABASE_URL, whose replica it is')

  const metricsHost = text('METRICS_HOST', '127.0.0.1')
  if (!loopback.has(metricsHost) && isIP(metricsHost) === 0)
    errors.push(`METRICS_HOST is "${metricsHost}": it takes an IP address or localhost`)

  const site = new URL(address('SITE_URL', ['http:', 'https:']) ?? `http://localhost:${port}`)
  if (site.href !== `${site.origin}/`) errors.push('SITE_URL takes an origin without a path')
  const is_loopback_only = is_loopback_host && loopback.has(site.hostname.replace(/^\[|\]$/g, ''))
  const smtp_url = address('SMTP_URL', ['smtp:', 'smtps:'])
  const sms_url = address('SMS_URL', ['http:', 'https:'])
  const unsentMessages = choice('UNSENT_MESSAGES', ['refuse', 'keep'], 'refuse')
  if (!is_loopback_only && unsentMessages === 'refuse')
    for (const name of ['SMTP_URL', 'SMS_URL'])
      if (!env[name])
        errors.push(
          `${name} is needed when HOST or SITE_URL is not loopback, or nobody can sign up; UNSENT_MESSAGES=keep starts without it`,
        )
  for (const [name, today] of Object.entries(renamedVariables))
    if (env[name]) errors.push(`${name} is called ${today} now`)
  if (!is_loopback_only && rateLimits === 'off')
    errors.push('RATE_LIMITS=off is allowed only with HOST and SITE_URL on loopback')
  const gateway = readGateway()
  function readGateway() {
    const raw = env['TOSS_SECRET_KEY']
    const base_url = address('TOSS_BASE_URL', ['http:', 'https:'])
    const client_key = env['TOSS_CLIENT_KEY'] || undefined
    const timeout_ms = integer('TOSS_TIMEOUT_MS', 10_000, 100, 60_000)
    if (!raw || raw === simulatorCredentials.secret_key) {
      // On a public site, also behind a proxy, payments are disabled without a key: the simulator accepts any payment.
      if (raw && !is_loopback_only)
        errors.push('TOSS_SECRET_KEY is the public key of the simulator: set your own')
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
    const merchant_id = env['TOSS_MERCHANT_ID']
    if (!merchant_id) errors.push('TOSS_MERCHANT_ID is needed with TOSS_SECRET_KEY')
    // A compatible gateway at another URL may not check the client key.
    if (!client_key && !base_url) errors.push('TOSS_CLIENT_KEY is needed with TOSS_SECRET_KEY')
    const [mode, clientMode] = [raw, client_key].map((key) => key?.match(/^(test|live)_/)?.[1])
    if (mode && clientMode && mode !== clientMode)
      errors.push(`TOSS_CLIENT_KEY is a ${clientMode} key, and TOSS_SECRET_KEY a ${mode} key`)
    return {
      secret_key: raw,
      merchant_id: merchant_id ?? '',
      base_url: base_url ?? toss.base_url,
      script_url: paymentScriptUrl(base_url ?? toss.base_url),
      client_key: client_key ?? simulatorCredentials.client_key,
      timeout_ms,
    }
  }

  function clamdAddress() {
    const url = address('CLAMD_URL', ['tcp:', 'unix:'])
    if (!url) return undefined
    const { protocol, hostname, pathname } = new URL(url)
    if (protocol === 'tcp:' ? hostname : !hostname && pathname.startsWith('/')) return url
    errors.push('CLAMD_URL takes tcp://HOST:PORT or unix:/PATH')
    return undefined
  }

  const s3 = readS3()
  function readS3(): S3Config | undefined {
    const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const
    const missing = names.map((name) => `S3_${name}`).filter((name) => !env[name])
    const prefix = env['S3_PREFIX'] ?? ''
    if (!/^(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(prefix))
      errors.push(
        `S3_PREFIX is "${prefix}": it takes names with slashes between them, such as site/files`,
      )
    const addressing = choice('S3_ADDRESSING_STYLE', ['path', 'host'], 'path')
    const endpoint = address('S3_ENDPOINT', ['http:', 'https:'])
    if (endpoint && new URL(endpoint).pathname !== '/')
      errors.push('S3_ENDPOINT takes an address without a path: set the bucket in S3_BUCKET')
    const bucket = text('S3_BUCKET', '')
    if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
      errors.push(`S3_BUCKET is "${bucket}": it takes 3 to 63 of a-z, 0-9, . and -`)
    if (addressing === 'host' && endpoint) {
      const { hostname, protocol } = new URL(endpoint)
      if (isIP(hostname.replace(/^\[|\]$/g, '')))
        errors.push(
          'S3_ADDRESSING_STYLE=host takes an S3_ENDPOINT with a host name, not an IP address',
        )
      // A wildcard certificate for *.s3.… covers one label only.
      if (protocol === 'https:' && bucket.includes('.'))
        errors.push(
          `S3_ADDRESSING_STYLE=host takes an S3_BUCKET without dots: no certificate covers "${bucket}.${hostname}"`,
        )
    }
    if (missing.length === names.length) return undefined
    for (const name of missing) errors.push(`${name} is needed when another S3_… is set`)
    return {
      endpoint: endpoint ?? '',
      bucket,
      region: text('S3_REGION', ''),
      access_key_id: text('S3_ACCESS_KEY_ID', ''),
      secret_access_key: text('S3_SECRET_ACCESS_KEY', ''),
      prefix: prefix && `${prefix.replace(/\/$/, '')}/`,
      addressing,
    }
  }

  const config = {
    host,
    port,
    /** Whether the server listens on a loopback address. */
    local: is_loopback_host,
    /** Whether, in addition, `SITE_URL` is a loopback address, so that no proxy makes it public. */
    alone: is_loopback_only,
    /** The origin as browsers send it; compared with the `Origin` header. */
    site_url: site.origin,
    data_dir: dataDir,
    media_dir: resolve(text('MEDIA_DIR', join(dataDir, 'media'))),
    /** Object storage; undefined: local folders. */
    s3,
    database_url: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    /** The role that owns the tables and migrates; the role of `database_url` owns nothing. */
    database_owner_url: address('DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    /** A streaming replica of `database_url` for public responses. */
    database_replica_url: address('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    database_connections: integer('DATABASE_CONNECTIONS', 10, 1, 500),
    seed: choice('SEED', ['demo', 'none'], 'demo'),
    /** Whether demo accounts, whose passwords are public, may be served beyond loopback. */
    demo_accounts: choice('DEMO_ACCOUNTS', ['refuse', 'allow'], 'refuse'),
    /**
     * Seconds a stopping server keeps serving while `/readyz` fails, so that load balancers notice before it closes.
     */
    drain_seconds: integer('DRAIN_SECONDS', is_loopback_host ? 0 : 5, 0, 300),
    /** Address of the metrics server, apart from the server's own port, also for workers; disabled without a port. */
    metrics_host: metricsHost,
    metrics_port: env['METRICS_PORT'] ? integer('METRICS_PORT', 0, 1, 65_535) : undefined,
    log_level: choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    rate_limits: rateLimits === 'on',
    /** Number of trusted proxies in front of the server; each appends to X-Forwarded-For. */
    trust_proxy,
    ffmpeg: env['FFMPEG_PATH'] || undefined,
    /** Maximum size of a film uploaded in the studio, in bytes. */
    max_upload_bytes: integer('UPLOAD_MAX_GB', 50, 1, 10_000) * 2 ** 30,
    max_concurrent_encodes: integer('MAX_CONCURRENT_ENCODES', 1, 1, 64),
    /** Memory for cached pages and API responses, and for media segments, in bytes. */
    response_cache_bytes: integer('RESPONSE_CACHE_MB', 16, 1, 65_536) * 2 ** 20,
    media_cache_bytes: integer('MEDIA_CACHE_MB', 256, 0, 1_048_576) * 2 ** 20,
    secrets: {
      /** Signs media tokens. */
      media_token: secret('MEDIA_TOKEN_SECRET'),
      /** Encrypts phone numbers and keys their blind indexes; without it they cannot be recovered. */
      encryption: secret('DATA_ENCRYPTION_SECRET'),
    },
    smtp_url,
    mail_from: text('MAIL_FROM', '한편 <no-reply@hanpyeon.test>'),
    sms_url,
    /** Identity verification service; without it the server verifies the age by phone and says so. */
    identity_url: address('IDENTITY_URL', ['http:', 'https:']),
    /** ClamAV's daemon, which scans attachments of inquiries; undefined: no scan. */
    clamd_url: clamdAddress(),
    /** Payment gateway: Toss Payments, the local simulator, or undefined: payments are disabled. */
    gateway,
    /** Whether the gateway is the simulator on this machine. */
    uses_simulator: gateway?.secret_key === simulatorCredentials.secret_key,
  }
  if (errors.length > 0) {
    throw new StartupError(
      `The configuration does not hold:\n${errors.map((f) => `  - ${f}`).join('\n')}`,
    )
  }
  return config
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
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 })
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
