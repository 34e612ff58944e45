import { data, createContext, type RouterContext } from 'react-router'
import type { EndpointClient } from '#contract/core/endpoint.ts'

const largestId = 2_147_483_647

/** The page is not there: what a loader throws for an address that leads nowhere. */
export const notFound = () => data(null, { status: 404 })

/**
 * An id from the address of a page.
 * @throws a 404 when it is none: to a reader `/series/abc` is a page that is not there, not a fault.
 */
export function parseIdParam(text: string | undefined): number {
  const id = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > largestId) throw notFound()
  return id
}

const loaderCallKey = Symbol.for('hanpyeon.loader-call')
const loaderCallGlobal = globalThis as { [loaderCallKey]?: RouterContext<EndpointClient> }

/**
 * How a loader calls the API: in the same process, without a socket. The server puts the call in under
 * this key. The key lives on `globalThis` because the pages' bundle and the server are two module graphs.
 */
export const apiContext: RouterContext<EndpointClient> = (loaderCallGlobal[loaderCallKey] ??=
  createContext<EndpointClient>())

const siteUrlKey = Symbol.for('hanpyeon.site-url')
const siteUrlGlobal = globalThis as { [siteUrlKey]?: RouterContext<string> }

/**
 * Where the service is reached from outside, without a slash at its end: `https://hanpyeon.example`. The server
 * puts it in under this key (it is configuration: the Host of a request is anybody's word, and pages are
 * cached). Until then '' makes every address relative.
 */
export const siteUrlContext: RouterContext<string> = (siteUrlGlobal[siteUrlKey] ??=
  createContext<string>(''))
