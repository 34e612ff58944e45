import { Icon } from '#web/ui/base/icon.tsx'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { listMessages as messages } from './messages.ko.ts'
import { AllRowsCheckbox, RowCheckbox, type RowSelection } from './row-selection.tsx'

/** `O` are the orders that the call of the table offers. */
export type Column<R, O extends string = never> = {
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** Right-aligned with tabular figures. */
  numeric?: boolean
  /** Self-explanatory: on a phone it takes the full width, without its column's name. */
  bare?: boolean
  /** Classes of its cells, such as a width. */
  className?: string
  /** The order that a press on the heading chooses first; the next one reverses it. */
  sort?: O
}

const hoverColor = 'color-mix(in oklab, var(--color-surface) 60%, transparent)'
/** The hover background extends beyond a row's edges, so that its text does not touch them. */
const rowHover = {
  '--row-hover': `-0.75rem 0 ${hoverColor}, 0.75rem 0 ${hoverColor}`,
} as CSSProperties

/** The order of a table, and the address of another. */
type Sort = { ordering: string; hrefOf: (ordering: string) => string }

const fieldOf = (ordering: string) => ordering.replace(/^-/, '')
const reverse = (ordering: string) =>
  ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`

const ariaSort = (ordering: string) =>
  ({ 'aria-sort': ordering.startsWith('-') ? 'descending' : 'ascending' }) as const

/** The heading of a column by which the table can be ordered. On a phone, headings are read, but not seen. */
function SortLink({
  title,
  initial,
  sort: { ordering, hrefOf },
}: {
  title: string
  initial: string
  sort: Sort
}) {
  const isSorted = fieldOf(ordering) === fieldOf(initial)
  return (
    <>
      <span className="md:hidden">{title}</span>
      <Link
        to={hrefOf(isSorted ? reverse(ordering) : initial)}
        preventScrollReset
        title={messages.sort_by(title)}
        className={`-my-2 inline-flex min-h-11 items-center gap-1 rounded-control hover:text-foreground max-md:hidden ${isSorted ? 'text-foreground' : ''}`}
      >
        {title}
        {isSorted && (
          <Icon
            name={ordering.startsWith('-') ? 'chevron_down' : 'chevron_up'}
            className="size-4"
          />
        )}
      </Link>
    </>
  )
}

/**
 * The studio's table. On a wide screen its header is sticky; on a phone each row is a card with the first value as
 * heading, and the other values are labelled by their column.
 */
export function DataTable<R, O extends string = never>({
  label,
  columns,
  rows,
  keyOf,
  busy = false,
  sort,
  selection,
}: {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<R, O>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
  /** Whether the rows are being refetched. */
  busy?: boolean
  /** Without it, columns cannot be sorted. */
  sort?: Sort
  /** Adds a column of checkboxes. */
  selection?: { state: RowSelection; rowOf: (row: R) => { id: number; title: string } }
}) {
  // A single numeric column is aligned with the others.
  const hasFigures = columns.filter(({ numeric }) => numeric).length > 1
  return (
    <table
      aria-label={label}
      aria-busy={busy}
      style={rowHover}
      className={`text-left text-sm transition-opacity duration-(--duration-fast) max-md:block md:w-full ${busy ? 'opacity-60' : ''}`}
    >
      <thead className="max-md:sr-only">
        <tr>
          {selection && (
            <th
              scope="col"
              className="sticky top-0 z-sticky w-11 border-b border-border-strong bg-background"
            >
              <AllRowsCheckbox selection={selection.state} />
            </th>
          )}
          {columns.map(({ key, title, numeric, className = '', sort: initial }) => (
            <th
              key={key}
              scope="col"
              {...(sort &&
                initial &&
                fieldOf(initial) === fieldOf(sort.ordering) &&
                ariaSort(sort.ordering))}
              className={`sticky top-0 z-sticky border-b border-border-strong bg-background px-3 py-3 text-xs font-semibold whitespace-nowrap text-foreground-subtle first:pl-0 last:pr-0 ${numeric ? 'text-right' : ''} ${className}`}
            >
              {sort && initial ? <SortLink title={title} initial={initial} sort={sort} /> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="max-md:flex max-md:flex-wrap max-md:gap-x-8 max-md:rounded-sheet max-md:bg-surface max-md:px-4 max-md:py-3 md:hover:bg-surface/60 md:hover:shadow-(--row-hover)"
          >
            {selection && (
              <td className="align-top max-md:-ml-1 md:border-b md:border-border md:py-2">
                <RowCheckbox {...selection.rowOf(row)} selection={selection.state} />
              </td>
            )}
            {columns.map(({ key, title, cell, numeric, bare, className = '' }, index) => (
              <td
                key={key}
                className={`align-baseline max-md:py-2 max-md:has-[>div:empty]:hidden md:border-b md:border-border md:px-3 md:py-3 md:first:pl-0 md:last:pr-0 ${numeric ? 'tabular-nums md:text-right' : ''} ${numeric && hasFigures ? '' : `max-md:flex max-md:gap-4 ${selection && index === 0 ? 'max-md:basis-[calc(100%-4rem)]' : 'max-md:basis-full'}`} ${className}`}
              >
                {index > 0 && !bare && (
                  <span
                    className={`block shrink-0 text-xs leading-6 text-foreground-subtle md:hidden ${numeric && hasFigures ? '' : 'w-18'}`}
                    aria-hidden="true"
                  >
                    {title}
                  </span>
                )}
                <div className="min-w-0 max-md:grow">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
