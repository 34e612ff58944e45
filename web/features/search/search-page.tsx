import { searchCopy } from '#web/copy/search.ts'
import { searchPath } from '#web/paths.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { LinkTabs } from '#web/ui/tabs.tsx'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { addressOf, lastPage, mostCounted, types } from './asked.ts'
import { FoundLines } from './found-lines.tsx'
import { FoundPeople } from './found-people.tsx'
import { FoundWorks } from './found-works.tsx'
import { NothingFound } from './nothing-found.tsx'
import { Offered } from './offered.tsx'
import type { SearchPage as Page } from './read-search.ts'
import { Recent } from './recent-words.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchFilters } from './search-filters.tsx'

/** A field that asks by address, what it found, and something to watch where it found nothing. */
export function SearchPage({ page }: { page: Page }) {
  const { asked, count, interpreted_as, series, people, lines, offered } = page
  const { q, type } = asked
  const nothing = offered !== null
  const navigation = useNavigation()
  const looking = navigation.location?.pathname === searchPath
  const works = <FoundWorks key="series" series={series} heading={type === 'all'} />
  const persons = <FoundPeople key="people" people={people} />
  return (
    <SearchFrame asked={q} type={type}>
      {q === '' ? (
        <Recent />
      ) : (
        <>
          <div className="gutter mt-4 md:mt-6">
            <LinkTabs
              label={searchCopy.tabs}
              tabs={types.map((one) => ({
                key: one,
                to: addressOf({ ...asked, type: one, page: 1 }),
                title: searchCopy.types[one],
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
          <div className="gutter mt-4 space-y-1">
            {interpreted_as && !nothing && (
              <p className="text-base font-semibold text-paper">
                {searchCopy.interpreted_as(q, interpreted_as)}
              </p>
            )}
            <p role="status" className={nothing ? 'sr-only' : 'text-sm text-paper-3 tabular-nums'}>
              {nothing
                ? searchCopy.nothing[type](q)
                : searchCopy.found[type](searchCopy.cases(count, mostCounted))}
            </p>
          </div>
        </>
      )}
      <div
        aria-busy={looking}
        className={`transition-opacity duration-(--calm) ${looking ? 'opacity-50' : ''}`}
      >
        {q !== '' && nothing && <NothingFound asked={asked} />}
        {page.people_first ? [persons, works] : [works, persons]}
        {lines.length > 0 && <FoundLines lines={lines} />}
        {page.pages > 1 && !nothing && (
          <div className="gutter mt-10">
            <Pagination
              page={asked.page}
              pages={Math.min(page.pages, lastPage)}
              hrefOf={(n) => addressOf({ ...asked, page: n })}
            />
          </div>
        )}
        {offered && <Offered {...offered} />}
      </div>
    </SearchFrame>
  )
}

/** The field at the top, on whatever came of it. */
export function SearchFrame({
  asked,
  type = 'all',
  children,
}: {
  asked: string
  type?: Page['asked']['type']
  children: ReactNode
}) {
  return (
    <div className="pt-[calc(var(--header)+1rem)] md:pt-[calc(var(--header)+2.5rem)]">
      <div className="gutter">
        <h1 className="sr-only">{asked ? searchCopy.title(asked) : searchCopy.search}</h1>
        <div className="relative z-sticky max-w-2xl">
          <SearchBox q={asked} type={type} bare={asked === ''} />
        </div>
      </div>
      {children}
    </div>
  )
}
