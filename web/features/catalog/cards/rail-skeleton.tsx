/** A placeholder with the size of a loaded rail of landscape cards. Hidden from screen readers. */
export function RailSkeleton({ cards }: { cards: number }) {
  return (
    <div aria-hidden="true">
      <div className="page-gutter mb-4 flex min-h-11 items-end">
        <div className="shimmer h-6 w-40 rounded-sm" />
      </div>
      <div className="rail-scroller overflow-hidden">
        {Array.from({ length: cards }, (_, index) => (
          <div key={index} className="w-(--card-landscape-width)">
            <div className="shimmer aspect-video rounded-md" />
            <div className="shimmer mt-3 h-4 w-3/5 rounded-sm" />
            <div className="shimmer mt-2 h-3 w-4/5 rounded-sm" />
          </div>
        ))}
      </div>
    </div>
  )
}
