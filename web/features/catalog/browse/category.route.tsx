import { browseMessages, chipNames } from './messages.ko.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import {
  filtersToQuery,
  isFiltered,
  pageOffset,
  type Filters,
  orderings,
  type Ordering,
} from './filters.ts'
import { AgeSelect, DecadeSelect } from './filter-selects.tsx'
import { loadedLists, rememberPage, mergeLoadedPages } from './loaded-pages.ts'
import { loadCategory, type CategoryData } from './load-category.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { breadcrumbJsonLd } from '#web/routing/breadcrumbs.ts'
import { categoryPath, categoriesPath } from '#web/routing/paths.ts'
import { useEffect, useRef, useState } from 'react'
import type { Route } from './+types/category.route.ts'
import { ButtonLink, Button } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { Link, useNavigation, useNavigate } from 'react-router'
import { QueryForm } from '#web/routing/query-form.tsx'
import type { CategoryFilters } from '#contract/contents/contents.ts'
import { ageCodes } from '#contract/core/constants.ts'
import { isYesOrNo, parseDecade, seriesFilters } from '#contract/contents/listing-filters.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select, Options } from '#web/ui/forms/form-controls.tsx'
import { PageHeading } from '#web/ui/layout/headings.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Links to all categories, scrolled to the selected one. */
function CategoryBar({
  categories,
  selected,
}: Pick<CategoryData, 'categories'> & { selected: number }) {
  const selectedLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const link = selectedLink.current
    const bar = link?.closest('nav')
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2
  }, [selected])
  return (
    <nav
      aria-label={browseMessages.other_categories}
      className="relative -mx-(--page-gutter) overflow-x-auto px-(--page-gutter) [scrollbar-width:none]"
    >
      <ul className="flex gap-5 md:gap-7">
        {categories.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <Link
              to={categoryPath(id)}
              {...(id === selected && { 'aria-current': 'page' as const, ref: selectedLink })}
              className={`relative flex min-h-11 items-center text-base font-semibold focus-visible:-outline-offset-2 md:text-lg ${
                id === selected
                  ? 'text-foreground after:absolute after:inset-x-0 after:bottom-1 after:h-1 after:rounded-full after:bg-accent'
                  : 'text-foreground-subtle hover:text-foreground'
              }`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The titles of one category, filtered and ordered by the query string. */
function CategoryGrid({ data }: { data: CategoryData }) {
  const { category, categories, filters, page, from, pages, count, series } = data
  const path = categoryPath(category.id)
  const navigation = useNavigation()
  const isLoadingMore =
    navigation.state === 'loading' &&
    navigation.location.pathname === path &&
    new URLSearchParams(navigation.location.search).get('page') === String(page + 1)
  const shown = pageOffset(from) + series.length

  return (
    <Page>
      <CategoryBar categories={categories} selected={category.id} />
      <div className="mt-6 mb-4 flex items-baseline gap-3 md:mt-8 md:mb-5">
        <PageHeading>{category.name}</PageHeading>
        <p className="text-sm text-foreground-subtle tabular-nums md:text-base" role="status">
          {browseMessages.title_count(count)}
        </p>
      </div>
      <FilterBar path={path} filters={filters} offered={category.filters} />
      {from > 1 && (
        <p className="mt-6 text-center">
          <ButtonLink
            to={path + filtersToQuery(filters, from - 1)}
            variant="ghost"
            icon="chevron_up"
          >
            {browseMessages.previous_page}
          </ButtonLink>
        </p>
      )}
      {series.length === 0 ? (
        <EmptyState
          icon="film_reel"
          title={isFiltered(filters) ? browseMessages.no_matches : browseMessages.empty}
          actions={
            isFiltered(filters) ? (
              <ButtonLink to={path} variant="primary">
                {browseMessages.reset}
              </ButtonLink>
            ) : (
              <ButtonLink to={categoriesPath}>{browseMessages.other_categories}</ButtonLink>
            )
          }
        >
          {browseMessages.no_matches_detail}
        </EmptyState>
      ) : (
        <ul className="poster-grid mt-6 md:mt-8">
          {series.map((item) => (
            <li key={item.id}>
              <PosterCard series={item} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      {isLoadingMore && (
        <div className="mt-6">
          <GridSkeleton cards={6} />
        </div>
      )}
      {page < pages && (
        <div className="mt-10 flex flex-col items-center gap-2">
          <ButtonLink
            to={path + filtersToQuery(filters, page + 1)}
            preventScrollReset
            replace
            size="lg"
            icon="chevron_down"
            className="min-w-56"
            aria-disabled={isLoadingMore}
          >
            {browseMessages.more}
          </ButtonLink>
          <p className="text-xs text-foreground-subtle tabular-nums">
            {browseMessages.shown(shown, count)}
          </p>
        </div>
      )}
    </Page>
  )
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return loadCategory(context.get(apiContext), parseIdParam(params.categoryId), request.url)
}

const listUrl = (data: Awaited<ReturnType<typeof loader>>) =>
  categoryPath(data.category.id) + filtersToQuery(data.filters)

/** Prepends the pages that this tab has already loaded. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const lists = loadedLists.current
  const data = await serverLoader()
  rememberPage(lists, listUrl(data), data.page, data.series)
  return { ...data, ...mergeLoadedPages(lists, listUrl(data), data.page, data.series) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { category, filters, page } = loaderData
  const path = categoryPath(category.id)
  return pageMeta(matches, {
    title: category.name,
    description: browseMessages.category_description(category.name),
    path: path + filtersToQuery(filters, page),
    ...(import.meta.env.SSR && {
      jsonLd: [breadcrumbJsonLd(siteOriginOf(matches), [{ name: category.name, path }])],
    }),
  })
}

export default function Category({ loaderData }: Route.ComponentProps) {
  // The first page arrives with the document and does not pass through the client loader.
  useEffect(() => {
    if (loaderData.from === loaderData.page)
      rememberPage(loadedLists.current, listUrl(loaderData), loaderData.page, loaderData.series)
  }, [loaderData])
  return <CategoryGrid data={loaderData} />
}

type ChipFilter = keyof typeof chipNames

/** The filters that chips set. */
const chipFilters = (Object.keys(seriesFilters) as (keyof typeof seriesFilters)[]).filter(
  (name): name is ChipFilter => name !== 'age_rating',
)

/**
 * The chips are links and the selects a form, so that filtering works without JavaScript; with it, changes apply at
 * once.
 * @param loaded the filters of the list on the screen.
 * @param offered the values that leave works of the category; others are offered only if they are chosen.
 */
function FilterBar({
  path,
  filters: loaded,
  offered,
}: {
  path: string
  filters: Filters
  offered: CategoryFilters
}) {
  const navigate = useNavigate()
  const [filters, choose] = useChosenFilters(loaded)
  /** A chip for a value of a filter, which a second press removes. */
  const chip = (name: ChipFilter, value: string, label: string) => {
    const isSelected = filters[name] === value
    const next: Filters = { ...filters, [name]: isSelected ? null : value }
    return (
      <li key={`${name}-${value}`} className="shrink-0">
        <ChipLink
          to={path + filtersToQuery(next)}
          selected={isSelected}
          onClick={({ metaKey, ctrlKey, shiftKey }) => {
            const opensElsewhere = metaKey || ctrlKey || shiftKey
            if (!opensElsewhere) choose(next)
          }}
          preventScrollReset
          replace
        >
          {label}
        </ChipLink>
      </li>
    )
  }
  /** The chips of a filter: the values that works of the category have. A yes-or-no filter needs works of both kinds. */
  const chips = (name: ChipFilter) => {
    const values: readonly unknown[] = offered[name]
    const names = chipNames[name] as Readonly<Record<string, string>>
    const isOffered = (value: string) =>
      isYesOrNo(seriesFilters[name]) ? values.length > 1 : values.includes(value)
    return seriesFilters[name]
      .filter((value) => isOffered(value) || filters[name] === value)
      .map((value) => chip(name, value, names[value] ?? value))
  }
  const scroller =
    'flex items-center gap-2 overflow-x-auto py-1 [scrollbar-width:none] max-md:-mx-(--page-gutter) max-md:px-(--page-gutter)'
  return (
    <section
      aria-label={browseMessages.filters}
      className="flex flex-col gap-x-5 gap-y-2 lg:flex-row lg:items-center"
    >
      <ul className={scroller}>{chipFilters.map(chips)}</ul>
      <QueryForm
        action={path}
        onChange={(event) => {
          const chosen = new FormData(event.currentTarget)
          const next: Filters = {
            ...filters,
            age_rating: ageCodes.find((code) => code === chosen.get('age_rating')) ?? null,
            decade: parseDecade(chosen.get('decade')),
            ordering: chosen.get('ordering') as Ordering,
          }
          choose(next)
          void navigate(path + filtersToQuery(next), { replace: true, preventScrollReset: true })
        }}
        className={`${scroller} *:shrink-0 lg:ml-auto`}
      >
        {chipFilters.map(
          (key) =>
            filters[key] && <input key={key} type="hidden" name={key} value={filters[key]} />,
        )}
        <AgeSelect
          offered={offered.age_rating}
          value={filters.age_rating ?? ''}
          onChange={ignoreChange}
        />
        <DecadeSelect
          offered={offered.decades}
          value={filters.decade ?? ''}
          onChange={ignoreChange}
        />
        <Select
          name="ordering"
          aria-label={browseMessages.ordering}
          value={filters.ordering}
          onChange={ignoreChange}
          className="w-34"
        >
          <Options values={orderings} names={browseMessages.orderings} />
        </Select>
        <noscript>
          <Button type="submit">{browseMessages.apply}</Button>
        </noscript>
      </QueryForm>
    </section>
  )
}

/** Changes are handled by the form. React warns of a controlled field without a handler. */
const ignoreChange = () => {}

/**
 * Returns the filters that the viewer chose last, and a function that sets them. A second choice builds on the first
 * while its list is loading. A navigation that ends elsewhere replaces them.
 */
function useChosenFilters(loaded: Filters) {
  const { state } = useNavigation()
  const query = filtersToQuery(loaded)
  const [chosen, choose] = useState(loaded)
  const [loadedQuery, setLoadedQuery] = useState(query)
  if (state === 'idle' && loadedQuery !== query) {
    setLoadedQuery(query)
    choose(loaded)
  }
  return [chosen, choose] as const
}
