/** The outline of a table while it loads. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden="true" className="space-y-5 pt-4">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex gap-6">
          <div className="shimmer h-4 w-28 rounded-control" />
          <div className="shimmer h-4 w-40 rounded-control max-md:hidden" />
          <div className="shimmer h-4 grow rounded-control" />
        </div>
      ))}
    </div>
  )
}
