import { sessionHintCookie } from '#contract/core/constants.ts'
import type { RequestContext, Session, ClientInfo } from '#server/api/request-context.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Finds the session of a cookie's token; answers null for one that has ended. */
export type FindSession = (token: string) => Promise<Session | null>

/** Who calls, and what his browser is to be told of its session. */
export type RequestAuth = Pick<
  RequestContext,
  'session' | 'member' | 'visitor' | 'isGone' | 'cookie'
> & {
  /** The `Set-Cookie` lines, where the handler gave or took a session: the session's first, then its marker's. */
  setCookie(): string[] | undefined
}

export type OriginSettings = {
  site_url: string
  /** Whether nobody but this machine can come by, through a proxy neither. */
  alone: boolean
  /** How many proxies of our own stand before us. */
  trust_proxy: number
}

/** Prefixed over https, so that no other host of the domain can set it; plain on a laptop. */
const cookieName = (site_url: string) => (site_url.startsWith('https:') ? '__Host-sid' : 'sid')

/**
 * Refuses what another site made a browser send (CSRF). A browser says in `Sec-Fetch-Site` who asks; one that
 * does not says it in `Origin`; what says neither is no browser of ours.
 * @throws Refusal `foreign_origin`
 */
export function requireSameOrigin(
  request: Pick<IncomingMessage, 'headers'>,
  { site_url, alone }: Pick<OriginSettings, 'site_url' | 'alone'>,
) {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin') return
  } else if (origin !== undefined) {
    if (origin === site_url) return
    // On a laptop the same server has many names: localhost, 127.0.0.1.
    if (alone && URL.canParse(origin) && new URL(origin).host === host) return
  }
  throw new ProblemError('foreign_origin')
}

/** Reads the cookie and finds who it is. */
export async function authenticateRequest(
  request: IncomingMessage,
  origins: OriginSettings,
  find: FindSession,
): Promise<RequestAuth> {
  const { site_url } = origins
  const name = cookieName(site_url)
  const token = sessionToken(request, origins)
  const session = token ? await find(token) : null
  const attributes = `Path=/; SameSite=Lax${site_url.startsWith('https:') ? '; Secure' : ''}`
  // The marker is no secret and opens nothing: it spares visitors a call that can only be refused (D-93).
  const tokenLine = (token: string, life: string) =>
    `${name}=${token}; ${attributes}; HttpOnly; ${life}`
  const markerLine = (marker: string, life: string) =>
    `${sessionHintCookie}=${marker}; ${attributes}; ${life}`
  let lines: string[] | undefined
  return {
    session,
    member: session?.member ?? null,
    visitor: clientInfoOf(request, origins),
    isGone: () => request.socket.destroyed,
    cookie: {
      give(value, ends, marked = true) {
        const life = `Expires=${ends.toUTCString()}`
        lines = [tokenLine(value, life), ...(marked ? [markerLine('1', life)] : [])]
      },
      take() {
        lines = [tokenLine('', 'Max-Age=0'), markerLine('', 'Max-Age=0')]
      },
    },
    setCookie: () => lines,
  }
}

/** The session's token in the cookie of a request, should there be one. */
export const sessionToken = (
  request: IncomingMessage,
  { site_url }: Pick<OriginSettings, 'site_url'>,
) => tokenOf(request.headers.cookie, cookieName(site_url))

/** The first of that name that looks like one of ours: 32 bytes in base64url. */
function tokenOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (/^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** Where a request comes from, as a member's list of devices and our limits name it. */
export function clientInfoOf(request: IncomingMessage, origins: OriginSettings): ClientInfo {
  return {
    address: clientAddress(request, origins),
    device: deviceOf(request.headers['user-agent'] ?? ''),
  }
}

/**
 * The IP address a request comes from. Behind proxies it is what the outermost of ours heard: each adds its caller
 * to the right of X-Forwarded-For, and what stands further left anybody may have written.
 */
export function clientAddress(
  request: IncomingMessage,
  { trust_proxy }: Pick<OriginSettings, 'trust_proxy'>,
): string {
  const near = request.socket.remoteAddress ?? ''
  if (trust_proxy === 0) return near
  const forwarded = request.headers['x-forwarded-for']
  // One line of several is joined by Node; the list is what types allow.
  const hops = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? ''))
    .split(',')
    .map((hop) => hop.trim())
  const heard = hops.at(-trust_proxy) ?? ''
  return isIP(heard) === 0 ? near : heard
}

const loopback = {
  addresses: new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
  names: new Set(['localhost', '127.0.0.1', '[::1]']),
}

/**
 * Whether a request is of this machine, as far as it says: a proxy on it serves the world, and a page from elsewhere may
 * give its own name our address (DNS rebinding). A proxy that says nothing of whom it heard looks the same.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!loopback.names.has(name) || headers['x-forwarded-for'] || headers['forwarded']) return false
  return loopback.addresses.has(socket.remoteAddress ?? '')
}

/** What stands within others comes first: KakaoTalk and Naver show pages in a browser of the phone. */
const browsers: readonly [RegExp, string][] = [
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(inapp/, 'Naver'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** `Chrome · Windows`; empty where the browser does not say. */
function deviceOf(agent: string): string {
  const named = (list: readonly [RegExp, string][]) => list.find(([mark]) => mark.test(agent))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(' · ')
}
