import { workCosts } from '#server/api/limits.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { createFixedWindowLimit } from './fixed-window-limit.ts'
import { clientAddress } from '../auth/client-info.ts'
import { type OriginSettings } from '../auth/origin-check.ts'
import type { IncomingMessage } from 'node:http'

export type Work = keyof typeof workCosts

const searchPath = '/api/contents/search'
/** The FAQ list counts as a search if it has a query. */
const faqsPath = '/api/customer-services/faqs'

/** Undefined where the limit is counted in this process, which no request waits for. */
type Admission = Promise<void> | undefined

export type AddressLimits = {
  /** Counts a search request, cached or not. @throws ProblemError `rate_limited`, or rejects with it */
  countSearch(url: string, request: IncomingMessage): Admission
  /** Spends the cost of `work` before it is done. @throws ProblemError `rate_limited`, or rejects with it */
  spend(request: IncomingMessage, work: Work): Admission
  /** Counts a missing file. */
  countAbsentFile(request: IncomingMessage): void
  /** Called before reading a file that is not in memory. @throws ProblemError `rate_limited` */
  admitFileRead(request: IncomingMessage): void
  /** The network that an address is counted under. */
  networkOf(request: IncomingMessage): string
}

/**
 * Limits the work that one address can cause, in all servers together with `shared` counts.
 * @param now monotonic clock in ms.
 * @param enabled false disables all limits (`RATE_LIMITS=off`, loopback only).
 */
export function createAddressRateLimits(
  origins: Pick<OriginSettings, 'trust_proxy'>,
  now: () => number,
  enabled: boolean,
  shared?: SharedCounts,
): AddressLimits {
  const points = createFixedWindowLimit('work', now, { shared })
  const limits = {
    search: createFixedWindowLimit('searches', now, { shared }),
    texts: createFixedWindowLimit('text_searches', now, { shared }),
    suggestion: createFixedWindowLimit('suggestions', now, { shared }),
  }
  const absentFiles = createFixedWindowLimit('absent_files', now)
  const networkOfRequest = (request: IncomingMessage) =>
    clientNetwork(clientAddress(request, origins))
  const throwIfLimited = (seconds: number | Promise<number>): Admission => {
    if (typeof seconds !== 'number') return seconds.then((left) => throwIfLimited(left))
    if (seconds > 0) throw new ProblemError('rate_limited', { retry_after: seconds })
    return undefined
  }
  if (!enabled)
    return {
      countSearch: () => undefined,
      spend: () => undefined,
      countAbsentFile() {},
      admitFileRead() {},
      networkOf: networkOfRequest,
    }
  return {
    countSearch(url, request) {
      const kind = searchKind(url)
      if (!kind) return undefined
      return throwIfLimited(limits[kind].spend(networkOfRequest(request)))
    },
    spend(request, work) {
      return throwIfLimited(points.spend(networkOfRequest(request), workCosts[work].points))
    },
    countAbsentFile(request) {
      const network = networkOfRequest(request)
      void points.spend(network, workCosts.absent_file.points)
      void absentFiles.spend(network)
    },
    admitFileRead(request) {
      // Counted by this process, so its answer is not a promise.
      void throwIfLimited(absentFiles.wait(networkOfRequest(request)))
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
