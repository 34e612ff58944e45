import { browseMessages } from './messages.ko.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import { filtersToQuery, isFiltered, pageOffset } from './filters.ts'
import { rememberPage, mergeLoadedPages } from './loaded-pages.ts'
import { loadCategory, type CategoryData } from './load-category.ts'
import { breadcrumbJsonLd, pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { categoryPath, categoriesPath } from '#web/routing/paths.ts'
import { useEffect, useRef } from 'react'
import type { Route } from './+types/category.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { Link, useNavigation } from 'react-router'
import { FilterBar } from './filter-bar.tsx'

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
  const currentLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const link = currentLink.current
    const bar = link?.closest('nav')
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2
  }, [category.id])

  return (
    <div className="page-gutter pt-[calc(var(--header-height)+1rem)] md:pt-[calc(var(--header-height)+2.5rem)]">
      <nav
        aria-label={browseMessages.other_categories}
        className="relative -mx-(--page-gutter) overflow-x-auto px-(--page-gutter) [scrollbar-width:none]"
      >
        <ul className="flex gap-5 md:gap-7">
          {categories.map(({ id, name }) => (
            <li key={id} className="shrink-0">
              <Link
                to={categoryPath(id)}
                {...(id === category.id && { 'aria-current': 'page' as const, ref: currentLink })}
                className={`relative flex min-h-11 items-center text-base font-semibold focus-visible:-outline-offset-2 md:text-lg ${
                  id === category.id
                    ? 'text-foreground after:absolute after:inset-x-0 after:bottom-0.5 after:h-0.75 after:rounded-full after:bg-accent'
                    : 'text-foreground-subtle hover:text-foreground'
                }`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 mb-4 flex items-baseline gap-3 md:mt-8 md:mb-5">
        <h1 className="text-2xl font-extrabold md:text-3xl">{category.name}</h1>
        <p className="text-sm text-foreground-subtle tabular-nums md:text-base" role="status">
          {browseMessages.title_count(count)}
        </p>
      </div>
      <FilterBar path={path} filters={filters} />
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
    </div>
  )
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return loadCategory(context.get(apiContext), parseIdParam(params.categoryId), request.url)
}

const listUrl = (data: Awaited<ReturnType<typeof loader>>) =>
  categoryPath(data.category.id) + filtersToQuery(data.filters)

/** Prepends the pages that this tab has already loaded. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const data = await serverLoader()
  rememberPage(listUrl(data), data.page, data.series)
  return { ...data, ...mergeLoadedPages(listUrl(data), data.page, data.series) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { category, filters, page } = loaderData
  const path = categoryPath(category.id)
  return pageMeta(matches, {
    title: category.name,
    description: browseMessages.category_description(category.name),
    path: path + filtersToQuery(filters, page),
    jsonLd: [breadcrumbJsonLd(siteOriginOf(matches), [{ name: category.name, path }])],
  })
}

export default function Category({ loaderData }: Route.ComponentProps) {
  // The first page arrives with the document and does not pass through the client loader.
  useEffect(() => {
    if (loaderData.from === loaderData.page)
      rememberPage(listUrl(loaderData), loaderData.page, loaderData.series)
  }, [loaderData])
  return <CategoryGrid data={loaderData} />
}
