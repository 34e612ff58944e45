import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { useCallback, useEffect, useRef, type ReactNode, useId, useState } from 'react'
import { type Edit, useLastEditor } from './use-edit-session.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { useAuditFormat } from '#web/features/studio/audit/audit-diff.tsx'

const conflictMessages = studioCatalogMessages.conflict

/** Resolves a conflict field by field: the member's value or the other editor's. */
function EditConflict<F extends object>({ edit }: { edit: Edit<F> }) {
  const { concurrentChange, base, values, dirty } = edit
  const [mine, setMine] = useState<readonly string[]>(dirty)
  const lastEditorOf = useLastEditor(edit)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const format = useAuditFormat()
  useEffect(() => heading.current?.focus(), [])
  if (!concurrentChange) return null
  const cell = 'min-w-0 text-sm break-keep whitespace-pre-wrap wrap-anywhere'
  return (
    <section
      role="alert"
      aria-labelledby={titleId}
      className="mb-6 rounded-sheet bg-accent-subtle p-4 inset-ring inset-ring-accent md:p-5"
    >
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-bold outline-none"
      >
        <Icon name="warning" className="size-5 text-accent" />
        {conflictMessages.title}
      </h2>
      <p className="mt-1 text-sm text-foreground-muted">{conflictMessages.detail}</p>
      <ul className="mt-4 space-y-3">
        {concurrentChange.fields.map((field) => {
          const lastEdit = lastEditorOf(field)
          const isContested = dirty.includes(field)
          const select = (isMine: boolean) =>
            setMine(isMine ? [...mine, field] : mine.filter((name) => name !== field))
          return (
            <li key={field} className="rounded-card bg-background p-3">
              <p className="flex flex-wrap gap-x-3 text-sm">
                <span className="font-semibold">{studioCatalogMessages.fields[field]}</span>
                <span className="text-foreground-subtle">
                  {lastEdit
                    ? conflictMessages.by(lastEdit.staff_name, formatDateTime(lastEdit.at))
                    : conflictMessages.unknown_editor}
                </span>
              </p>
              <dl className="mt-2 grid gap-x-4 gap-y-1 md:grid-cols-[4rem_1fr]">
                <dt className="text-xs leading-6 text-foreground-subtle">{conflictMessages.was}</dt>
                <dd className={`${cell} text-foreground-subtle`}>{format(field, base[field])}</dd>
                <dt className="text-xs leading-6 text-foreground-subtle">
                  {conflictMessages.remote}
                </dt>
                <dd className={cell}>{format(field, concurrentChange.current[field])}</dd>
                {isContested && (
                  <>
                    <dt className="text-xs leading-6 text-foreground-subtle">
                      {conflictMessages.mine}
                    </dt>
                    <dd className={`${cell} font-semibold`}>{format(field, values[field])}</dd>
                  </>
                )}
              </dl>
              {isContested ? (
                <div className="mt-2 flex flex-wrap gap-x-5">
                  {[true, false].map((isMine) => (
                    <label
                      key={String(isMine)}
                      className="flex min-h-11 items-center gap-2 text-sm"
                    >
                      <input
                        type="radio"
                        name={`${titleId}-${field}`}
                        checked={mine.includes(field) === isMine}
                        onChange={() => select(isMine)}
                        className="size-5 accent-accent"
                      />
                      {isMine ? conflictMessages.use_mine : conflictMessages.use_remote}
                    </label>
                  ))}
                </div>
              ) : (
                <p className="mt-1 text-xs text-foreground-subtle">
                  {conflictMessages.remote_only}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" busy={edit.isPending} onClick={() => edit.resolve(mine)}>
          {conflictMessages.save}
        </Button>
        <Button variant="outline" onClick={edit.acceptRemote}>
          {conflictMessages.discard_mine}
        </Button>
      </div>
    </section>
  )
}

const messages = studioCatalogMessages.concurrent_change

/** The frame of a catalog form: concurrent changes above, the save bar below. */
export function EditForm<F extends object>({
  edit,
  onDirty,
  children,
}: {
  edit: Edit<F>
  /** `form` tells the forms of a page apart: several may be open. */
  onDirty: (form: string, isDirty: boolean) => void
  children: ReactNode
}) {
  const { dirty, concurrentChange, conflicts, autoMerged } = edit
  const isDirty = dirty.length > 0
  const formId = useId()
  useEffect(() => {
    onDirty(formId, isDirty)
  }, [formId, isDirty, onDirty])
  useEffect(() => () => onDirty(formId, false), [formId, onDirty])
  const form = useRef<HTMLFormElement>(null)
  const { save: saveEdit } = edit
  const save = useCallback(() => {
    if (form.current && !focusUnreadableField(form.current)) saveEdit()
  }, [saveEdit])
  useSaveShortcut(save, isDirty)
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
        if (isDirty) save()
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
      {!concurrentChange && <SaveBar edit={edit} onSave={save} />}
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
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sheet bg-accent-subtle py-2 pr-2 pl-4 text-sm shadow-float backdrop-blur-md">
      <Icon name="person" className="size-5 shrink-0 text-accent" />
      <p className="min-w-0 grow basis-56 py-2 break-keep">
        {format(editor ?? messages.unknown_editor, fieldNames)}
      </p>
      {children}
    </div>
  )
}

const formMessages = studioCatalogMessages.form

/** The bar at the bottom of the screen while there are unsaved changes. */
function SaveBar<F extends object>({ edit, onSave }: { edit: Edit<F>; onSave: () => void }) {
  const { dirty, error, isPending, isRestored } = edit
  const count = dirty.length
  if (count === 0 && !error) return null
  return (
    <div
      data-save-bar
      className="sticky bottom-3 z-sticky-raised mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sheet bg-surface-high p-3 pl-5 shadow-float"
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
        <Button variant="ghost" onClick={edit.revert} incomplete={isPending}>
          {formMessages.revert}
        </Button>
        <Button variant="primary" busy={isPending} onClick={onSave}>
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
