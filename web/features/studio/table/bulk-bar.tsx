import { Button } from '#web/ui/base/button.tsx'
import type { ReactNode } from 'react'
import { tableMessages } from './messages.ko.ts'
import type { RowSelection } from './use-row-selection.ts'

/** The actions for the selected rows, at the lower edge of the window; hidden without a selection. */
export function BulkBar({ selection, children }: { selection: RowSelection; children: ReactNode }) {
  const count = selection.ids.size
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && tableMessages.selected(count)}
      </p>
      {count > 0 && (
        <div
          role="group"
          aria-label={tableMessages.selection}
          data-save-bar
          className="sticky bottom-3 z-sticky-raised mt-4 flex flex-wrap items-center gap-2 rounded-xl bg-surface-high p-3 shadow-float"
        >
          <p className="px-2 text-sm font-semibold tabular-nums" aria-hidden="true">
            {tableMessages.selected(count)}
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            {children}
            <Button variant="ghost" onClick={selection.clear}>
              {tableMessages.clear}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
