import { searchMessages } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { loadSearch, type SearchPage as Page } from './load-search.ts'
import { SearchErrorPage, SearchLayout } from './search-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { searchPath } from '#web/routing/paths.ts'
import type { Route } from './+types/search.route.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { apiRequest, call } from '#web/api/client.ts'
import { recordClick, recordSearch } from '#web/api/endpoints/search.generated.ts'
import { createProfileState } from '#web/lib/profile-state.ts'
import { useEffect } from 'react'
import { useNavigation, useNavigate } from 'react-router'
import { QueryForm } from '#web/routing/query-form.tsx'
import {
  isFiltered,
  searchUrl,
  lastPage,
  maxResults,
  searchTypes,
  type SearchParams,
  parseSearchParams,
  noFilters,
} from './search-params.ts'
import {
  PersonResults,
  NearestTitles,
  TitleResults,
  NoResults,
  CharacterList,
  LineList,
  SynopsisList,
  TextResultSections,
} from './search-results.tsx'
import { type TextSections, useTextSections, withoutShown } from './text-results.ts'
import { SimilarWorks, TopResult } from './top-result.tsx'
import { SearchLanding, RecentSearches } from './search-landing.tsx'
import {
  AgeSelect,
  DecadeSelect,
  FilterSelect,
} from '#web/features/catalog/browse/filter-selects.tsx'
import { Button } from '#web/ui/base/button.tsx'

/** Works of a page whose presses are counted. */
const learnedResults = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadSearch(context.get(apiContext), request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.params.q ?? ''
  return pageMeta(matches, {
    title: q ? searchMessages.title(q) : searchMessages.search,
    description: searchMessages.description,
    path: searchPath,
    // Unbounded addresses with the same few titles are not indexed.
    noindex: q !== '',
  })
}

/** Keeps the search field and its query on the error page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SearchErrorPage error={error} />
}

/** The searches that this tab has reported. */
const countedSearches = createProfileState(() => new Set<string>())

export default function SearchPage({ loaderData: page }: Route.ComponentProps) {
  const { params, count, series, people, landing, lead } = page
  const { q, type } = params
  const hasNoResults = landing !== null
  const sections = useTextSections(page)
  const texts =
    sections &&
    withoutShown(
      sections,
      series.map(({ series: { id } }) => id),
    )
  const navigation = useNavigation()
  const isLoading = navigation.location?.pathname === searchPath
  useEffect(() => {
    // Counted as a popular search or as a search without results; a failure loses one count.
    // Once: Back from a work is no other search.
    const counted = countedSearches.current
    if (q === '' || counted.has(q)) return
    counted.add(q)
    void call(recordSearch, { body: { q } }).catch(() => {})
  }, [q])
  const isFirstPage = params.page === 1 && !isFiltered(params)
  // Counted for the order of results; a failure loses one count.
  const onOpen = (series_id: number, position: number) => {
    if (isFirstPage && position < learnedResults)
      void apiRequest(recordClick, { body: { q, series_id, position } }, { keepalive: true }).catch(
        () => {},
      )
  }
  const first = lead ? 1 : 0
  const titleResults = (
    <TitleResults
      key="series"
      series={series.slice(first)}
      heading={type === 'all'}
      onOpen={(id, position) => onOpen(id, position + first)}
    />
  )
  const personResults = <PersonResults key="people" people={people} />
  return (
    <SearchLayout query={q} type={type}>
      {q === '' ? (
        <RecentSearches />
      ) : (
        <>
          <div className="page-gutter mt-4 md:mt-6">
            <NavTabs
              label={searchMessages.tabs}
              tabs={searchTypes.map((option) => ({
                key: option,
                to: searchUrl({ ...params, type: option, page: 1 }),
                title: searchMessages.types[option],
                selected: option === type,
              }))}
            />
            {type !== 'person' && <SearchFilters page={page} />}
          </div>
          <ResultSummary page={page} texts={texts} />
        </>
      )}
      <div
        aria-busy={isLoading}
        // The footer stays below the screen, so that sections that arrive later move nothing in view.
        className={`transition-opacity duration-(--duration-slow) ${q === '' ? '' : 'min-h-svh'} ${isLoading ? 'opacity-50' : ''}`}
      >
        {q !== '' && hasNoResults && <NoResults params={params} />}
        {texts && page.texts && (count === 0 || page.lines_first) && (
          <TextResultSections params={params} sections={texts} />
        )}
        {lead && <TopResult lead={lead} onOpen={() => onOpen(lead.work.id, 0)} />}
        <NearestTitles series={page.nearest} />
        {page.people_first ? [personResults, titleResults] : [titleResults, personResults]}
        <TextResults page={page} />
        {page.pages > 1 && !hasNoResults && (
          <div className="page-gutter mt-10">
            <Pagination
              page={params.page}
              pages={Math.min(page.pages, lastPage)}
              hrefOf={(n) => searchUrl({ ...params, page: n })}
            />
          </div>
        )}
        {texts && count > 0 && !page.lines_first && (
          <TextResultSections params={params} sections={texts} />
        )}
        {lead && <SimilarWorks lead={lead} />}
        {landing && <SearchLanding {...landing} />}
      </div>
    </SearchLayout>
  )
}

/** What the query was understood as, and the number of results. */
function ResultSummary({ page, texts }: { page: Page; texts: TextSections | null | undefined }) {
  const { params, interpreted_as, count } = page
  const { q, type } = params
  const hasNoResults = page.landing !== null
  return (
    <div className="page-gutter mt-4 space-y-1">
      <IntentChips params={params} intents={page.intents} />
      {interpreted_as && !hasNoResults && (
        <p className="text-base font-semibold text-foreground">
          {searchMessages.interpreted_as(q, interpreted_as)}
        </p>
      )}
      <p
        role="status"
        className={hasNoResults ? 'sr-only' : 'text-sm text-foreground-subtle tabular-nums'}
      >
        {hasNoResults
          ? searchMessages.no_results[type](q)
          : page.texts && count === 0
            ? searchMessages.texts_only(q)
            : searchMessages.counts[type](searchMessages.count(count, maxResults))}
      </p>
      <p role="status" className="sr-only">
        {texts &&
          searchMessages.text_counts(
            texts.lines.count,
            texts.synopses.count,
            texts.characters.count,
          )}
      </p>
    </div>
  )
}

/** The results of a search for one kind of text. */
function TextResults({ page: { lines, synopses, characters } }: { page: Page }) {
  if (lines.length + synopses.length + characters.length === 0) return null
  return (
    <div className="page-gutter mt-4 md:mt-6">
      {lines.length > 0 && <LineList lines={lines} heading="h2" />}
      {synopses.length > 0 && <SynopsisList synopses={synopses} heading="h2" />}
      {characters.length > 0 && <CharacterList characters={characters} heading="h2" />}
    </div>
  )
}

/** Chips for the intents of the query. Each is a link to the query without the words of the intent. */
function IntentChips({ params, intents }: Pick<Page, 'intents'> & { params: SearchParams }) {
  if (intents.length === 0) return null
  return (
    <ul aria-label={searchMessages.intents} className="flex flex-wrap gap-2 pb-2">
      {intents.map(({ label, without, is_applied }) => (
        <li key={label} className="max-w-full">
          <ChipLink
            to={without === '' ? searchPath : searchUrl({ ...params, q: without, page: 1 })}
            aria-label={searchMessages.remove_intent(label)}
            preventScrollReset
            className={`max-w-full ${is_applied ? '' : 'border border-dashed border-border'}`}
          >
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-4 shrink-0" />
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * Selects and links that work without JavaScript; with it, a change applies at once. Values that leave no results are not offered, but
 * what is chosen stays.
 */
function SearchFilters({ page }: { page: Page }) {
  const { params, filters: offered, categories } = page
  const { q, type, category, age_rating, decade, year, is_free, is_dubbed } = params
  const hasChoices = page.count > 1 && Object.values(offered).some((values) => values.length > 1)
  const navigate = useNavigate()
  const navigation = useNavigation()
  if (!hasChoices && !isFiltered(params)) return null
  return (
    <section
      aria-label={searchMessages.filters}
      className="-mx-(--page-gutter) mt-3 overflow-x-auto px-(--page-gutter) py-1 [scrollbar-width:none]"
    >
      <QueryForm
        action={searchPath}
        // The defaults come from the address, so another address needs another form.
        key={searchUrl(params)}
        onChange={({ target }) => {
          if (!(target instanceof HTMLSelectElement)) return
          // The form shows the last page rendered. A tab clicked just before may already be in the address, or on its
          // way.
          const next = new URLSearchParams((navigation.location ?? window.location).search)
          next.set(target.name, target.value)
          next.delete('page')
          if (target.name === 'decade') next.delete('year')
          void navigate(searchUrl(parseSearchParams(next)), { preventScrollReset: true })
        }}
        className="flex w-max items-center gap-2"
      >
        <input type="hidden" name="q" value={q} />
        {type !== 'all' && <input type="hidden" name="type" value={type} />}
        {is_free && <input type="hidden" name="is_free" value="true" />}
        {is_dubbed && <input type="hidden" name="is_dubbed" value="true" />}
        {year !== null && <input type="hidden" name="year" value={year} />}
        {(['is_free', 'is_dubbed'] as const).map(
          (name) =>
            // If all results are free, the chip changes nothing.
            (params[name] || offered[name].length > 1) && (
              <ChipLink
                key={name}
                to={searchUrl({ ...params, [name]: !params[name], page: 1 })}
                selected={params[name]}
                preventScrollReset
              >
                {searchMessages[name]}
              </ChipLink>
            ),
        )}
        <FilterSelect
          name="category"
          values={categories.map(({ id }) => id)}
          offered={offered.category}
          names={Object.fromEntries(categories.map(({ id, name }) => [id, name]))}
          label={searchMessages.category}
          any={searchMessages.any_category}
          defaultValue={category ?? ''}
        />
        <AgeSelect offered={offered.age_rating} defaultValue={age_rating ?? ''} />
        <DecadeSelect offered={offered.decades} defaultValue={decade ?? ''} />
        {year !== null && (
          <ChipLink
            to={searchUrl({ ...params, year: null, page: 1 })}
            selected
            aria-label={searchMessages.remove_intent(searchMessages.year_of(year))}
            preventScrollReset
          >
            {searchMessages.year_of(year)}
            <Icon name="close" className="size-4" />
          </ChipLink>
        )}
        {isFiltered(params) && (
          <ChipLink to={searchUrl({ ...params, ...noFilters, page: 1 })} preventScrollReset>
            {searchMessages.reset}
          </ChipLink>
        )}
        <noscript>
          <Button type="submit">{searchMessages.apply}</Button>
        </noscript>
      </QueryForm>
    </section>
  )
}
