import { browseMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { CategoryGrid } from './category-grid.tsx'
import { filtersToQuery } from './filters.ts'
import { rememberPage, mergeLoadedPages } from './loaded-pages.ts'
import { loadCategory } from './load-category.ts'
import { parseIdParam } from '#web/routing/loader-helpers.ts'
import { breadcrumbJsonLd, pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { categoryPath } from '#web/routing/paths.ts'
import { useEffect } from 'react'
import type { Route } from './+types/category.route.ts'

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
