import { pageQueryKeys } from '#contract/core/page-query-keys.ts'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** The queries by which the router asks for the data of some routes of a page alone. */
const routesQuery = '_routes'
/** Longer lists of routes are none of ours. */
const longestRoutes = 300

/**
 * The key that a page is prepared and kept under: the path without its last slash, then the queries that the page reads
 * (`contract/core/page-query-keys.ts`), in their order and within their bounds. The prefix makes `//elsewhere/` a path of ours (that
 * leads nowhere) and not another host's.
 */
export function canonicalPath(address: string): string {
  const url = new URL(`http://page${address}`)
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : '/'
  const page = path.replace(/(?:\/_)?\.data$/, '')
  const query = new URLSearchParams()
  // Most addresses have no query, and a page is looked up by this key for each request that is not in memory.
  if (url.search) {
    const { queries = {} } = pageQueryKeys.find((known) => known.path.test(page)) ?? {}
    for (const [name, normalize] of Object.entries(queries)) {
      const given = url.searchParams.get(name)
      const value = given === null ? null : normalize(given)
      if (value !== null) query.set(name, value)
    }
    const routes = url.searchParams.get(routesQuery)
    if (page !== path && routes && routes.length <= longestRoutes) query.set(routesQuery, routes)
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Where every address without a page of its own is rendered, once for all of them. */
const absentPage = '/404'

/**
 * Maps a canonical address to the one its page is rendered and kept at: itself, or, for all addresses that only the
 * catch-all route matches, one shared address. Made-up addresses then cost no rendering and no memory.
 */
export function createPageLocator(build: Pick<ServerBuild, 'routes'>): (address: string) => string {
  const routes = childrenOf(build.routes, undefined)
  return (address) => {
    const [path = '', search = ''] = address.split('?')
    const isData = path.endsWith('.data')
    const page = isData ? path.replace(/(?:\/_)?\.data$/, '') || '/' : path
    const matches = matchRoutes(routes, page)
    if (!matches || matches.at(-1)?.route.path === '*')
      return isData ? `${absentPage}.data` : absentPage
    const asked = isData ? new URLSearchParams(search).get(routesQuery) : null
    if (asked === null) return address
    // In the order of the tree: a list of routes has one spelling, and names none that the page does not have.
    const wanted = new Set(asked.split(','))
    const known = matches.flatMap(({ route: { id = '' } }) => (wanted.has(id) ? [id] : []))
    const query = new URLSearchParams(search)
    if (known.length > 0) query.set(routesQuery, known.join(','))
    else query.delete(routesQuery)
    return query.size > 0 ? `${path}?${query}` : path
  }
}

/** The routes of a build as a tree, as `matchRoutes` takes them. */
function childrenOf(all: ServerBuild['routes'], parent: string | undefined): RouteObject[] {
  return Object.values(all).flatMap((route) => {
    if (!route || (route.parentId ?? undefined) !== parent) return []
    const { id, path, index, caseSensitive } = route
    const base = {
      id,
      ...(path === undefined ? {} : { path }),
      ...(caseSensitive === undefined ? {} : { caseSensitive }),
    }
    return [index ? { ...base, index: true } : { ...base, children: childrenOf(all, id) }]
  })
}
