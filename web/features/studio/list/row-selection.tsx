import { useState, useEffect, useRef, type ReactNode } from 'react'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { listMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** Selected rows of a table, and the row from which a range extends. */
export type Selection = { ids: ReadonlySet<number>; anchor: number | null }

export const noSelection: Selection = { ids: new Set(), anchor: null }

/**
 * Selects or deselects a row.
 * @param rows the ids of the rows in order.
 * @param isRange whether the rows between the anchor and this one follow it; the anchor is the row toggled last.
 */
export function toggleRow(
  { ids, anchor }: Selection,
  rows: readonly number[],
  id: number,
  isRange: boolean,
): Selection {
  const isSelected = !ids.has(id)
  const [from, to] = [anchor === null ? -1 : rows.indexOf(anchor), rows.indexOf(id)]
  const toggled =
    isRange && from >= 0 && to >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  return { ids: withRows(ids, toggled, isSelected), anchor: id }
}

/** Selects all rows of the page, or none if all are selected. */
export function toggleAll({ ids }: Selection, rows: readonly number[]): Selection {
  const areAllSelected = rows.every((id) => ids.has(id))
  return { ids: withRows(ids, rows, !areAllSelected), anchor: null }
}

function withRows(ids: ReadonlySet<number>, rows: readonly number[], isSelected: boolean) {
  const next = new Set(ids)
  for (const id of rows)
    if (isSelected) next.add(id)
    else next.delete(id)
  return next
}

/** The selection without rows that are no longer shown. */
export function visibleSelection(selection: Selection, rows: readonly number[]): Selection {
  const ids = new Set(rows.filter((id) => selection.ids.has(id)))
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

/** The selected rows of a page of a table. Rows that leave the page leave the selection. */
export function useRowSelection<R extends { id: number }>(rows: readonly R[]) {
  const [stored, setStored] = useState(noSelection)
  const ids = rows.map(({ id }) => id)
  const selection = visibleSelection(stored, ids)
  return {
    ids: selection.ids,
    rows: rows.filter(({ id }) => selection.ids.has(id)),
    areAllSelected: ids.length > 0 && selection.ids.size === ids.length,
    toggle: (id: number, isRange: boolean) => setStored(toggleRow(selection, ids, id, isRange)),
    toggleAll: () => setStored(toggleAll(selection, ids)),
    clear: () => setStored(noSelection),
    select: (selected: Iterable<number>) => setStored({ ids: new Set(selected), anchor: null }),
  }
}

export type RowSelection = ReturnType<typeof useRowSelection>

/** Selects a row; with shift, also those up to the row that was toggled before. */
export function RowCheckbox({
  id,
  title,
  selection,
}: {
  id: number
  /** Names the row. */
  title: string
  selection: RowSelection
}) {
  // A change event does not report the shift key, but follows the click that does.
  const isRange = useRef(false)
  return (
    <Checkbox
      label={null}
      aria-label={listMessages.select_row(title)}
      checked={selection.ids.has(id)}
      onClick={({ shiftKey }) => void (isRange.current = shiftKey)}
      onChange={() => selection.toggle(id, isRange.current)}
    />
  )
}

/** Selects all rows of the page, or none. */
export function AllRowsCheckbox({ selection }: { selection: RowSelection }) {
  const box = useRef<HTMLSpanElement>(null)
  const isMixed = selection.ids.size > 0 && !selection.areAllSelected
  useEffect(() => {
    const input = box.current?.querySelector('input')
    if (input) input.indeterminate = isMixed
  }, [isMixed])
  return (
    <span ref={box} className="inline-flex">
      <Checkbox
        label={null}
        aria-label={listMessages.select_all}
        checked={selection.areAllSelected}
        onChange={selection.toggleAll}
      />
    </span>
  )
}

/** The actions for the selected rows, at the lower edge of the window; hidden without a selection. */
export function BulkBar({ selection, children }: { selection: RowSelection; children: ReactNode }) {
  const count = selection.ids.size
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && listMessages.selected(count)}
      </p>
      {count > 0 && (
        <div
          role="group"
          aria-label={listMessages.selection}
          data-save-bar
          className="sticky bottom-3 z-sticky-raised mt-4 flex flex-wrap items-center gap-2 rounded-sheet bg-surface-high p-3 shadow-float"
        >
          <p className="px-2 text-sm font-semibold tabular-nums" aria-hidden="true">
            {listMessages.selected(count)}
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            {children}
            <Button variant="ghost" onClick={selection.clear}>
              {listMessages.clear}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** A row that a bulk action did not change, and why; with the address of its page, if it has one. */
export type RefusedRow = { key: string; title: string; reason: string; to?: string }

/** The rows that the last bulk action did not change; announced when it appears. */
export function RefusedList({
  heading,
  rows,
  onDismiss,
}: {
  heading: string
  rows: readonly RefusedRow[]
  onDismiss: () => void
}) {
  if (rows.length === 0) return null
  return (
    <div role="alert">
      <section className="mb-4 rounded-sheet bg-danger/8 p-4 inset-ring inset-ring-danger/30">
        <div className="flex items-start gap-2">
          <Icon name="warning" className="mt-1 size-5 shrink-0 text-danger" />
          <h2 className="grow text-sm font-semibold">{heading}</h2>
          <IconButton
            label={listMessages.dismiss}
            icon="close"
            onClick={onDismiss}
            className="-mt-2 -mr-2 -mb-2 [&_svg]:size-4"
          />
        </div>
        <ul className="mt-1 max-h-56 overflow-y-auto text-sm">
          {rows.map(({ key, title, reason, to }) => (
            <li key={key} className="flex flex-wrap gap-x-3 py-1 pl-7">
              {to ? (
                <TextLink to={to} isInline>
                  {title}
                </TextLink>
              ) : (
                <span className="font-medium">{title}</span>
              )}
              <span className="text-foreground-muted">{reason}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
