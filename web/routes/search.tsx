import { searchCopy } from '#web/copy/search.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { readSearch } from '#web/features/search/read-search.ts'
import { SearchFailed } from '#web/features/search/search-failed.tsx'
import { SearchPage } from '#web/features/search/search-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { searchPath } from '#web/paths.ts'
import type { Route } from './+types/search.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return readSearch(context.get(loaderCall), request.url, Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.asked.q ?? ''
  return pageMeta(matches, {
    title: q ? searchCopy.title(q) : searchCopy.search,
    description: searchCopy.description,
    path: searchPath,
    // Endless addresses with the same few works: not for an index.
    hidden: q !== '',
  })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage page={loaderData} />
}

/** With the field still there, and what was asked still in it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SearchFailed error={error} />
}
