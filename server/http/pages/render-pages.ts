import type { EndpointClient } from '#contract/core/endpoint.ts'
import {
  createContext,
  createRequestHandler,
  data,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { type EndpointDispatcher, publicCacheControl } from '../endpoints/endpoint-dispatcher.ts'
import { canonicalPath } from './page-address.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ResponseSource, CachedResponse } from '../cache/cached-response.ts'
import { toProblem, toProblemError } from '../errors/problem-details.ts'
import { pageSecurityHeaders } from './security-headers.ts'

/** The same keys as `web/data/loader-call.ts` and `web/site-url.ts`: the pages' bundle is another module graph. */
const callKey = Symbol.for('hanpyeon.loader-call')
const siteKey = Symbol.for('hanpyeon.site-url')
const shared = globalThis as {
  [callKey]?: RouterContext<EndpointClient>
  [siteKey]?: RouterContext<string>
}
const loaderCall: RouterContext<EndpointClient> = (shared[callKey] ??=
  createContext<EndpointClient>())
const siteUrl: RouterContext<string> = (shared[siteKey] ??= createContext(''))

export type PageRenderer = {
  /** The page at `address`, made or kept. `address` begins with a slash. */
  prepared(address: string): Promise<{ entry: CachedResponse; key: string }>
}

/**
 * Renders pages without knowing who asks, keeps them, and drops them with what they show (rule 7).
 * Nothing of the request but its path and the listed queries reaches the rendering.
 */
export function createPageRenderer(options: {
  build: ServerBuild | (() => Promise<ServerBuild>)
  calls: EndpointDispatcher
  cache: ResponseCache
  origin: string
  /** The gateway's script, by which pages open the payment window (D-52). */
  payment_script?: string | undefined
  mode: 'production' | 'development'
}): PageRenderer {
  const handle = createRequestHandler(options.build, options.mode)

  /** The same for all pages of a build, and independent of what is rendered. */
  let security: Promise<Record<string, string>> | undefined
  async function readSecurity() {
    const { build, payment_script } = options
    const { entry } = typeof build === 'function' ? await build() : build
    const { inlineScripts } = entry.module as { inlineScripts?: readonly string[] }
    return pageSecurityHeaders({ inline_scripts: inlineScripts ?? [], payment_script })
  }

  async function make(address: string): Promise<ResponseSource> {
    const tags = new Set<string>()
    const failures = { count: 0 }
    const context = new RouterContextProvider()
    context.set(loaderCall, forLoader(options.calls.forPage(tags), failures))
    context.set(siteUrl, options.origin)
    const response = await handle(new Request(options.origin + address), context)
    const body = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    // The router's last words are English. Who asked is told in ours.
    if (response.status === 500 && type.startsWith('text/plain'))
      throw new Error('The page could not be rendered, nor that it could not')
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
    // A loader may do without what it could not read, and leave a row out: that is for this reader alone.
    const keep = response.status === 200 && failures.count === 0
    headers['cache-control'] = keep ? publicCacheControl : 'no-store'
    if (response.status === 503) headers['retry-after'] = '5'
    // While developing, Vite's own scripts and its socket on another port come with the page.
    if (type.startsWith('text/html') && options.mode === 'production') {
      Object.assign(headers, await (security ??= readSecurity()))
    }
    return { status: response.status, type, body, tags, headers, keep }
  }

  return {
    async prepared(address) {
      const key = canonicalPath(address)
      return { key, entry: await options.cache.get(key, () => make(key)) }
    },
  }
}

/**
 * Lets a refusal reach the error screen with its status and words, as the router hands such things on, and counts
 * the calls that failed for no fault of the reader's.
 */
function forLoader(call: EndpointClient, failures: { count: number }): EndpointClient {
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      const refusal = toProblemError(error)
      if (refusal.code === 'internal_error' || refusal.code === 'service_unavailable')
        failures.count++
      if (refusal.code === 'internal_error') throw error
      const problem = toProblem(refusal, '')
      throw data(problem, { status: problem.status })
    }
  }
}
