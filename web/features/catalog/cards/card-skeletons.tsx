/** Placeholders with the size of the loaded cards, to avoid layout shift. Hidden from screen readers. */

const line = 'shimmer rounded-control'

function PosterSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="shimmer aspect-2/3 rounded-card" />
      <div className={`${line} mt-3 h-4 w-4/5`} />
      <div className={`${line} mt-2 h-3 w-1/2`} />
    </div>
  )
}

export function GridSkeleton({ cards = 12 }: { cards?: number }) {
  return (
    <div aria-hidden="true" className="poster-grid">
      {Array.from({ length: cards }, (_, index) => (
        <PosterSkeleton key={index} />
      ))}
    </div>
  )
}

export function EpisodeSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-4 py-4 md:gap-6">
      <div className="shimmer aspect-video w-36 shrink-0 rounded-card md:w-60" />
      <div className="flex-1 pt-1">
        <div className={`${line} h-4 w-2/5`} />
        <div className={`${line} mt-3 h-3 w-1/4`} />
        <div className={`${line} mt-4 hidden h-3 w-11/12 md:block`} />
        <div className={`${line} mt-2 hidden h-3 w-3/5 md:block`} />
      </div>
    </div>
  )
}
