import { searchMessages } from './messages.ko.ts'
import { searchResultsPath } from '#web/routing/paths.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { PosterCard, type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useRecentSearches } from './search-options.ts'

/** What others look for: words to press and works to watch. */
export function SearchLanding({
  words,
  series,
}: {
  words: readonly string[]
  series: readonly PosterCardData[]
}) {
  return (
    <>
      {words.length > 0 && (
        <section aria-labelledby="popular-words" className="page-gutter mt-8">
          <h2 id="popular-words" className="mb-3 text-lg font-bold md:text-2xl">
            {searchMessages.popular_words}
          </h2>
          <ol className="flex flex-wrap gap-2">
            {words.map((word, at) => (
              <li key={word} className="max-w-full">
                <ChipLink to={searchResultsPath(word)} className="max-w-full">
                  <span
                    aria-hidden="true"
                    className={`font-bold tabular-nums ${at < 3 ? 'text-accent' : 'text-foreground-subtle'}`}
                  >
                    {at + 1}
                  </span>
                  <span className="truncate">{word}</span>
                </ChipLink>
              </li>
            ))}
          </ol>
        </section>
      )}
      {series.length > 0 && (
        <section aria-labelledby="popular" className="page-gutter mt-10 md:mt-12">
          <h2 id="popular" className="mb-4 text-lg font-bold md:text-2xl">
            {searchMessages.popular}
          </h2>
          <ul className="poster-grid">
            {series.map((one) => (
              <li key={one.id}>
                <PosterCard series={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What was looked for on this device, on the page of the search. */
export function RecentSearches() {
  const { recent, add, drop, dropAll } = useRecentSearches()
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
        <Button look="quiet" onClick={dropAll}>
          {searchMessages.drop_all}
        </Button>
      </div>
      <ul className="mt-1 max-w-2xl">
        {recent.map((word) => (
          <li key={word} className="flex items-center">
            <Link
              to={searchResultsPath(word)}
              onClick={() => add(word)}
              className="flex h-12 min-w-0 grow items-center gap-3 text-base hover:text-accent-bright"
            >
              <Icon name="clock" className="size-4.5 text-foreground-subtle" />
              <span className="truncate">{word}</span>
            </Link>
            <button
              type="button"
              aria-label={searchMessages.drop(word)}
              title={searchMessages.drop(word)}
              onClick={() => {
                drop(word)
                // The button goes with its line.
                heading.current?.focus()
              }}
              className="flex size-11 shrink-0 items-center justify-center rounded-lg text-foreground-subtle hover:bg-surface-raised hover:text-foreground"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
