import type { DeliveryResult } from '../message-transport.ts'

const timeoutMs = 20_000
/** Responses have a few hundred bytes. */
const maxResponseBytes = 64 * 1024

/** The status and the JSON body of a response; `body` is undefined for anything else. */
export type Response = { status: number; body: unknown }

/**
 * Sends a request without following redirects.
 * @param interpret turns the response into a result
 * @returns `later` with the system's error code if no response came
 */
export async function postRequest(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  interpret: (response: Response) => DeliveryResult,
): Promise<DeliveryResult> {
  let response: Response
  try {
    response = await request(url, { method: 'POST', headers, body })
  } catch (error) {
    return { status: 'later', reason: failureOf(error), is_down: true }
  }
  return interpret(response)
}

/** The system's error code, if there is one. */
function failureOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}

/** The result of an SMS that a provider has accepted. `pending`: there is none yet, or it could not be read for the `reason`. */
type SmsResult =
  | { status: 'arrived' }
  | { status: 'failed'; reason: string }
  | { status: 'pending'; reason?: string }

/** Reads the result of an SMS by its receipt. Does not throw. */
export type ReadSmsResult = (receipt: string) => Promise<SmsResult>

/** Reads a result with a GET. @param interpret turns a response of status 200 into a result */
export async function getResult(
  url: URL,
  headers: Record<string, string>,
  interpret: (body: unknown) => SmsResult,
): Promise<SmsResult> {
  try {
    const { status, body } = await request(url, { headers })
    return status === 200 ? interpret(body) : { status: 'pending', reason: `HTTP ${status}` }
  } catch (error) {
    return { status: 'pending', reason: failureOf(error) }
  }
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  const raw = await fetch(url, { ...init, redirect: 'manual', signal })
  return { status: raw.status, body: parseJson(await readText(raw)) }
}

async function readText({ body }: globalThis.Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The account of a provider, from an address such as `solapi://KEY:SECRET@HOST?from=NUMBER`. */
export type ProviderAccount = {
  /** `https`, or `http` on loopback, for simulators. */
  origin: string
  key: string
  secret: string
  /** The registered number or name of the sender. */
  sender: string
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

export function readProviderAccount(url: URL): ProviderAccount {
  const scheme = loopback.has(url.hostname) ? 'http' : 'https'
  return {
    origin: `${scheme}://${url.host}`,
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    // A plus sign is a space in a query.
    sender: (url.searchParams.get('from') ?? '').replace(/^ /, '+'),
  }
}

/** A fault of the account or the provider, which is no fault of the message: it waits for the operator. */
export const providerFault = (reason: string): DeliveryResult => ({
  status: 'later',
  reason,
  is_down: true,
})
