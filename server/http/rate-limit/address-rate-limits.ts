import { clientNetwork } from '#server/shared/client-network.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { createFixedWindowLimit } from './fixed-window-limit.ts'
import { clientAddress } from '../auth/client-info.ts'
import { type OriginSettings } from '../auth/origin-check.ts'
import type { IncomingMessage } from 'node:http'

/** D-09. Points that an address, of IPv6 a /64 network, may spend in a minute on this process. */
const pointsPerMinute = 600
/**
 * Points by what a request makes the server do. An answer from memory costs nothing. `page` and `sitemap` come on top of
 * `request`. See `docs/operations.md`, Limits.
 */
const costs = { request: 1, page: 4, sitemap: 4, key: 2, upgrade: 2, absent_file: 5 } as const
export type Work = keyof typeof costs

/** Searches a minute, by call or by page, also those answered from memory. */
const searchesPerMinute = 120
/** Suggestions come with every pause while somebody types. */
const suggestionsPerMinute = 300
/** Files that are not there, in a minute. Beyond, nothing is looked for on the disk or in S3 for that address. */
const absentFilesPerMinute = 60

const searchPath = '/api/contents/search'
/** A list of questions is read, and searched where it is asked for a text. */
const faqsPath = '/api/customer-services/faqs'

export type AddressLimits = {
  /** Counts a request that asks for a text, however it is answered. @throws Refusal `rate_limited` */
  countSearch(url: string, request: IncomingMessage): void
  /** Spends what `work` costs before it is done. @throws Refusal `rate_limited` */
  spend(request: IncomingMessage, work: Work): void
  /** Counts a file that turned out not to be there. */
  countAbsentFile(request: IncomingMessage): void
  /** Admits a look for a file that is not in memory. @throws Refusal `rate_limited` */
  admitFileRead(request: IncomingMessage): void
  /** The key that all of an address is counted under. */
  networkOf(request: IncomingMessage): string
}

/**
 * Limits what one address can make this process do.
 * @param now milliseconds of a clock that does not go back.
 * @param enabled false counts nothing (`RATE_LIMITS=off`, on loopback alone).
 */
export function createAddressRateLimits(
  origins: Pick<OriginSettings, 'trust_proxy'>,
  now: () => number,
  enabled: boolean,
): AddressLimits {
  const points = createFixedWindowLimit(pointsPerMinute, now)
  const searches = createFixedWindowLimit(searchesPerMinute, now)
  const suggestions = createFixedWindowLimit(suggestionsPerMinute, now)
  const absentFiles = createFixedWindowLimit(absentFilesPerMinute, now)
  const networkOfRequest = (request: IncomingMessage) =>
    clientNetwork(clientAddress(request, origins))
  const refuseFor = (seconds: number) => {
    if (seconds > 0) throw new ProblemError('rate_limited', { retry_after: seconds })
  }
  if (!enabled)
    return {
      countSearch() {},
      spend() {},
      countAbsentFile() {},
      admitFileRead() {},
      networkOf: networkOfRequest,
    }
  return {
    countSearch(url, request) {
      const kind = searchKind(url)
      if (!kind) return
      const limit = kind === 'suggestion' ? suggestions : searches
      refuseFor(limit.spend(networkOfRequest(request)))
    },
    spend(request, work) {
      refuseFor(points.spend(networkOfRequest(request), costs[work]))
    },
    countAbsentFile(request) {
      const network = networkOfRequest(request)
      points.spend(network, costs.absent_file)
      absentFiles.spend(network)
    },
    admitFileRead(request) {
      refuseFor(absentFiles.wait(networkOfRequest(request)))
    },
    networkOf: networkOfRequest,
  }
}

/** Tells a search or a suggestion, by call or by page, from everything else. */
function searchKind(url: string): 'search' | 'suggestion' | undefined {
  // Every search has a `q`, though a letter of it may come as `%71`. All other answers from memory end here.
  if (!url.includes('q=') && !url.includes('%')) return undefined
  const path = routedPath(url)
  if (path.startsWith(`${searchPath}/popular`)) return undefined
  if (path.startsWith(searchPath))
    return path.startsWith(`${searchPath}/suggest`) ? 'suggestion' : 'search'
  if (path.startsWith('/api/') && !path.startsWith(faqsPath)) return undefined
  return new URLSearchParams(url.replace(/^[^?]*/, '')).has('q') ? 'search' : undefined
}

/**
 * The path as the router reads it: any letter may come as `%61`, and a host may stand before it. A limit that goes by the
 * path holds for every spelling of it.
 */
function routedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
