import { RailSkeleton } from '#web/features/catalog/cards/rail.tsx'
import type { ReactNode } from 'react'

/** The layouts of destinations that have a skeleton of their own. */
export type SkeletonKind = 'home' | 'title' | 'grid' | 'list' | 'player'

const belowHeader = 'page-top'
const heading = <div className="shimmer mb-6 h-8 w-44 rounded-control" />

const outlines: Record<SkeletonKind, ReactNode> = {
  home: (
    <div aria-hidden="true" className="space-y-10">
      <div className="shimmer h-[56vh] w-full" />
      <RailSkeleton cards={6} />
      <RailSkeleton cards={6} />
    </div>
  ),
  title: (
    <div aria-hidden="true">
      <div className="shimmer h-[62vw] max-h-[44rem] min-h-56 md:h-[46vw]" />
      <div className="page-gutter relative -mt-[16vw]">
        <div className="shimmer h-10 w-64 max-w-full rounded-control" />
        <div className="shimmer mt-4 h-4 w-80 max-w-full rounded-control" />
        <div className="shimmer mt-6 h-13 rounded-control md:w-64" />
        <div className="mt-8">
          {[0, 1, 2].map((row) => (
            <div key={row} className="flex gap-4 py-4 md:gap-6">
              <div className="shimmer aspect-video w-36 shrink-0 rounded-card md:w-60" />
              <div className="flex-1 pt-1">
                <div className="shimmer h-4 w-2/5 rounded-control" />
                <div className="shimmer mt-3 h-3 w-1/4 rounded-control" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  ),
  grid: (
    <div aria-hidden="true" className={`page-gutter ${belowHeader}`}>
      {heading}
      <div className="poster-grid">
        {Array.from({ length: 18 }, (_, card) => (
          <div key={card}>
            <div className="shimmer aspect-2/3 rounded-card" />
            <div className="shimmer mt-3 h-4 w-4/5 rounded-control" />
            <div className="shimmer mt-2 h-3 w-1/2 rounded-control" />
          </div>
        ))}
      </div>
    </div>
  ),
  list: (
    <div aria-hidden="true" className={`page-gutter mx-auto max-w-[72rem] ${belowHeader}`}>
      {heading}
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="border-b border-border py-4">
          <div className="shimmer h-4 w-3/5 rounded-control" />
          <div className="shimmer mt-3 h-3 w-1/3 rounded-control" />
        </div>
      ))}
    </div>
  ),
  player: <div className="size-full bg-background-deep" />,
}

/** The outlines of all pages, which only the server renders. */
export const Skeletons = () =>
  Object.entries(outlines).map(([kind, outline]) => (
    <div key={kind} id={`skeleton-${kind}`}>
      {outline}
    </div>
  ))
