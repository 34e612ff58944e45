import { catalogueCopy } from '#web/copy/studio-catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import type { Edit } from './use-edit.ts'

const words = catalogueCopy.form

/** What is not saved yet, at the lower edge while there is any. */
export function SaveBar<F extends object>({ edit }: { edit: Edit<F> }) {
  const { dirty, fault, busy, isFound } = edit
  const count = dirty.length
  if (count === 0 && !fault) return null
  return (
    <div
      data-save-bar
      className="sticky bottom-3 z-sticky-raised mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-surface-3 p-3 pl-5 shadow-float"
    >
      <p role="status" className="text-sm font-semibold">
        {isFound ? words.found(count) : words.dirty(count)}
      </p>
      {fault && (
        <div className="basis-full">
          <FormError>{fault}</FormError>
        </div>
      )}
      <div className="ml-auto flex gap-2">
        <Button look="quiet" onClick={edit.revert} disabled={busy}>
          {words.revert}
        </Button>
        <Button look="primary" busy={busy} onClick={edit.save}>
          {words.save}
        </Button>
      </div>
    </div>
  )
}
