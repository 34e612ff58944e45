import { browseCopy } from '#web/copy/browse.ts'
import { searchFor, searchPath } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { PosterCard, type PosterSeries } from '#web/ui/poster-card.tsx'
import { Row } from '#web/ui/row.tsx'
import { Form } from 'react-router'
import { Marked } from '#web/ui/marked.tsx'
import type { SearchPage as Page } from './read-search.ts'

/** A form that asks by address, what it found, and something to watch where it found nothing. */
export function SearchPage({ page }: { page: Page }) {
  const { q, series, people, popular } = page
  const nothing = series.length === 0 && people.length === 0
  return (
    <div className="pt-[calc(var(--header)+1rem)] md:pt-[calc(var(--header)+2.5rem)]">
      <div className="gutter">
        <h1 className="sr-only">{q ? browseCopy.search_title(q) : browseCopy.search}</h1>
        <SearchForm q={q} />
        <p
          role="status"
          className={q && !nothing ? 'mt-4 text-sm text-paper-3 tabular-nums' : 'sr-only'}
        >
          {q && (nothing ? browseCopy.no_match(q) : browseCopy.found(page.count))}
        </p>
      </div>
      {q && nothing && (
        <EmptyState icon="search" title={browseCopy.no_match(q)}>
          {browseCopy.no_match_detail}
        </EmptyState>
      )}
      {series.length > 0 && (
        <section aria-labelledby="found" className="gutter mt-6 md:mt-8">
          <h2 id="found" className="mb-4 text-lg font-bold md:text-2xl">
            {browseCopy.found_series}
          </h2>
          <ul className="poster-grid">
            {series.map(({ series: one, matched }) => (
              <li key={one.id}>
                <PosterCard series={one} title={<Marked text={one.title} matched={matched} />} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.length > 0 && (
        <section
          aria-label={browseCopy.found_people}
          className="mt-10 space-y-8 md:mt-12 md:space-y-10"
        >
          {people.map(({ person, matched, series: works }) => (
            <div key={person.id}>
              <div className="gutter mb-3 flex items-center gap-3">
                <Avatar name={person.name} />
                <p>
                  <span className="block font-semibold">
                    <Marked text={person.name} matched={matched} />
                  </span>
                  {person.name_original && (
                    <span lang="und" className="block text-xs text-paper-3">
                      {person.name_original}
                    </span>
                  )}
                </p>
              </div>
              <Row title={browseCopy.works_of(person.name)} shape="poster">
                {works.map((one) => (
                  <PosterCard key={one.id} series={one} lines="line-clamp-1" />
                ))}
              </Row>
            </div>
          ))}
        </section>
      )}
      {page.pages > 1 && !nothing && (
        <div className="gutter mt-10">
          <Pagination
            page={page.page}
            pages={page.pages}
            hrefOf={(n) => `${searchFor(q)}&page=${n}`}
          />
        </div>
      )}
      <Popular series={popular} />
    </div>
  )
}

function SearchForm({ q }: { q: string }) {
  return (
    <Form action={searchPath} role="search" className="relative max-w-2xl">
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-paper-3"
      />
      <input
        // What the address asks for, also after going back.
        key={q}
        type="search"
        name="q"
        defaultValue={q}
        required
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={browseCopy.search_label}
        placeholder={browseCopy.search_placeholder}
        className="h-13 w-full rounded-xl bg-surface-2 pr-22 pl-12 text-lg inset-ring inset-ring-edge/70 placeholder:text-paper-3 [&::-webkit-search-cancel-button]:appearance-none"
      />
      <button
        type="submit"
        className="absolute inset-y-1 right-1 rounded-lg px-4 text-base font-bold text-gam-bright hover:bg-surface-3"
      >
        {browseCopy.search_submit}
      </button>
    </Form>
  )
}

function Popular({ series }: { series: readonly PosterSeries[] }) {
  if (series.length === 0) return null
  return (
    <section aria-labelledby="popular" className="gutter mt-8 md:mt-12">
      <h2 id="popular" className="mb-4 text-lg font-bold md:text-2xl">
        {browseCopy.search_popular}
      </h2>
      <ul className="poster-grid">
        {series.map((one) => (
          <li key={one.id}>
            <PosterCard series={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
