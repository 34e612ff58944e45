import type { Category } from '#contract/contents/contents.ts'
import { browseCopy } from '#web/copy/browse.ts'
import { categoryPath } from '#web/paths.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { PosterSeries } from '#web/ui/poster-card.tsx'
import { Link } from 'react-router'

/** A category as a tile: its name, how much there is, and its three most watched posters fanned out. */
export function CategoryTile({
  category,
  posters,
}: {
  category: Category
  posters: readonly PosterSeries[]
}) {
  const fan = [
    'right-[36%] rotate-[-9deg] translate-y-5',
    'right-[19%] rotate-[1deg] translate-y-2',
    'right-[2%] rotate-[10deg] translate-y-6',
  ]
  return (
    <Link
      to={categoryPath(category.id)}
      className="group relative block h-32 overflow-hidden rounded-xl bg-surface inset-ring inset-ring-line transition-colors duration-(--calm) hover:bg-surface-2 md:h-44 xl:h-48"
    >
      <span
        aria-hidden="true"
        className="absolute inset-0 opacity-45 transition-opacity duration-(--calm) group-hover:opacity-70"
        style={{
          background: `radial-gradient(90% 130% at 85% 20%, ${posters[0]?.poster_color ?? 'transparent'}, transparent 75%)`,
        }}
      />
      <span aria-hidden="true" className="absolute inset-0">
        {posters.slice(0, 3).map((series, at) => (
          <span
            key={series.id}
            className={`absolute top-[14%] w-[23%] transition-transform duration-(--calm) ease-settle group-hover:-translate-y-1 ${fan[at]}`}
          >
            <Picture
              url={series.poster_url}
              kind="poster"
              color={series.poster_color}
              sizes="(min-width: 64rem) 110px, 92px"
              className="rounded-md shadow-card"
            />
          </span>
        ))}
      </span>
      <span className="absolute inset-y-0 left-0 flex flex-col justify-end p-4 md:p-5">
        <span className="on-picture text-lg font-bold md:text-2xl">{category.name}</span>
        <span className="on-picture text-sm text-paper-2 tabular-nums">
          {browseCopy.works(category.series_count)}
        </span>
      </span>
    </Link>
  )
}
