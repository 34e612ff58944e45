import { trimEndMatching } from '#contract/core/trim-end.ts'
import { logoHeaderPath } from '#contract/core/constants.ts'
import { pageQueryKeys, routeManifestPath } from '#contract/core/page-query-keys.ts'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Query by which the router requests the data of single routes. */
const routesQuery = '_routes'
/** Maximum length of a route list in characters. */
const maxRoutesLength = 300

/**
 * Returns the cache key of a page: the path without trailing slash and the queries that the page reads
 * (`contract/core/page-query-keys.ts`), in fixed order and within their bounds. The host prefix keeps `//elsewhere/` a
 * path of this site instead of another host.
 */
export function canonicalPath(address: string): string {
  const url = new URL(`http://page${address}`)
  const path = trimEndMatching(url.pathname, /\//) || '/'
  const page = path.replace(/(?:\/_)?\.data$/, '')
  const query = new URLSearchParams()
  // Skipped without a query: this runs for every request that misses the cache.
  if (url.search) {
    const { queries = {} } = pageQueryKeys.find((entry) => entry.path.test(page)) ?? {}
    for (const [name, normalize] of Object.entries(queries)) {
      const rawValue = url.searchParams.get(name)
      const value = rawValue === null ? null : normalize(rawValue)
      if (value !== null) query.set(name, value)
    }
    const routes = url.searchParams.get(routesQuery)
    if (page !== path && routes && routes.length <= maxRoutesLength) query.set(routesQuery, routes)
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Addresses under which all unmatched addresses are rendered: one for each header, which depends on the path. */
const notFoundPage = '/404'
const logoNotFoundPage = '/accounts/404'

/**
 * Maps a canonical address to the one its page is rendered and cached under: itself, or a shared address for
 * everything that only the catch-all route matches. Arbitrary addresses then cost neither rendering nor memory.
 */
export function createPageLocator(
  build: Pick<ServerBuild, 'routes' | 'assets'>,
): (address: string) => string {
  const match = createMatcher(childrenOf(build.routes, undefined))
  return (address) => {
    const [path = '', search = ''] = address.split('?')
    if (path === routeManifestPath) return locateManifest(match, build.assets.version, search)
    const isData = path.endsWith('.data')
    const page = isData ? path.replace(/(?:\/_)?\.data$/, '') || '/' : path
    const matches = match(page)
    if (!matches || matches.at(-1)?.route.path === '*') {
      const shared = logoHeaderPath.test(page) ? logoNotFoundPage : notFoundPage
      return isData ? `${shared}.data` : shared
    }
    const requestedRoutes = isData ? new URLSearchParams(search).get(routesQuery) : null
    if (requestedRoutes === null) return address
    // In tree order, without unknown routes: each selection has one spelling.
    const requestedIds = new Set(requestedRoutes.split(','))
    const routeIds = matches.flatMap(({ route: { id = '' } }) => (requestedIds.has(id) ? [id] : []))
    const query = new URLSearchParams(search)
    if (routeIds.length > 0) query.set(routesQuery, routeIds.join(','))
    else query.delete(routesQuery)
    return query.size > 0 ? `${path}?${query}` : path
  }
}

/**
 * One address for each set of routes, and one for all versions but the current one. A path stands for its area: the pages
 * of a layout, such as the steps of joining, are requested together, because they preload each other.
 */
function locateManifest(match: Matcher, currentVersion: string, search: string): string {
  const query = new URLSearchParams(search)
  if (query.get('version') !== currentVersion) return routeManifestPath
  const patterns = (query.get('paths') ?? '').split(',').flatMap((path) => {
    const matches = match(path)
    if (!matches || matches.at(-1)?.route.path === '*') return notFoundPage
    const [root, area] = matches
    return patternsOf((area ?? root)!.route, '')
  })
  const paths = [...new Set(patterns)].sort().join(',')
  return `${routeManifestPath}?${new URLSearchParams({ paths, version: currentVersion })}`
}

type Matcher = (path: string) => ReturnType<typeof matchRoutes>

/**
 * Matches paths among the routes that begin with the same segment. `matchRoutes` ranks all its routes at each call, which
 * takes 0.6 ms for those of the site, and a request may name a hundred paths.
 */
function createMatcher(routes: RouteObject[]): Matcher {
  const bySegment = new Map<string, RouteObject[]>()
  for (const segment of firstSegmentsOf(routes))
    bySegment.set(segment, beginningWith(segment, routes))
  const others = beginningWith(undefined, routes)
  return (path) => {
    const [segment = ''] = path.replace(/^\//, '').split('/', 1)
    return matchRoutes(bySegment.get(decodeSegment(segment).toLowerCase()) ?? others, path)
  }
}

/** Decodes as `matchRoutes` does. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const firstSegmentOf = ({ path = '' }: RouteObject) => path.split('/')[0]?.toLowerCase() ?? ''

/** Layouts and the root have no path of their own; their children begin with a segment. */
const firstSegmentsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap((route) =>
    route.path || !route.children ? [firstSegmentOf(route)] : firstSegmentsOf(route.children),
  )

/** The routes, with their parents, that begin with a segment or with a parameter; undefined selects the latter only. */
function beginningWith(segment: string | undefined, routes: RouteObject[]): RouteObject[] {
  return routes.flatMap((route): RouteObject[] => {
    const first = firstSegmentOf(route)
    if (route.path || !route.children)
      return first === segment || /^[:*]/.test(first) ? [route] : []
    const children = beginningWith(segment, route.children)
    return children.length > 0 ? [{ ...route, children } as RouteObject] : []
  })
}

/** The path patterns of a route, or of all pages within it. */
function patternsOf({ path, children }: RouteObject, parentPath: string): string[] {
  const pattern = path ? `${parentPath}/${path}` : parentPath
  if (!children || children.length === 0) return [pattern || '/']
  return children.flatMap((child) => patternsOf(child, pattern))
}

/** The routes of a build as a tree for `matchRoutes`. */
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
