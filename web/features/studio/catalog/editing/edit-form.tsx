import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { EditConflict } from './edit-conflict.tsx'
import { type Edit, useLastEditor } from './use-edit-session.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'

const messages = studioCatalogMessages.concurrent_change

/** The frame of a catalog form: concurrent changes above, the save bar below. */
export function EditForm<F extends object>({
  edit,
  onDirty,
  children,
}: {
  edit: Edit<F>
  onDirty: (isDirty: boolean) => void
  children: ReactNode
}) {
  const { dirty, concurrentChange, conflicts, autoMerged } = edit
  const isDirty = dirty.length > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useEffect(() => () => onDirty(false), [onDirty])
  useSaveShortcut(edit.save, isDirty)
  const form = useRef<HTMLFormElement>(null)
  const errorCount = Object.values(edit.errors).filter(Boolean).length
  // Focuses the first invalid field.
  useEffect(() => {
    if (errorCount > 0 && !edit.isPending)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errorCount, edit.isPending])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) edit.save()
      }}
    >
      {concurrentChange && <EditConflict edit={edit} />}
      {/* Always rendered, so that its content is announced. */}
      <div role="status" className="sticky top-3 z-sticky-raised empty:hidden">
        {concurrentChange ? null : conflicts.length > 0 ? (
          <ConcurrentEditNotice edit={edit} fields={conflicts} format={messages.conflicting}>
            <Button variant="outline" onClick={edit.compare}>
              {messages.compare}
            </Button>
          </ConcurrentEditNotice>
        ) : autoMerged.length > 0 ? (
          <ConcurrentEditNotice edit={edit} fields={autoMerged} format={messages.merged}>
            <IconButton label={messages.read} icon="close" onClick={edit.dismissMerged} />
          </ConcurrentEditNotice>
        ) : null}
      </div>
      {children}
      {!concurrentChange && <SaveBar edit={edit} />}
    </form>
  )
}

/** Reports who changed which fields. */
function ConcurrentEditNotice<F extends object>({
  edit,
  fields,
  format,
  children,
}: {
  edit: Edit<F>
  fields: readonly (keyof F & string)[]
  format: (editor: string, fieldNames: string) => string
  children: ReactNode
}) {
  const lastEditorOf = useLastEditor(edit)
  const editor = fields.map((field) => lastEditorOf(field)?.staff_name).find(Boolean)
  const fieldNames = fields.map((field) => studioCatalogMessages.fields[field] ?? field).join(', ')
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-accent-subtle py-1.5 pr-2 pl-4 text-sm shadow-float backdrop-blur-md">
      <Icon name="person" className="size-4.5 shrink-0 text-accent" />
      <p className="min-w-0 grow basis-56 py-2 break-keep">
        {format(editor ?? messages.unknown_editor, fieldNames)}
      </p>
      {children}
    </div>
  )
}

const formMessages = studioCatalogMessages.form

/** The bar at the bottom of the screen while there are unsaved changes. */
function SaveBar<F extends object>({ edit }: { edit: Edit<F> }) {
  const { dirty, error, isPending, isRestored } = edit
  const count = dirty.length
  if (count === 0 && !error) return null
  return (
    <div
      data-save-bar
      className="sticky bottom-3 z-sticky-raised mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-surface-high p-3 pl-5 shadow-float"
    >
      <p role="status" className="text-sm font-semibold">
        {isRestored ? formMessages.restored(count) : formMessages.unsaved(count)}
      </p>
      {error && (
        <div className="basis-full">
          <FormAlert>{error}</FormAlert>
        </div>
      )}
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" onClick={edit.revert} disabled={isPending}>
          {formMessages.revert}
        </Button>
        <Button variant="primary" busy={isPending} onClick={edit.save}>
          {formMessages.save}
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+S or ⌘S saves; matched by `code`, so that it works with a Korean keyboard layout. */
function useSaveShortcut(save: () => void, isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [save, isDirty])
}
