/** The shape of lines of money that are coming. */
export function LinesSkeleton() {
  return (
    <div aria-hidden="true" className="mt-5">
      <div className="shimmer h-5 w-24 rounded-sm" />
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className="flex items-start justify-between gap-4 border-b border-line py-5">
          <div className="w-1/2">
            <div className="shimmer h-4 w-3/4 rounded-sm" />
            <div className="shimmer mt-3 h-3 w-2/5 rounded-sm" />
          </div>
          <div className="shimmer h-4 w-20 rounded-sm" />
        </div>
      ))}
    </div>
  )
}
