import { clientNetwork } from '#server/shared/client-network.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { createFixedWindowLimit } from './fixed-window-limit.ts'
import { clientAddress } from '../auth/client-info.ts'
import { type OriginSettings } from '../auth/origin-check.ts'
import type { IncomingMessage } from 'node:http'

/** Points per minute, process and address (IPv6: /64 network). See decisions/0006-rate-limits. */
const pointsPerMinute = 600
/**
 * Points by the work a request causes. Cached responses cost nothing. `page` and `sitemap` are added to `request`. See
 * `docs/operations.md`, Limits.
 */
const costs = { request: 1, page: 4, sitemap: 4, key: 2, upgrade: 2, absent_file: 5 } as const
export type Work = keyof typeof costs

/** Searches per minute by API or page, including cached ones. Each page also searches texts once, counted separately. */
const searchesPerMinute = 120
/** Suggestions are requested at every typing pause. */
const suggestionsPerMinute = 300
/** Missing files per minute; beyond that, neither disk nor S3 is read for the address. */
const absentFilesPerMinute = 60

const searchPath = '/api/contents/search'
/** The FAQ list counts as a search if it has a query. */
const faqsPath = '/api/customer-services/faqs'

export type AddressLimits = {
  /** Counts a search request, cached or not. @throws ProblemError `rate_limited` */
  countSearch(url: string, request: IncomingMessage): void
  /** Spends the cost of `work` before it is done. @throws ProblemError `rate_limited` */
  spend(request: IncomingMessage, work: Work): void
  /** Counts a missing file. */
  countAbsentFile(request: IncomingMessage): void
  /** Called before reading a file that is not in memory. @throws ProblemError `rate_limited` */
  admitFileRead(request: IncomingMessage): void
  /** The network that an address is counted under. */
  networkOf(request: IncomingMessage): string
}

/**
 * Limits the work that one address can cause in this process.
 * @param now monotonic clock in ms.
 * @param enabled false disables all limits (`RATE_LIMITS=off`, loopback only).
 */
export function createAddressRateLimits(
  origins: Pick<OriginSettings, 'trust_proxy'>,
  now: () => number,
  enabled: boolean,
): AddressLimits {
  const points = createFixedWindowLimit(pointsPerMinute, now)
  const searches = createFixedWindowLimit(searchesPerMinute, now)
  const texts = createFixedWindowLimit(searchesPerMinute, now)
  const suggestions = createFixedWindowLimit(suggestionsPerMinute, now)
  const limits = { search: searches, texts, suggestion: suggestions }
  const absentFiles = createFixedWindowLimit(absentFilesPerMinute, now)
  const networkOfRequest = (request: IncomingMessage) =>
    clientNetwork(clientAddress(request, origins))
  const throwIfLimited = (seconds: number) => {
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
      throwIfLimited(limits[kind].spend(networkOfRequest(request)))
    },
    spend(request, work) {
      throwIfLimited(points.spend(networkOfRequest(request), costs[work]))
    },
    countAbsentFile(request) {
      const network = networkOfRequest(request)
      points.spend(network, costs.absent_file)
      absentFiles.spend(network)
    },
    admitFileRead(request) {
      throwIfLimited(absentFiles.wait(networkOfRequest(request)))
    },
    networkOf: networkOfRequest,
  }
}

/** Classifies a URL as search, search of texts, suggestion or none of them. */
function searchKind(url: string): 'search' | 'texts' | 'suggestion' | undefined {
  // Every search has a `q`, possibly spelled `%71`; those that are reported have it in their body. This fast path covers all
  // other cached responses.
  if (!url.includes('q=') && !url.includes('%') && !url.includes(searchPath)) return undefined
  const path = routedPath(url)
  if (path.startsWith(`${searchPath}/popular`)) return undefined
  if (path.startsWith(`${searchPath}/texts`)) return 'texts'
  if (path.startsWith(searchPath))
    return path.startsWith(`${searchPath}/suggest`) ? 'suggestion' : 'search'
  if (path.startsWith('/api/') && !path.startsWith(faqsPath)) return undefined
  return new URLSearchParams(url.replace(/^[^?]*/, '')).has('q') ? 'search' : undefined
}

/** The path as the router reads it: percent-decoded. Limits by path must hold for every spelling. */
function routedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
