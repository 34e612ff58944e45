import { clientInfoOf } from './client-info.ts'
import type { OriginSettings } from './origin-check.ts'
import { sessionHintCookie } from '#contract/core/constants.ts'
import { catalogueLimitOfToken, isSessionToken } from '#server/api/catalogue-limit.ts'
import type { RequestContext, Session } from '#server/api/request-context.ts'
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Finds the session of a cookie's token; answers null for one that has ended. */
export type FindSession = (token: string) => Promise<Session | null>

/** Session, client and cookie functions of one request. */
export type RequestAuth = Pick<
  RequestContext,
  'session' | 'member' | 'client' | 'isAborted' | 'cookie'
> & {
  /**
   * `Set-Cookie` values after the handler set or cleared the session: the session cookie first, then the session hint and
   * the device cookie.
   */
  setCookie(): string[] | undefined
  /** Whether the new cookie shows another part of the catalogue, so that the browser must drop what it has stored. */
  changesCatalogue(): boolean
}

/** The `__Host-` prefix prevents other hosts of the domain from setting the cookie; it requires https. */
const cookieName = (site_url: string, name: 'sid' | 'device' = 'sid') =>
  site_url.startsWith('https:') ? `__Host-${name}` : name

/** The cookie of a request that changes none. */
export const noCookies: RequestContext['cookie'] = {
  set: () => {},
  clear: () => {},
  deviceToken: () => null,
  setDevice: () => {},
}

/** Reads the session cookie and loads its session. */
export async function authenticateRequest(
  request: IncomingMessage,
  origins: OriginSettings,
  find: FindSession,
): Promise<RequestAuth> {
  const { site_url } = origins
  const name = cookieName(site_url)
  const token = sessionToken(request, origins)
  const session = token ? await find(token) : null
  const attributes = { path: '/', sameSite: 'lax', secure: site_url.startsWith('https:') } as const
  type Life = Pick<SetCookie, 'expires' | 'maxAge'>
  const secretLine = (secretName: string, value: string, life: Life) =>
    stringifySetCookie({ name: secretName, value, ...attributes, httpOnly: true, ...life })
  const sessionLine = (value: string, life: Life) => secretLine(name, value, life)
  // The hint cookie holds no secret: it spares guests a request that would end in 401. See decisions/0009-sessions.
  const hintLine = (value: string, life: Life) =>
    stringifySetCookie({ name: sessionHintCookie, value, ...attributes, ...life })
  let lines: string[] = []
  let deviceLines: string[] = []
  const limit = catalogueLimitOfToken(token ?? '')
  let newLimit = limit
  return {
    session,
    member: session?.member ?? null,
    client: clientInfoOf(request, origins),
    isAborted: () => request.socket.destroyed,
    cookie: {
      set(value, ends, withHint = true) {
        const life = { expires: ends }
        newLimit = catalogueLimitOfToken(value)
        lines = [
          sessionLine(value, life),
          ...(withHint ? [hintLine(sessionHint(value), life)] : []),
        ]
      },
      clear() {
        newLimit = catalogueLimitOfToken('')
        lines = [sessionLine('', { maxAge: 0 }), hintLine('', { maxAge: 0 })]
      },
      deviceToken: () =>
        parseCookie(request.headers.cookie ?? '', { decode: toDeviceToken })[
          cookieName(site_url, 'device')
        ] ?? null,
      setDevice(value, ends) {
        deviceLines = [secretLine(cookieName(site_url, 'device'), value, { expires: ends })]
      },
    },
    setCookie() {
      const all = [...lines, ...deviceLines]
      return all.length > 0 ? all : undefined
    },
    changesCatalogue: () => newLimit !== limit,
  }
}

/** Returns the session token in the cookie of a request, or null. */
export const sessionToken = (
  request: IncomingMessage,
  { site_url }: Pick<OriginSettings, 'site_url'>,
) => parseCookie(request.headers.cookie ?? '', { decode: toToken })[cookieName(site_url)] ?? null

/**
 * Returns the value of the session hint cookie: readable, different for every session, and of no use to find the token
 * or the hash that the database holds. Browsers tell by it which session a request belonged to.
 */
const sessionHint = (token: string) =>
  hash('sha256', `session hint ${token}`, 'base64url').slice(0, 12)

/**
 * Accepts 32 bytes in base64url, with the limit of the profile. The parser ignores other values and takes the next one of
 * the same name.
 */
const toToken = (value: string) => (isSessionToken(value) ? value : undefined)

/** Accepts 32 bytes in base64url. */
const toDeviceToken = (value: string) => (/^[\w-]{43}$/.test(value) ? value : undefined)
