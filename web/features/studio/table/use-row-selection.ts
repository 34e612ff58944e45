import { useState } from 'react'
import { noSelection, toggleAll, toggleRow, visibleSelection } from './selection.ts'

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
