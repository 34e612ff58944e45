import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import { catalogueLimitOfToken } from '#server/api/catalogue-limit.ts'
import { sessionToken } from '../auth/authenticate-request.ts'
import type { OriginSettings } from '../auth/origin-check.ts'
import type { IncomingMessage } from 'node:http'

/**
 * The limit in the session cookie of a request, by which cached responses are chosen without a query
 * (decisions/0015-catalogue-limits).
 */
export function catalogueLimitOfRequest(
  request: IncomingMessage,
  origins: Pick<OriginSettings, 'site_url'>,
): CatalogueLimit {
  // Cookies are parsed only where one may have a limit: most requests have none.
  if (!/\.(?:ALL|12|15)\b/.test(request.headers.cookie ?? '')) return '19'
  return catalogueLimitOfToken(sessionToken(request, origins) ?? '')
}

/** The cache key of a variant of an address. Without a limit it is the address, as for visitors. */
export const variantKey = (limit: CatalogueLimit, address: string): string =>
  limit === '19' ? address : `${limit} ${address}`
