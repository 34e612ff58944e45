import type { PosterSeries } from '#web/ui/poster-card.tsx'
import { Picture } from '#web/ui/picture.tsx'

export type WallPoster = Pick<PosterSeries, 'id' | 'poster_url' | 'poster_color'>

const columns = [0, 1, 2, 3] as const

/** What waits behind the door, on wide screens: posters in leaning columns, fading towards what is to be filled in. */
export function PosterWall({ posters }: { posters: readonly WallPoster[] }) {
  return (
    <div aria-hidden="true" className="relative hidden overflow-hidden bg-ink-deep lg:block">
      <div className="absolute -inset-x-16 -inset-y-40 flex rotate-[-9deg] justify-center gap-4">
        {columns.map((column) => (
          <div
            key={column}
            className={`w-44 shrink-0 space-y-4 xl:w-52 ${column % 2 === 0 ? '-mt-6' : 'mt-24'}`}
          >
            {posters
              .filter((_, at) => at % columns.length === column)
              .map((poster) => (
                <Picture
                  key={poster.id}
                  url={poster.poster_url}
                  kind="poster"
                  color={poster.poster_color}
                  sizes="13rem"
                  className="rounded-xl shadow-card"
                />
              ))}
          </div>
        ))}
      </div>
      <div className="absolute inset-0 bg-linear-to-r from-ink-deep/55 via-ink/35 to-ink" />
      <div className="absolute inset-0 bg-linear-to-b from-ink/60 via-transparent to-ink/80" />
    </div>
  )
}
