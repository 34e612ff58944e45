import { clientInfoOf } from './client-info.ts'
import type { OriginSettings } from './origin-check.ts'
import { sessionHintCookie } from '#contract/core/constants.ts'
import type { RequestContext, Session } from '#server/api/request-context.ts'

import type { IncomingMessage } from 'node:http'

/** Finds the session of a cookie's token; answers null for one that has ended. */
export type FindSession = (token: string) => Promise<Session | null>

/** Session, client and cookie functions of one request. */
export type RequestAuth = Pick<
  RequestContext,
  'session' | 'member' | 'client' | 'isAborted' | 'cookie'
> & {
  /**
   * `Set-Cookie` values after the handler set or cleared the session: the session cookie first, then the session hint.
   */
  setCookie(): string[] | undefined
}

/** The `__Host-` prefix prevents other hosts of the domain from setting the cookie; it requires https. */
const cookieName = (site_url: string) => (site_url.startsWith('https:') ? '__Host-sid' : 'sid')

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
  const attributes = `Path=/; SameSite=Lax${site_url.startsWith('https:') ? '; Secure' : ''}`
  // The hint cookie holds no secret: it spares guests a request that would end in 401. See D-93.
  const sessionLine = (token: string, life: string) =>
    `${name}=${token}; ${attributes}; HttpOnly; ${life}`
  const hintLine = (value: string, life: string) =>
    `${sessionHintCookie}=${value}; ${attributes}; ${life}`
  let lines: string[] | undefined
  return {
    session,
    member: session?.member ?? null,
    client: clientInfoOf(request, origins),
    isAborted: () => request.socket.destroyed,
    cookie: {
      give(value, ends, withHint = true) {
        const life = `Expires=${ends.toUTCString()}`
        lines = [sessionLine(value, life), ...(withHint ? [hintLine('1', life)] : [])]
      },
      take() {
        lines = [sessionLine('', 'Max-Age=0'), hintLine('', 'Max-Age=0')]
      },
    },
    setCookie: () => lines,
  }
}

/** Returns the session token in the cookie of a request, or null. */
export const sessionToken = (
  request: IncomingMessage,
  { site_url }: Pick<OriginSettings, 'site_url'>,
) => tokenOf(request.headers.cookie, cookieName(site_url))

/** Returns the first value of that name with the form of a token: 32 bytes in base64url. */
function tokenOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (/^[\w-]{43}$/.test(value)) return value
  }
  return null
}
