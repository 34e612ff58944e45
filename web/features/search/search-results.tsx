import { searchMessages } from './messages.ko.ts'
import { personPath } from '#web/routing/paths.ts'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { Link } from 'react-router'
import type { SearchPage } from './load-search.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { searchUrl, type SearchParams, isFiltered, noFilters } from './search-params.ts'

/** People, each with a rail of their titles. */
export function PersonResults({ people }: { people: SearchPage['people'] }) {
  if (people.length === 0) return null
  return (
    <section aria-label={searchMessages.people} className="mt-8 space-y-8 md:mt-10 md:space-y-10">
      {people.map(({ person, matched, matched_original, works }) => (
        <div key={person.id}>
          <div className="page-gutter mb-3">
            <div className="relative flex w-fit items-center gap-3">
              <Avatar name={person.name} />
              <p>
                <Link to={personPath(person.id)} className="stretched-link block font-semibold">
                  <Highlight text={person.name} ranges={matched} />
                </Link>
                {person.name_original && (
                  <span lang="und" className="block text-xs text-foreground-subtle">
                    <Highlight text={person.name_original} ranges={matched_original} />
                  </span>
                )}
              </p>
            </div>
          </div>
          <Rail title={searchMessages.titles_of(person.name)} cardShape="poster">
            {works.map((item) => (
              <PosterCard key={item.id} series={item} lines="truncate" />
            ))}
          </Rail>
        </div>
      ))}
    </section>
  )
}

/** Titles with the matches highlighted. `heading` is set where other result types are on the page. */
export function TitleResults({
  series,
  heading,
  onOpen,
}: {
  series: SearchPage['series']
  heading: boolean
  /** A work at a position from 0 is opened. */
  onOpen: (id: number, position: number) => void
}) {
  if (series.length === 0) return null
  return (
    <section aria-label={searchMessages.series} className="page-gutter mt-6 md:mt-8">
      {heading && <h2 className="mb-4 text-lg font-bold md:text-2xl">{searchMessages.series}</h2>}
      <ul className="poster-grid">
        {series.map(({ series: item, matched }, position) => (
          <li key={item.id}>
            <PosterCard
              series={item}
              heading={heading ? 'h3' : 'h2'}
              title={<Highlight text={item.title} ranges={matched} />}
              onOpen={() => onOpen(item.id, position)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Works with the most similar names, if there are no results. */
export function NearestTitles({ series }: { series: SearchPage['nearest'] }) {
  if (series.length === 0) return null
  return (
    <Rail title={searchMessages.nearest} cardShape="poster">
      {series.map((item) => (
        <PosterCard key={item.id} series={item} lines="truncate" />
      ))}
    </Rail>
  )
}

/** The empty state of a search, with hints and links to other searches. */
export function NoResults({ params }: { params: SearchParams }) {
  const hasFilters = isFiltered(params)
  const isLineSearch = params.type === 'line'
  const alternative = {
    ...params,
    ...noFilters,
    page: 1,
    type: isLineSearch ? 'all' : 'line',
  } as const
  return (
    <EmptyState
      icon="search"
      title={searchMessages.no_results[params.type](params.q)}
      actions={
        <>
          {hasFilters && (
            <ButtonLink to={searchUrl({ ...params, ...noFilters, page: 1 })} variant="primary">
              {searchMessages.reset}
            </ButtonLink>
          )}
          <ButtonLink to={searchUrl(alternative)} icon={isLineSearch ? 'search' : 'chat'}>
            {isLineSearch ? searchMessages.to_all : searchMessages.to_lines}
          </ButtonLink>
        </>
      }
    >
      {hasFilters ? (
        <p>{searchMessages.filtered_hint}</p>
      ) : (
        <ul className="space-y-1">
          {(isLineSearch ? searchMessages.line_hints : searchMessages.hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}
