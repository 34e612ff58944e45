import type { IncomingMessage } from 'node:http'
import { ProblemError } from '#server/shared/problem-error.ts'

export type OriginSettings = {
  site_url: string
  /** Whether the server is reachable from this machine only, not even through a proxy. */
  is_loopback_only: boolean
  /** Number of trusted proxies in front of the server. */
  trust_proxy: number
}

/**
 * Rejects cross-site requests (CSRF) by `Sec-Fetch-Site`, or by `Origin` where the browser does not send it. A request
 * with neither header is rejected.
 * @throws ProblemError `cross_origin_request`
 */
export function requireSameOrigin(
  request: Pick<IncomingMessage, 'headers'>,
  { site_url, is_loopback_only }: Pick<OriginSettings, 'site_url' | 'is_loopback_only'>,
) {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin') return
  } else if (origin !== undefined) {
    if (origin === site_url) return
    // A loopback site is reachable under several names: localhost, 127.0.0.1.
    if (is_loopback_only && URL.canParse(origin) && new URL(origin).host === host) return
  }
  throw new ProblemError('cross_origin_request')
}
