import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TableSkeleton } from './table-skeleton.tsx'

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
