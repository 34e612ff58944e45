import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { memoryLimits } from '#server/api/limits.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import type { SendCachedResponse } from '../endpoints/endpoint-routes.ts'
import { canonicalPath } from './page-address.ts'
import type { PageRenderer } from './render-pages.ts'
import type { OriginSettings } from '../auth/origin-check.ts'
import { catalogueLimitOfRequest, variantKey } from '../cache/catalogue-variant.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import type { ConnectMiddleware } from '../http-options.ts'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pLimit, { type LimitFunction } from 'p-limit'

/** Mounts the pages: every GET outside the API. In development, Vite's middleware handles its own modules first. */
export function mountPages(
  app: FastifyInstance,
  pages: PageRenderer,
  deps: {
    responseCache: ResponseCache
    send: SendCachedResponse
    limits: AddressLimits
    locate: (address: string) => string
    origins: OriginSettings
    development: ConnectMiddleware | undefined
  },
) {
  const { development, responseCache, limits } = deps
  const runQueued = createRenderQueue()

  /** Renders the page, or joins a rendering in progress, whose cost another request has paid. */
  async function render(
    address: string,
    limit: CatalogueLimit,
    request: IncomingMessage,
  ): Promise<CachedResponse> {
    if (responseCache.isBeingMade(variantKey(limit, address)))
      return (await pages.renderCached(address, limit)).entry
    await limits.spend(request, 'page')
    return runQueued(
      limits.networkOf(request),
      async () => (await pages.renderCached(address, limit)).entry,
    )
  }

  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new ProblemError('not_found')
    if (development && (await isHandledBy(development, request.raw, reply.raw)))
      return reply.hijack()
    const address = deps.locate(canonicalPath(request.url))
    const limit = catalogueLimitOfRequest(request.raw, deps.origins)
    const key = variantKey(limit, address)
    const entry = responseCache.hit(key) ?? (await render(address, limit, request.raw))
    if (entry.made.status === 200) responseCache.alias(variantKey(limit, request.url), key)
    deps.send(entry, request, reply)
    return reply
  })
}

/** @returns whether the middleware handled the request. */
function isHandledBy(
  development: ConnectMiddleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    response.once('close', () => resolve(true))
    development(request, response, () => resolve(false))
  })
}

/** Retry-After of a full queue, in seconds. */
const retryAfterSeconds = 2

/**
 * Creates the render queue: one page at a time per client address, so that one client cannot starve the others;
 * rendering occupies the process's only core. Queues exist only while a rendering runs, so open requests bound memory.
 * @returns a function that queues `render`; it throws ProblemError `rate_limited` if too many renderings of the address
 * are waiting.
 */
function createRenderQueue() {
  const limits = new Map<string, LimitFunction>()
  return async function runQueued<T>(address: string, render: () => Promise<T>): Promise<T> {
    const limit = limits.get(address) ?? pLimit(1)
    if (limit.pendingCount >= memoryLimits.waiting_pages.times)
      throw new ProblemError('rate_limited', { retry_after: retryAfterSeconds })
    limits.set(address, limit)
    try {
      return await limit(render)
    } finally {
      if (limit.activeCount === 0 && limits.get(address) === limit) limits.delete(address)
    }
  }
}
