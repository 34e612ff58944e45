import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { EditConflict } from './edit-conflict.tsx'
import { type Edit, useLastEditor } from './use-edit-session.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'

const messages = studioCatalogMessages.meanwhile

/** What stands around every form of the catalogue: what others do to the same above it, what is not saved yet below it. */
export function EditForm<F extends object>({
  edit,
  onDirty,
  children,
}: {
  edit: Edit<F>
  onDirty: (isDirty: boolean) => void
  children: ReactNode
}) {
  const { dirty, meanwhile, contested, merged } = edit
  const isDirty = dirty.length > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useEffect(() => () => onDirty(false), [onDirty])
  useSaveShortcut(edit.save, isDirty)
  const form = useRef<HTMLFormElement>(null)
  const faults = Object.values(edit.errors).filter(Boolean).length
  // What was refused is where one goes on.
  useEffect(() => {
    if (faults > 0 && !edit.busy)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults, edit.busy])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) edit.save()
      }}
    >
      {meanwhile && <EditConflict edit={edit} />}
      {/* Always there, so that what comes into it is read out. */}
      <div role="status" className="sticky top-3 z-sticky-raised empty:hidden">
        {meanwhile ? null : contested.length > 0 ? (
          <News edit={edit} fields={contested} say={messages.contested}>
            <Button look="outline" onClick={edit.compare}>
              {messages.compare}
            </Button>
          </News>
        ) : merged.length > 0 ? (
          <News edit={edit} fields={merged} say={messages.merged}>
            <IconButton label={messages.read} icon="close" onClick={edit.readMerged} />
          </News>
        ) : null}
      </div>
      {children}
      {!meanwhile && <SaveBar edit={edit} />}
    </form>
  )
}

/** Who changed what just now. */
function News<F extends object>({
  edit,
  fields,
  say,
  children,
}: {
  edit: Edit<F>
  fields: readonly (keyof F & string)[]
  say: (who: string, what: string) => string
  children: ReactNode
}) {
  const actOf = useLastEditor(edit)
  const who = fields.map((field) => actOf(field)?.staff_name).find(Boolean)
  const what = fields.map((field) => studioCatalogMessages.fields[field] ?? field).join(', ')
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-accent-subtle py-1.5 pr-2 pl-4 text-sm shadow-float backdrop-blur-md">
      <Icon name="person" className="size-4.5 shrink-0 text-accent" />
      <p className="min-w-0 grow basis-56 py-2 break-keep">{say(who ?? messages.somebody, what)}</p>
      {children}
    </div>
  )
}

const formWords = studioCatalogMessages.form

/** What is not saved yet, at the lower edge while there is any. */
function SaveBar<F extends object>({ edit }: { edit: Edit<F> }) {
  const { dirty, fault, busy, isFound } = edit
  const count = dirty.length
  if (count === 0 && !fault) return null
  return (
    <div
      data-save-bar
      className="sticky bottom-3 z-sticky-raised mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-surface-high p-3 pl-5 shadow-float"
    >
      <p role="status" className="text-sm font-semibold">
        {isFound ? formWords.found(count) : formWords.dirty(count)}
      </p>
      {fault && (
        <div className="basis-full">
          <FormAlert>{fault}</FormAlert>
        </div>
      )}
      <div className="ml-auto flex gap-2">
        <Button look="quiet" onClick={edit.revert} disabled={busy}>
          {formWords.revert}
        </Button>
        <Button look="primary" busy={busy} onClick={edit.save}>
          {formWords.save}
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+S, or ⌘S, saves what is being edited; by the key's place, so that it works with a Korean keyboard on. */
function useSaveShortcut(save: () => void, isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [save, isDirty])
}
