import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { browseCopy } from '#web/copy/browse.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { CategoryTile } from '#web/features/browse/category-tile.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { categoriesPath } from '#web/paths.ts'
import { posterOf } from '#web/slim.ts'
import type { Route } from './+types/categories.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  const { results } = await call(viewerEndpoints.contents.listCategories, {})
  return Promise.all(
    results.map(async (category) => {
      const top = await call(viewerEndpoints.contents.listSeries, {
        query: { category: category.id, limit: 3 },
      })
      return { category, posters: top.results.map(posterOf) }
    }),
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: browseCopy.categories,
    description: browseCopy.categories_description,
    path: categoriesPath,
  })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return (
    <div className="gutter pt-[calc(var(--header)+1.5rem)] md:pt-[calc(var(--header)+3rem)]">
      <h1 className="text-2xl font-extrabold md:text-3xl">{browseCopy.categories}</h1>
      <ul className="mt-5 grid grid-cols-1 gap-3 sm:grid-cols-2 md:mt-8 md:gap-4 xl:grid-cols-4">
        {loaderData.map(({ category, posters }) => (
          <li key={category.id}>
            <CategoryTile category={category} posters={posters} />
          </li>
        ))}
      </ul>
    </div>
  )
}
