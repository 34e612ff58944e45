import {
  AllRowsCheckbox,
  RowCheckbox,
  type RowSelection,
} from '#web/features/studio/table/row-selection.tsx'
import { type CSSProperties, type ReactNode, useId, useRef } from 'react'
import { Button } from '#web/ui/base/button.tsx'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { tableMessages as messages } from './messages.ko.ts'
import { useStoredValue } from '#web/lib/browser-storage.ts'

type Choice = ReturnType<typeof useColumnChoice<{ key: string; title: string }>>

/** A popover with a checkbox for each column, for screens wide enough for a table. */
function ColumnMenu({ choice }: { choice: Choice }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Below the button, whose right edges align. */
  function place() {
    const anchor = button.current?.getBoundingClientRect()
    const style = menu.current?.style
    if (!anchor || !style) return
    style.top = `${Math.min(anchor.bottom + 4, innerHeight - 320)}px`
    style.right = `${document.documentElement.clientWidth - anchor.right}px`
  }
  return (
    <div className="-mt-2 flex justify-end max-md:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className="flex min-h-11 items-center gap-2 rounded-lg px-2 text-xs font-semibold text-foreground-subtle hover:text-foreground"
      >
        <Icon name="grid" className="size-4" />
        {messages.columns}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={messages.columns}
        onBeforeToggle={place}
        className="fixed inset-auto w-64 rounded-xl bg-surface-raised px-4 py-3 text-foreground shadow-float"
      >
        <p className="mb-1 text-xs text-foreground-muted">{messages.columns_detail}</p>
        {choice.choosable.map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={choice.isVisible(key)}
            onChange={() => choice.toggle(key)}
          />
        ))}
        {choice.hasHidden && (
          <Button variant="ghost" className="mt-1 w-full" onClick={choice.showAll}>
            {messages.show_all}
          </Button>
        )}
      </div>
    </div>
  )
}

export type Column<R> = {
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** Right-aligned with tabular figures. */
  numeric?: boolean
  /** Self-explanatory: on a phone it takes the full width, without its column's name. */
  bare?: boolean
  /** Classes of its cells, such as a width. */
  className?: string
}

const besides = 'color-mix(in oklab, var(--color-surface) 60%, transparent)'
/** The hover background extends beyond a row's edges, so that its text does not touch them. */
const rowHover = {
  '--beside': `-0.75rem 0 ${besides}, 0.75rem 0 ${besides}`,
} as CSSProperties

/**
 * The studio's table. On a wide screen its header is sticky; on a phone each row is a card with the first value as
 * heading, and the other values are labelled by their column.
 */
export function DataTable<R>({
  label,
  columns,
  rows,
  keyOf,
  busy = false,
  choiceKey,
  selection,
}: {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
  /** Whether the rows are being refetched. */
  busy?: boolean
  /** Offers a choice of columns, stored on the device by this name. */
  choiceKey?: string
  /** Adds a column of checkboxes. */
  selection?: { state: RowSelection; rowOf: (row: R) => { id: number; title: string } }
}) {
  const choice = useColumnChoice(choiceKey, columns)
  // A single numeric column is aligned with the others.
  const hasFigures = choice.visible.filter(({ numeric }) => numeric).length > 1
  const table = (
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
          {choice.visible.map(({ key, title, numeric, className = '' }) => (
            <th
              key={key}
              scope="col"
              className={`sticky top-0 z-sticky border-b border-border-strong bg-background px-3 py-2.5 text-xs font-semibold whitespace-nowrap text-foreground-subtle first:pl-0 last:pr-0 ${numeric ? 'text-right' : ''} ${className}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="max-md:flex max-md:flex-wrap max-md:gap-x-8 max-md:rounded-xl max-md:bg-surface max-md:px-4 max-md:py-2.5 md:hover:bg-surface/60 md:hover:shadow-(--beside)"
          >
            {selection && (
              <td className="align-top max-md:-ml-1 md:border-b md:border-border md:py-1.5">
                <RowCheckbox {...selection.rowOf(row)} selection={selection.state} />
              </td>
            )}
            {choice.visible.map(({ key, title, cell, numeric, bare, className = '' }, index) => (
              <td
                key={key}
                className={`align-baseline max-md:py-1.5 max-md:has-[>div:empty]:hidden md:border-b md:border-border md:px-3 md:py-3 md:first:pl-0 md:last:pr-0 ${numeric ? 'tabular-nums md:text-right' : ''} ${numeric && hasFigures ? '' : `max-md:flex max-md:gap-4 ${selection && index === 0 ? 'max-md:basis-[calc(100%-4rem)]' : 'max-md:basis-full'}`} ${className}`}
              >
                {index > 0 && !bare && (
                  <span
                    className={`block shrink-0 text-xs leading-5.5 text-foreground-subtle md:hidden ${numeric && hasFigures ? '' : 'w-18'}`}
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
  if (choiceKey === undefined) return table
  return (
    <>
      <ColumnMenu choice={choice} />
      {table}
    </>
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden="true" className="space-y-5 pt-4">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex gap-6">
          <div className="shimmer h-4 w-28 rounded-sm" />
          <div className="shimmer h-4 w-40 rounded-sm max-md:hidden" />
          <div className="shimmer h-4 grow rounded-sm" />
        </div>
      ))}
    </div>
  )
}

type Choosable = { key: string }

const storageKey = (table: string) => `hanpyeon.columns.${table}`

/** The keys of hidden columns, without those that the table no longer has. */
export function parseHiddenColumns(text: string | null, columns: readonly Choosable[]): string[] {
  const hidden = (text ?? '').split(',')
  return columns.flatMap(({ key }) => (hidden.includes(key) ? [key] : []))
}

/**
 * Which columns of a table are shown, stored on this device. The first column names the row and is always shown.
 * @param table names the table in the storage; without it, all columns are shown.
 */
function useColumnChoice<C extends Choosable>(table: string | undefined, columns: readonly C[]) {
  const [text, store] = useStoredValue(storageKey(table ?? ''))
  const choosable = columns.slice(1)
  const hidden = table === undefined ? [] : parseHiddenColumns(text, choosable)
  return {
    choosable,
    visible: columns.filter(({ key }) => !hidden.includes(key)),
    isVisible: (key: string) => !hidden.includes(key),
    hasHidden: hidden.length > 0,
    toggle(key: string) {
      const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
      store(next.length > 0 ? next.join(',') : null)
    },
    showAll: () => store(null),
  }
}
