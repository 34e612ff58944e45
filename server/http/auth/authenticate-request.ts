import { clientInfoOf } from './client-info.ts'
import type { OriginSettings } from './origin-check.ts'
import { sessionHintCookie } from '#contract/core/constants.ts'
import type { RequestContext, Session } from '#server/api/request-context.ts'

import type { IncomingMessage } from 'node:http'

/** Finds the session of a cookie's token; answers null for one that has ended. */
export type FindSession = (token: string) => Promise<Session | null>

/** Who calls, and what his browser is to be told of its session. */
export type RequestAuth = Pick<
  RequestContext,
  'session' | 'member' | 'client' | 'isAborted' | 'cookie'
> & {
  /** The `Set-Cookie` lines, where the handler gave or took a session: the session's first, then its marker's. */
  setCookie(): string[] | undefined
}

/** Prefixed over https, so that no other host of the domain can set it; plain on a laptop. */
const cookieName = (site_url: string) => (site_url.startsWith('https:') ? '__Host-sid' : 'sid')

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
    client: clientInfoOf(request, origins),
    isAborted: () => request.socket.destroyed,
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
