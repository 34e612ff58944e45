import { createFilmPurger } from '#server/adapters/edge-caches/index.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import { createVirusScanner } from '#server/adapters/services/clamd.ts'
import { acceptsPortoneSecret } from '#server/adapters/services/portone.ts'
import { checkPaymentGateway } from '#server/adapters/services/provider-checks.ts'
import { checkSmsProvider } from '#server/adapters/services/sms/index.ts'
import { verifyMailServer } from '#server/adapters/services/smtp.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { edgeKey } from '#server/shared/media-token.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Check } from './check.ts'

const timeoutMs = 10_000

/** Checks of what the site uses beside PostgreSQL. They send no message and move no money. */
export const serviceChecks = (config: Config): readonly Check[] => [
  { name: 'mail server', run: () => checkMailServer(config) },
  { name: 'SMS', run: () => checkSms(config) },
  { name: 'identity', run: () => checkIdentity(config) },
  { name: 'payments', run: () => checkPayments(config) },
  ...(config.clamd_url ? [{ name: 'virus scanner', run: () => checkScanner(config) }] : []),
  ...config.media_edge_urls.map((url) => ({
    name: `films at ${new URL(url).host}`,
    run: () => checkEdge(url),
  })),
  ...config.media_purge_urls.map((url) => ({
    name: `purge at ${new URL(url).host}`,
    run: () => checkPurge(config, url),
  })),
]

const later = (config: Config) => config.unsent_messages === 'keep'

async function checkMailServer(config: Config): Promise<string> {
  const { smtp_url } = config
  if (!smtp_url && later(config)) return 'none: mails wait (UNSENT_MESSAGES=keep)'
  if (!smtp_url) throw new StartupError('Set SMTP_URL: without mail nobody can sign up.')
  const { host } = new URL(smtp_url)
  await verifyMailServer(smtp_url).catch(({ message }: Error) => {
    throw new StartupError(`${host} does not let us in (${message}): correct SMTP_URL.`)
  })
  return `${host} lets us in`
}

async function checkSms(config: Config): Promise<string> {
  const { sms_url, verifies_phone } = config
  if (!verifies_phone) return 'phone numbers are not verified'
  if (!sms_url && later(config)) return 'none: codes wait (UNSENT_MESSAGES=keep)'
  if (!sms_url) throw new StartupError('Set SMS_URL, or PHONE_VERIFICATION=off.')
  const { host } = new URL(sms_url)
  const reason = await checkSmsProvider(sms_url)
  if (reason !== null)
    throw new StartupError(`${host} does not let us in (${reason}): correct SMS_URL.`)
  return `codes go to ${host}`
}

async function checkIdentity({ identity_url, identity_window_url, verifies_phone }: Config) {
  if (identity_window_url) {
    const { host } = new URL(identity_window_url)
    if (await acceptsPortoneSecret(identity_window_url)) return `${host} accepts the API secret`
    throw new StartupError(`${host} does not accept the API secret of IDENTITY_URL.`)
  }
  if (identity_url) return `claims go to ${await reach(identity_url, 'IDENTITY_URL')}`
  return verifies_phone
    ? 'a code to the phone verifies the age'
    : 'nobody verifies the age, and adult films stay closed'
}

async function checkPayments({ gateway, uses_simulator }: Config): Promise<string> {
  if (!gateway) throw new StartupError('Nothing can be sold: set the keys of Toss Payments.')
  if (uses_simulator) return 'the simulator of this machine'
  const reason = await checkPaymentGateway(
    createPaymentGateway(gateway, createLogger('silent', 'doctor')),
  )
  if (reason !== null)
    throw new StartupError(`The gateway does not take the secret key (${reason}).`)
  return gateway.secret_key.startsWith('live_') ? 'live keys' : 'test keys: no money moves'
}

async function checkScanner({ clamd_url }: Config): Promise<string> {
  const { scan } = createVirusScanner(clamd_url, {
    log: createLogger('silent', 'doctor'),
    timeout_ms: timeoutMs,
  })
  const signature = await scan(Buffer.from('hanpyeon')).catch(() => {
    throw new StartupError(`No scanner answers at ${clamd_url}: start clamd, or unset CLAMD_URL.`)
  })
  if (signature !== undefined)
    throw new StartupError(`${clamd_url} takes a harmless file for ${signature}.`)
  return 'a harmless file is clean'
}

/** @returns the host that answered, whatever its status */
async function reach(url: string, name: string): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch(
    (error: Error) => {
      const reason = (error.cause as Error | undefined)?.message ?? error.message
      throw new StartupError(`${new URL(url).host} does not answer (${reason}): correct ${name}.`)
    },
  )
  if (response.status >= 500)
    throw new StartupError(`${new URL(url).host} answers ${response.status}.`)
  return new URL(url).host
}

/** A film without a signature, which the edge refuses without asking a server. */
async function checkEdge(url: string): Promise<string> {
  await reach(url, 'MEDIA_EDGE_URLS')
  const film = `${url}/media/0/none/index.m3u8`
  const { status } = await fetch(film, { signal: AbortSignal.timeout(timeoutMs) })
  if (status < 400 || status >= 500)
    throw new StartupError(
      `It answers ${status} to an address without a signature: configure it as deploy/edge/ does.`,
    )
  return 'an address without a signature is refused'
}

async function checkPurge(config: Config, url: string): Promise<string> {
  const key = edgeKey(resolveSecret(config, 'media_token'))
  const noFilm = 0
  await createFilmPurger(url, key)
    .purge([noFilm], new Date())
    .catch((error: Error) => {
      const reason = (error.cause as Error | undefined)?.message ?? error.message
      throw new StartupError(`It does not purge (${reason}): correct MEDIA_PURGE_URLS.`)
    })
  return 'withdrawn films can be removed'
}
