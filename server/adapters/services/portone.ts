import * as z from 'zod/mini'
import { throwProblem } from '#server/shared/problem-error.ts'

/** A verified person. `birth_date` as `YYYY-MM-DD`; `ci` and `di` are null if the provider does not report them. */
export type VerifiedPerson = {
  name: string
  birth_date: string
  ci: string | null
  di: string | null
}

/** The port to a provider that verifies the identity in a window of its own. */
export type IdentityWindowProvider = {
  /** Parameters of the window, which are public. */
  window: { script_url: string; store_id: string; channel_key: string }
  /**
   * Reads the person of a verification; null while it is not complete, was cancelled or is unknown.
   * @throws ProblemError `service_unavailable` if the provider is unreachable or its answer is invalid
   */
  readPerson(id: string): Promise<VerifiedPerson | null>
}

const optionalText = z.optional(z.nullable(z.string()))
const Verified = z.object({
  status: z.literal('VERIFIED'),
  id: z.string(),
  verifiedCustomer: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    birthDate: z.iso.date(),
    ci: optionalText,
    di: optionalText,
  }),
})
const Unverified = z.object({ status: z.enum(['READY', 'FAILED']) })
const NotFound = z.object({ type: z.literal('IDENTITY_VERIFICATION_NOT_FOUND') })

const timeoutMs = 5_000
const maxResponseBytes = 256 * 1024
const productionHost = 'api.portone.io'
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The account of PortOne in `IDENTITY_URL`: `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY`. */
function readAccount(address: string) {
  const url = new URL(address)
  const isLoopback = loopback.has(url.hostname)
  return {
    origin: `${isLoopback ? 'http' : 'https'}://${url.host}`,
    is_production: url.hostname === productionHost,
    store_id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    channel_key: url.searchParams.get('channel') ?? '',
  }
}

/** Whether the address has all parts of an account. */
export function isPortoneAddress(address: string): boolean {
  const { store_id, secret, channel_key } = readAccount(address)
  return store_id !== '' && secret !== '' && channel_key !== ''
}

/** URL of the browser SDK. A simulator serves its own. */
export function portoneScriptUrl(address: string): string {
  const { origin, is_production } = readAccount(address)
  return `${is_production ? 'https://cdn.portone.io' : origin}/v2/browser-sdk.js`
}

/** The hosts that the SDK loads, calls and shows. Those of Danal and KG Inicis open in windows of their own. */
export function portoneHosts(address: string): string {
  const { origin, is_production } = readAccount(address)
  return is_production ? 'https://*.portone.io https://*.iamport.co https://*.iamport.kr' : origin
}

/**
 * Identity verification by PortOne V2: its browser SDK opens the window of Danal or KG Inicis, and
 * `GET /identity-verifications/{id}` reports the person. PortOne sends no webhook about identity verifications.
 */
export function createPortone(
  address: string,
  { timeout_ms = timeoutMs }: { timeout_ms?: number } = {},
): IdentityWindowProvider {
  const { origin, store_id, secret, channel_key } = readAccount(address)
  return {
    window: { script_url: portoneScriptUrl(address), store_id, channel_key },
    async readPerson(id) {
      const url = new URL(`/identity-verifications/${encodeURIComponent(id)}`, origin)
      url.searchParams.set('storeId', store_id)
      const { status, body } = await requestJson(url, secret, timeout_ms).catch((cause: unknown) =>
        throwProblem('service_unavailable', { retry_after: 10, cause }),
      )
      if (status === 404 && NotFound.safeParse(body).success) return null
      if (status === 200 && Unverified.safeParse(body).success) return null
      const { data } = Verified.safeParse(body)
      if (status !== 200 || data?.id !== id) {
        const cause = new Error(`PortOne answered ${status}`)
        return throwProblem('service_unavailable', { retry_after: 60, cause })
      }
      const { name, birthDate, ci, di } = data.verifiedCustomer
      return { name, birth_date: birthDate, ci: ci || null, di: di || null }
    },
  }
}

async function requestJson(
  url: URL,
  secret: string,
  timeout_ms: number,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    headers: { authorization: `PortOne ${secret}`, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxResponseBytes) throw new Error('The response is too large')
    parts.push(part)
  }
  return { status: response.status, body: JSON.parse(Buffer.concat(parts).toString('utf8')) }
}

/** Asks for a verification that does not exist. @returns whether PortOne accepts the secret. */
export async function acceptsPortoneSecret(address: string): Promise<boolean> {
  const { origin, secret } = readAccount(address)
  const url = new URL('/identity-verifications/00000000-0000-4000-8000-000000000000', origin)
  const { status, body } = await requestJson(url, secret, timeoutMs)
  return status === 404 && NotFound.safeParse(body).success
}
