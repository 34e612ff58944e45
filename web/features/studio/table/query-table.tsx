import { DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, Pagination } from '#web/ui/layout/pagination.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ComponentProps, type ReactNode } from 'react'

/** Content that a query reads: a skeleton while it loads, an error with a retry, and otherwise `children`. */
export function QueryContent<T>({
  query: { data, isError, isFetching, refetch },
  skeletonRows = 8,
  keepsData = false,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  skeletonRows?: number
  /** Whether a failed refetch keeps the content, such as an editor. */
  keepsData?: boolean
  children: (data: T) => ReactNode
}) {
  if (data !== undefined && (keepsData || !isError)) return children(data)
  return isError ? (
    <ErrorState isRetrying={isFetching} onRetry={() => void refetch()} />
  ) : (
    <TableSkeleton rows={skeletonRows} />
  )
}

type Pages = {
  page: number
  count: number
  size: number
  hrefOf: (page: number) => string
  className?: string
}

/** Links to the pages of a list of `count` rows; nothing if they fit on one. */
export const ListPages = ({ page, count, size, hrefOf, className = 'mt-4' }: Pages) =>
  count > size && (
    <div className={className}>
      <Pagination page={page} pages={pageCount(count, size)} hrefOf={hrefOf} />
    </div>
  )

/** The table of a query in its loading, error, empty and loaded states, with links to its other pages. */
export function QueryTable<R>({
  query,
  skeletonRows = 8,
  rows = [],
  empty,
  busy = false,
  pages,
  ...table
}: Omit<ComponentProps<typeof DataTable<R>>, 'rows'> & {
  query: UseQueryResult
  skeletonRows?: number
  /** Undefined until they are loaded. */
  rows: readonly R[] | undefined
  /** Shown instead of a table without rows. */
  empty?: ReactNode
  pages?: Pages
}) {
  return (
    <QueryContent query={query} skeletonRows={skeletonRows}>
      {() =>
        rows.length === 0 && empty !== undefined ? (
          empty
        ) : (
          <>
            <DataTable {...table} rows={rows} busy={busy || query.isPlaceholderData} />
            {pages && <ListPages {...pages} />}
          </>
        )
      }
    </QueryContent>
  )
}

/** A part of a page with a heading, a note and a table. */
export function TableSection({
  title,
  note,
  children,
}: {
  title: string
  note: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{note}</p>
      {children}
    </section>
  )
}
