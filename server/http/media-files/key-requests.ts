import { keyRequestHeaders } from '#contract/playback/key-requests.ts'
import { PlayerId } from '#contract/playback/remote.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { MediaAudience } from '#server/shared/media-token.ts'
import { type FindSession, sessionToken } from '../auth/authenticate-request.ts'
import { clientInfoOf } from '../auth/client-info.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import type { IncomingMessage } from 'node:http'

/** The content key in a request: its path below the asset's folder. */
type NamedKey = { audience: MediaAudience; asset_id: number; name: string }

/** Facts from the headers of a key request. */
export type KeyRequestFacts = {
  session_id: number | null
  player: string | null
  position: number | null
  is_prefetch: boolean
  device: string
}

/** Returns the key for a request. @throws ProblemError */
export type IssueKey = (request: IncomingMessage, named: NamedKey) => Promise<Uint8Array>

/**
 * Creates the handler of content key requests. Such a GET has side effects (first use, stream slots), so it must be
 * same-origin like unsafe methods.
 */
export function createKeyRequests(options: {
  origins: OriginSettings
  findSession: FindSession
  clock: Clock
  issueKey(named: NamedKey & KeyRequestFacts, now: Date): Promise<Uint8Array>
}): IssueKey {
  const { origins, findSession, clock, issueKey } = options
  return async (request, named) => {
    requireSameOriginKeyRequest(request, origins)
    const token = sessionToken(request, origins)
    const session = token ? await findSession(token) : null
    const facts = {
      session_id: session?.id ?? null,
      player: readPlayer(request),
      position: readPosition(request),
      is_prefetch: isPrefetch(request),
      device: clientInfoOf(request, origins).device,
    }
    return issueKey({ ...named, ...facts }, clock.now())
  }
}

/**
 * Rejects a key request that another site may have caused. Without `Sec-Fetch-Site`, the player's own header proves the
 * origin, because cross-site it needs a CORS preflight, which this server does not answer. A `Referer` of the site also
 * proves it: native HLS in older WebKit (AVFoundation) sends neither of the others.
 * @throws ProblemError `cross_origin_request`
 */
export function requireSameOriginKeyRequest(
  request: IncomingMessage,
  origins: OriginSettings,
): void {
  const { headers } = request
  if (headers['sec-fetch-site'] === undefined) {
    if (headers[keyRequestHeaders.position] !== undefined) return
    if (headers.origin === undefined && URL.canParse(headers.referer ?? '')) {
      const { origin } = new URL(headers.referer ?? '')
      return requireSameOrigin({ headers: { ...headers, origin } }, origins)
    }
  }
  requireSameOrigin(request, origins)
}

function readPlayer({ headers }: IncomingMessage): string | null {
  const { success, data } = PlayerId.safeParse(headers[keyRequestHeaders.player])
  return success ? data : null
}

/** Parses seconds with an optional fraction; null for anything else. */
function readPosition({ headers }: IncomingMessage): number | null {
  const text = headers[keyRequestHeaders.position]
  return typeof text === 'string' && /^\d{1,6}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null
}

/** Whether the browser prefetches: `Sec-Purpose`, or its older equivalents. */
const isPrefetch = ({ headers }: IncomingMessage) =>
  [headers['sec-purpose'], headers['purpose'], headers['x-moz'], headers['x-purpose']].some(
    (value) => String(value ?? '').includes('prefetch'),
  )
