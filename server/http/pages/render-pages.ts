import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import {
  createContext,
  createRequestHandler,
  data,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { cacheControlOf, type EndpointDispatcher } from '../endpoints/endpoint-dispatcher.ts'
import { canonicalPath } from './page-address.ts'
import { variantKey } from '../cache/catalogue-variant.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { STATUS_CODES } from 'node:http'
import type { ResponseSource, CachedResponse } from '../cache/cached-response.ts'
import { toProblem, toProblemError } from '../errors/problem-details.ts'
import { pageSecurityHeaders } from './security-headers.ts'

/**
 * The same symbols as in `web/routing/loader-helpers.ts`: the page bundle is a separate module graph.
 */
const callKey = Symbol.for('hanpyeon.loader-call')
const siteKey = Symbol.for('hanpyeon.site-url')
const limitKey = Symbol.for('hanpyeon.catalogue-limit')
const demonstrationKey = Symbol.for('hanpyeon.is-demonstration')
const shared = globalThis as {
  [callKey]?: RouterContext<EndpointClient>
  [siteKey]?: RouterContext<string>
  [limitKey]?: RouterContext<CatalogueLimit>
  [demonstrationKey]?: RouterContext<boolean>
}
const loaderCall: RouterContext<EndpointClient> = (shared[callKey] ??=
  createContext<EndpointClient>())
const siteUrl: RouterContext<string> = (shared[siteKey] ??= createContext(''))
const catalogueLimit: RouterContext<CatalogueLimit> = (shared[limitKey] ??=
  createContext<CatalogueLimit>('19'))

const demonstration: RouterContext<boolean> = (shared[demonstrationKey] ??=
  createContext<boolean>(false))

export type PageRenderer = {
  /** Returns the page at `address` from the cache, or renders it. `address` begins with a slash. */
  renderCached(
    address: string,
    limit: CatalogueLimit,
  ): Promise<{ entry: CachedResponse; key: string }>
}

/**
 * Renders pages without authentication, caches them, and invalidates them by cache tag. Only the path and the
 * known queries of a request reach the rendering.
 */
export function createPageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>)
  calls: EndpointDispatcher
  cache: ResponseCache
  origin: string
  /** URL of the payment gateway's browser SDK. */
  payment_script?: string | undefined
  /** Origins of the caches of films. */
  media_origins?: readonly string[]
  /** The provider of identity verification. Only the page whose route permits popups may open its window. */
  identity_url?: string | undefined
  mode: 'production' | 'development'
  /** Whether the pages offer the demonstration's accounts and outbox. */
  is_demonstration: boolean
}): PageRenderer {
  const handle = createRequestHandler(options.build, options.mode)

  /** Constant for a build, by the kind of the page. */
  const securityHeaders = new Map<PageKind, Promise<Record<string, string>>>()
  async function readSecurityHeaders(kind: PageKind) {
    const { build, payment_script, media_origins, identity_url } = options
    const { entry } = typeof build === 'function' ? await build() : build
    const { inlineScripts } = entry.module as { inlineScripts?: readonly string[] }
    return pageSecurityHeaders({
      inline_scripts: inlineScripts ?? [],
      payment_script,
      media_origins,
      is_framable: kind === 'framable',
      identity_url: kind === 'identity' ? identity_url : undefined,
    })
  }

  async function renderPage(address: string, limit: CatalogueLimit): Promise<ResponseSource> {
    const tags = new Set<string>()
    const failures = { count: 0 }
    const context = new RouterContextProvider()
    context.set(loaderCall, withProblems(options.calls.forPage(tags, limit), failures))
    context.set(siteUrl, options.origin)
    context.set(catalogueLimit, limit)
    context.set(demonstration, options.is_demonstration)
    const response = await handle(new Request(options.origin + address), context)
    const body = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    // The router's last-resort error is English plain text; throwing leads to the Korean error page instead.
    if (response.status === 500 && type.startsWith('text/plain'))
      throw new Error('Rendering the page and its error screen failed')
    const headers: Record<string, string> = {}
    for (const name of [
      'location',
      'x-remix-response',
      'x-remix-reload-document',
      'x-robots-tag',
    ]) {
      const value = response.headers.get(name)
      if (value) headers[name] = value
    }
    // A loader may omit data that failed to load: such a page must not be cached.
    const isComplete = response.status === 200 && failures.count === 0
    // Only the route manifest, whose address contains the build's version, has a policy of its own.
    const caching = response.headers.get('cache-control') ?? cacheControlOf(limit)
    headers['cache-control'] = isComplete ? caching : 'no-store'
    if (response.status === 503) headers['retry-after'] = '5'
    // In development, Vite adds inline scripts and a WebSocket on another port.
    if (type.startsWith('text/html') && options.mode === 'production') {
      const kind = kindOf(response.headers)
      let policies = securityHeaders.get(kind)
      if (!policies) securityHeaders.set(kind, (policies = readSecurityHeaders(kind)))
      Object.assign(headers, await policies)
    }
    return {
      status: response.status,
      type,
      body,
      tags,
      headers,
      is_mostly_compressed: true,
      keep: isComplete,
    }
  }

  return {
    async renderCached(address, limit) {
      const path = canonicalPath(address)
      const key = variantKey(limit, path)
      return { key, entry: await options.cache.get(key, () => renderPage(path, limit)) }
    },
  }
}

/** Pages that others of this site show in a frame, and those that open the window of identity verification. */
type PageKind = 'page' | 'framable' | 'identity'

/** The kind of a page, by the headers that its route sets. */
function kindOf(headers: Headers): PageKind {
  if (headers.get('x-frame-options') === 'SAMEORIGIN') return 'framable'
  const policy = headers.get('cross-origin-opener-policy')
  return policy === 'same-origin-allow-popups' ? 'identity' : 'page'
}

/**
 * Wraps a call so that problems reach the error screen with status and text, and counts the calls that failed on the
 * server's side.
 */
function withProblems(call: EndpointClient, failures: { count: number }): EndpointClient {
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      const problemError = toProblemError(error)
      if (problemError.code === 'internal_error' || problemError.code === 'service_unavailable')
        failures.count++
      if (problemError.code === 'internal_error') throw error
      const problem = toProblem(problemError, '')
      throw data(problem, {
        status: problem.status,
        statusText: STATUS_CODES[problem.status] ?? '',
      })
    }
  }
}
