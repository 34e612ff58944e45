import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { ColumnMenu, useColumnChoice } from './column-menu.tsx'
import { DataTable } from './data-table.tsx'
import { QueryContent } from './query-content.tsx'

/** The table of a query without pages, in its loading, failed, empty and loaded states. */
export function QueryTable<R>({
  query,
  skeletonRows = 8,
  rows = [],
  empty,
  busy = false,
  columns,
  choiceKey,
  ...table
}: Omit<ComponentProps<typeof DataTable<R>>, 'rows'> & {
  query: UseQueryResult
  skeletonRows?: number
  /** Undefined until they are loaded. */
  rows: readonly R[] | undefined
  /** Shown instead of a table without rows. */
  empty?: ReactNode
  /** Offers a choice of columns, stored on the device by this name. */
  choiceKey?: string
}) {
  const choice = useColumnChoice(choiceKey, columns)
  return (
    <QueryContent query={query} skeletonRows={skeletonRows}>
      {() =>
        rows.length === 0 && empty !== undefined ? (
          empty
        ) : (
          <>
            {choiceKey !== undefined && (
              <div className="flex justify-end">
                <ColumnMenu choice={choice} />
              </div>
            )}
            <DataTable
              {...table}
              columns={choice.visible}
              rows={rows}
              busy={busy || query.isPlaceholderData}
            />
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
