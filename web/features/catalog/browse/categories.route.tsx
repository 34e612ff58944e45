import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { browseMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { categoriesPath, categoryPath } from '#web/routing/paths.ts'
import { type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import type { Route } from './+types/categories.route.ts'
import type { Category } from '#contract/contents/contents.ts'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'
import { PageHeading } from '#web/ui/layout/headings.tsx'
import { Page } from '#web/ui/layout/page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const { results } = await call(viewerEndpoints.contents.listCategories, {})
  return Promise.all(
    results.map(async (category) => {
      const top = await call(viewerEndpoints.contents.listSeries, {
        query: { category: category.id, limit: 3 },
      })
      return { category, posters: top.results.map(toPosterCardData) }
    }),
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: browseMessages.categories,
    description: browseMessages.categories_description,
    path: categoriesPath,
  })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading>{browseMessages.categories}</PageHeading>
      <ul className="mt-5 grid grid-cols-1 gap-3 sm:grid-cols-2 md:mt-8 md:gap-4 xl:grid-cols-4">
        {loaderData.map(({ category, posters }) => (
          <li key={category.id}>
            <CategoryTile category={category} posters={posters} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** A category's name and title count, with its three most watched posters fanned out. */
function CategoryTile({
  category,
  posters,
}: {
  category: Category
  posters: readonly PosterCardData[]
}) {
  const fan = [
    'right-[36%] rotate-[-9deg] translate-y-5',
    'right-[19%] rotate-[1deg] translate-y-2',
    'right-[2%] rotate-[10deg] translate-y-6',
  ]
  return (
    <Link
      to={categoryPath(category.id)}
      className="group relative block h-32 overflow-hidden rounded-sheet bg-surface inset-ring inset-ring-border transition-colors duration-(--duration-slow) hover:bg-surface-raised md:h-44 xl:h-48"
    >
      <span
        aria-hidden="true"
        className="absolute inset-0 opacity-45 transition-opacity duration-(--duration-slow) group-hover:opacity-70"
        style={{
          background: `radial-gradient(90% 130% at 85% 20%, ${posters[0]?.poster_color ?? 'transparent'}, transparent 75%)`,
        }}
      />
      <span aria-hidden="true" className="absolute inset-0">
        {posters.slice(0, 3).map((series, index) => (
          <span
            key={series.id}
            className={`absolute top-[14%] w-[23%] transition-transform duration-(--duration-slow) ease-standard group-hover:-translate-y-1 ${fan[index]}`}
          >
            <ResponsiveImage
              url={series.poster_url}
              kind="poster"
              color={series.poster_color}
              sizes="(min-width: 64rem) 110px, 92px"
              className="rounded-card shadow-card"
            />
          </span>
        ))}
      </span>
      <span className="on-image absolute inset-y-0 left-0 flex flex-col justify-end p-4 md:p-5">
        <span className="text-on-image text-lg font-bold md:text-2xl">{category.name}</span>
        <span className="text-on-image text-sm text-foreground-muted tabular-nums">
          {browseMessages.title_count(category.series_count)}
        </span>
      </span>
    </Link>
  )
}
