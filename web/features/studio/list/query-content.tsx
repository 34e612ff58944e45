import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Content that a query reads: a skeleton while it loads, an error with a retry, and otherwise `children`. */
export function QueryContent<T>({
  query,
  skeletonRows = 8,
  skeleton = <TableSkeleton rows={skeletonRows} />,
  keepsData = false,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  skeletonRows?: number
  /** For content that is no table. */
  skeleton?: ReactNode
  /** Whether a failed refetch keeps the content, such as an editor. */
  keepsData?: boolean
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined && (keepsData || !query.isError)) return children(query.data)
  return <QueryPlaceholder query={query} skeleton={skeleton} />
}

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
