import { reviewPageSize, type ReviewTarget } from './reviews-props.ts'

const lineClass = 'shimmer rounded-control'

/** Sized as the content that will replace it. */
export function ReviewsSkeleton({ target, count }: { target: ReviewTarget; count: number }) {
  return (
    <div aria-hidden="true">
      <MyReviewSkeleton />
      <ListSkeleton cards={Math.min(count, reviewPageSize[target.content_type])} />
    </div>
  )
}

export function MyReviewSkeleton() {
  return (
    <div aria-hidden="true" className="mt-4 flex min-h-37 sm:min-h-26 items-center panel p-5">
      <div className="min-w-0 grow">
        <div className={`${lineClass} h-4 w-48 max-w-full`} />
        <div className={`${lineClass} mt-3 h-3 w-72 max-w-full`} />
      </div>
    </div>
  )
}

export function ListSkeleton({ cards }: { cards: number }) {
  if (cards === 0) return <div aria-hidden="true" className="h-64" />
  return (
    <div aria-hidden="true">
      <div className="mt-6 flex h-11 gap-2 overflow-hidden">
        {[20, 28, 28, 20].map((width, index) => (
          <div key={index} className="shimmer shrink-0 rounded-full" style={{ width: width * 4 }} />
        ))}
      </div>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="border-b border-border py-5 last:border-0">
          <div className={`${lineClass} h-4 w-40`} />
          <div className={`${lineClass} mt-4 h-4 w-full max-w-3xl`} />
          <div className={`${lineClass} mt-2 h-4 w-3/5 max-w-xl`} />
          <div className="mt-3 h-11" />
        </div>
      ))}
    </div>
  )
}
