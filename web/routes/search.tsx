import { browseCopy } from '#web/copy/browse.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { readSearch } from '#web/features/search/read-search.ts'
import { SearchPage } from '#web/features/search/search-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { searchPath } from '#web/paths.ts'
import type { Route } from './+types/search.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return readSearch(context.get(loaderCall), request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.q ?? ''
  return pageMeta(matches, {
    title: q ? browseCopy.search_title(q) : browseCopy.search,
    description: browseCopy.search_description,
    path: searchPath,
    // Endless addresses with the same few works: not for an index.
    hidden: q !== '',
  })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage page={loaderData} />
}
