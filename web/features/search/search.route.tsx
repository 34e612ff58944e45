import { searchMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { loadSearch, type SearchPage as Page } from './load-search.ts'
import { SearchErrorPage, SearchLayout } from './search-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { searchPath } from '#web/routing/paths.ts'
import type { Route } from './+types/search.route.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useNavigation } from 'react-router'
import { searchUrl, lastPage, maxResults, searchTypes } from './search-params.ts'
import { LineResults, PersonResults, TitleResults, NoResults } from './search-results.tsx'
import { SearchLanding, RecentSearches } from './search-landing.tsx'
import { SearchFilters } from './search-filters.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadSearch(context.get(apiContext), request.url, Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.asked.q ?? ''
  return pageMeta(matches, {
    title: q ? searchMessages.title(q) : searchMessages.search,
    description: searchMessages.description,
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
  return <SearchErrorPage error={error} />
}

/** A field that asks by address, what it found, and something to watch where it found nothing. */
function SearchPage({ page }: { page: Page }) {
  const { asked, count, interpreted_as, series, people, lines, offered } = page
  const { q, type } = asked
  const nothing = offered !== null
  const navigation = useNavigation()
  const looking = navigation.location?.pathname === searchPath
  const works = <TitleResults key="series" series={series} heading={type === 'all'} />
  const persons = <PersonResults key="people" people={people} />
  return (
    <SearchLayout asked={q} type={type}>
      {q === '' ? (
        <RecentSearches />
      ) : (
        <>
          <div className="page-gutter mt-4 md:mt-6">
            <NavTabs
              label={searchMessages.tabs}
              tabs={searchTypes.map((one) => ({
                key: one,
                to: searchUrl({ ...asked, type: one, page: 1 }),
                title: searchMessages.types[one],
                selected: one === type,
              }))}
            />
            {type !== 'person' && (
              <SearchFilters
                asked={asked}
                categories={page.categories}
                this_year={page.this_year}
              />
            )}
          </div>
          <div className="page-gutter mt-4 space-y-1">
            {interpreted_as && !nothing && (
              <p className="text-base font-semibold text-foreground">
                {searchMessages.interpreted_as(q, interpreted_as)}
              </p>
            )}
            <p
              role="status"
              className={nothing ? 'sr-only' : 'text-sm text-foreground-subtle tabular-nums'}
            >
              {nothing
                ? searchMessages.nothing[type](q)
                : searchMessages.found[type](searchMessages.cases(count, maxResults))}
            </p>
          </div>
        </>
      )}
      <div
        aria-busy={looking}
        className={`transition-opacity duration-(--duration-slow) ${looking ? 'opacity-50' : ''}`}
      >
        {q !== '' && nothing && <NoResults asked={asked} />}
        {page.people_first ? [persons, works] : [works, persons]}
        {lines.length > 0 && <LineResults lines={lines} />}
        {page.pages > 1 && !nothing && (
          <div className="page-gutter mt-10">
            <Pagination
              page={asked.page}
              pages={Math.min(page.pages, lastPage)}
              hrefOf={(n) => searchUrl({ ...asked, page: n })}
            />
          </div>
        )}
        {offered && <SearchLanding {...offered} />}
      </div>
    </SearchLayout>
  )
}
