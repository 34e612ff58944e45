import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef } from 'react'
import { tableMessages } from './messages.ko.ts'
import type { RowSelection } from './use-row-selection.ts'

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
      aria-label={tableMessages.select_row(title)}
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
        aria-label={tableMessages.select_all}
        checked={selection.areAllSelected}
        onChange={selection.toggleAll}
      />
    </span>
  )
}
