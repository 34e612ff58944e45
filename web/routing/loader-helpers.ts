import { data, createContext, type RouterContext } from 'react-router'
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'

const maxId = 2_147_483_647

/** Creates the 404 that loaders throw. */
export const notFound = () => data(noRouteMatches, { status: 404, statusText: 'Not Found' })

/** The router's own text for an unknown path (specification, section 5). */
const noRouteMatches = 'No route matches URL'

/** Parses an id of a path. @throws a 404 if it is invalid. */
export function parseIdParam(text: string | undefined): number {
  const id = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > maxId) throw notFound()
  return id
}

/** Resolves to null instead of rejecting, so that one failed section does not fail the page. */
export async function nullOnError<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch {
    return null
  }
}

const loaderCallKey = Symbol.for('hanpyeon.loader-call')
const loaderCallGlobal = globalThis as { [loaderCallKey]?: RouterContext<EndpointClient> }

/**
 * The API client of loaders, which the server provides: it calls handlers in the same process. The context is a property
 * of `globalThis` because the server and the bundle of the pages are two module graphs.
 */
export const apiContext: RouterContext<EndpointClient> = (loaderCallGlobal[loaderCallKey] ??=
  createContext<EndpointClient>())

const siteUrlKey = Symbol.for('hanpyeon.site-url')
const siteUrlGlobal = globalThis as { [siteUrlKey]?: RouterContext<string> }

/**
 * The public origin: `https://hanpyeon.example`. Provided by the server from its configuration, because the Host header
 * can be forged and pages are cached. The default '' makes all URLs relative.
 */
export const siteUrlContext: RouterContext<string> = (siteUrlGlobal[siteUrlKey] ??=
  createContext<string>(''))

const demonstrationKey = Symbol.for('hanpyeon.is-demonstration')
const demonstrationGlobal = globalThis as { [demonstrationKey]?: RouterContext<boolean> }

/** Whether the server runs the demonstration. */
export const demonstrationContext: RouterContext<boolean> = (demonstrationGlobal[
  demonstrationKey
] ??= createContext<boolean>(false))

const catalogueLimitKey = Symbol.for('hanpyeon.catalogue-limit')
const catalogueLimitGlobal = globalThis as {
  [catalogueLimitKey]?: RouterContext<CatalogueLimit>
}

/** The limit that the page is rendered for. */
export const catalogueLimitContext: RouterContext<CatalogueLimit> = (catalogueLimitGlobal[
  catalogueLimitKey
] ??= createContext<CatalogueLimit>('19'))
