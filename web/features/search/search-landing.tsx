import { searchMessages } from './messages.ko.ts'
import { useRecentSearches } from './suggestions.ts'
import { searchResultsPath } from './search-params.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { PosterCard, type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef } from 'react'
import { Link } from 'react-router'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

/** Popular searches and popular titles. */
export function SearchLanding({
  queries,
  series,
}: {
  queries: readonly string[]
  series: readonly PosterCardData[]
}) {
  return (
    <>
      {queries.length > 0 && (
        <section aria-labelledby="popular-words" className="page-gutter mt-8">
          <SectionHeading id="popular-words" className="mb-3">
            {searchMessages.popular_searches}
          </SectionHeading>
          <ol className="flex flex-wrap gap-2">
            {queries.map((query, index) => (
              <li key={query} className="max-w-full">
                <ChipLink to={searchResultsPath(query)} className="max-w-full">
                  <span
                    aria-hidden="true"
                    className={`font-bold tabular-nums ${index < 3 ? 'text-accent' : 'text-foreground-subtle'}`}
                  >
                    {index + 1}
                  </span>
                  <span className="truncate">{query}</span>
                </ChipLink>
              </li>
            ))}
          </ol>
        </section>
      )}
      {series.length > 0 && (
        <section aria-labelledby="popular" className="page-gutter mt-10 md:mt-12">
          <SectionHeading id="popular" className="mb-4">
            {searchMessages.popular}
          </SectionHeading>
          <ul className="poster-grid">
            {series.map((title) => (
              <li key={title.id}>
                <PosterCard series={title} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The recent searches of this device, on the search page. */
export function RecentSearches() {
  const { recent, add, remove, clear } = useRecentSearches()
  const heading = useRef<HTMLHeadingElement>(null)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent" className="page-gutter mt-6">
      <div className="flex max-w-2xl items-center justify-between">
        <h2
          id="recent"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-bold outline-none md:text-2xl"
        >
          {searchMessages.recent}
        </h2>
        <Button variant="ghost" onClick={clear}>
          {searchMessages.clear_recent}
        </Button>
      </div>
      <ul className="mt-1 max-w-2xl">
        {recent.map((query) => (
          <li key={query} className="flex items-center">
            <Link
              to={searchResultsPath(query)}
              onClick={() => add(query)}
              className="flex h-12 min-w-0 grow items-center gap-3 text-base hover:text-accent-bright"
            >
              <Icon name="clock" className="size-5 text-foreground-subtle" />
              <span className="truncate">{query}</span>
            </Link>
            <button
              type="button"
              aria-label={searchMessages.remove_recent(query)}
              title={searchMessages.remove_recent(query)}
              onClick={() => {
                remove(query)
                // The button is removed with its item.
                heading.current?.focus()
              }}
              className="flex size-11 shrink-0 items-center justify-center rounded-control text-foreground-subtle hover:bg-surface-raised hover:text-foreground"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
