import type { IncomingMessage } from 'node:http'
import { ProblemError } from '#server/shared/problem-error.ts'

export type OriginSettings = {
  site_url: string
  /** Whether nobody but this machine can come by, through a proxy neither. */
  alone: boolean
  /** How many proxies of our own stand before us. */
  trust_proxy: number
}

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
