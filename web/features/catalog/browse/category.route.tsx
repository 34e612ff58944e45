import { browseCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { CategoryWorks } from './category-grid.tsx'
import { queryOf } from './filters.ts'
import { keepPage, pagesUpTo } from './loaded-pages.ts'
import { readCategoryPage } from './load-category.ts'
import { idFrom } from '#web/routing/loader-helpers.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/routing/page-meta.ts'
import { categoryPath } from '#web/routing/paths.ts'
import { useEffect } from 'react'
import type { Route } from './+types/category.route.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return readCategoryPage(context.get(loaderCall), idFrom(params.categoryId), request.url)
}

const listOf = (data: Awaited<ReturnType<typeof loader>>) =>
  categoryPath(data.category.id) + queryOf(data.filters)

/** What was shown stays: the page that comes is put after those before it. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const data = await serverLoader()
  keepPage(listOf(data), data.page, data.series)
  return { ...data, ...pagesUpTo(listOf(data), data.page, data.series) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { category, filters, page } = loaderData
  const path = categoryPath(category.id)
  return pageMeta(matches, {
    title: category.name,
    description: browseCopy.category_description(category.name),
    path: path + queryOf(filters, page),
    facts: [breadcrumbFacts(siteOf(matches), [{ name: category.name, path }])],
  })
}

export default function Category({ loaderData }: Route.ComponentProps) {
  // The first page came with the document, not through the client's loader.
  useEffect(() => {
    if (loaderData.from === loaderData.page)
      keepPage(listOf(loaderData), loaderData.page, loaderData.series)
  }, [loaderData])
  return <CategoryWorks data={loaderData} />
}
