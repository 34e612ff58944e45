import { useState } from 'react'

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
