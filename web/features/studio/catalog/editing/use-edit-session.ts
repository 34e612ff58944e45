import type { CatalogueAuditEntry } from '#contract/studio/audit-log.ts'
import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { draftStorage, useDraftAutosave } from '#web/lib/drafts.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  workQuery,
  latestRevisionsQuery,
  useWorkMutation,
} from '#web/features/studio/catalog/queries.ts'

type Versioned = { version: number }
type StoredDraft<F> = { base: F & Versioned; draft: Partial<F> }

/** The edited row, as audit entries name it. */
type EditTarget = { kind: 'series' | 'episode'; id: number }

type EditOptions<F extends object> = {
  work_id: number
  subject: EditTarget
  current: F & Versioned
  fields: readonly (keyof F & string)[]
  send: (version: number, changes: Partial<F>) => Promise<StudioWork>
  /** Finds the edited row in its work; undefined if it was deleted. */
  rowOf: (work: StudioWork) => (F & Versioned) | undefined
}

/** A change by another editor that has to be resolved. */
type ConcurrentChange<F> = {
  current: F & Versioned
  /** Fields that differ from the base of this edit. */
  fields: (keyof F & string)[]
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Edits fields of a row, based on the version at the start of the edit. Drafts are kept on this device until saved, so
 * they survive failures, expired sessions and edits by others. Fields changed only by others are merged; fields changed
 * by both are resolved one by one.
 */
export function useEditSession<F extends object>({
  work_id,
  subject,
  current,
  fields,
  send,
  rowOf,
}: EditOptions<F>) {
  const client = useQueryClient()
  const stored = useStoredDraft(subject, current, fields)
  const { base, setBase, draft, setDraft, dirty, conflicts } = stored
  const refusal = useRefusal()
  const [formKey, setFormKey] = useState(0)
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange<F> | null>(null)
  const [autoMerged, setAutoMerged] = useState<readonly (keyof F & string)[]>([])

  const saving = useWorkMutation(
    ({ from, changes }: { from: F & Versioned; changes: Partial<F> }) =>
      send(from.version, changes),
    {
      toast: studioCatalogMessages.form.saved,
      errors: 'inline',
      onSuccess(work, { from, changes }) {
        // Text typed during the request is still unsaved.
        setDraft((typed) => omitSaved(typed, changes))
        setBase(rowOf(work) ?? from)
        clearNotices()
      },
      async onError(error, { from }) {
        if (isApiError(error, 'edit_conflict')) return compare(from)
        refusal.show(error)
      },
    },
  )
  const clearNotices = () => {
    stored.setIsRestored(false)
    setAutoMerged([])
    setConcurrentChange(null)
  }

  const isDirty = dirty.length > 0
  // Without a conflict, the newer version becomes the base.
  const isMergeable = conflicts.length === 0 && !concurrentChange && !saving.isPending
  if (current.version > base.version && isMergeable) {
    setBase(current)
    if (isDirty) setAutoMerged([...new Set([...autoMerged, ...stored.remoteFields])])
  }

  function save(from: F & Versioned = base, values: Partial<F> = draft) {
    refusal.clear()
    saving.submit({ from, changes: changesOf(fields, from, values) })
  }

  function revert() {
    setFormKey(formKey + 1)
    setDraft({})
    refusal.clear()
    clearNotices()
  }

  async function compare(from: F & Versioned = base) {
    try {
      const current = rowOf(await client.fetchQuery({ ...workQuery(work_id), staleTime: 0 }))
      if (current) setConcurrentChange({ current, fields: changedFields(fields, from, current) })
    } catch (error) {
      refusal.show(error)
    }
  }

  return {
    work_id,
    subject,
    base,
    values: { ...base, ...draft } as F,
    dirty,
    errors: refusal.errors,
    error: refusal.error,
    isPending: saving.isPending,
    concurrentChange,
    conflicts,
    /** Fields merged from others, until dismissed or saved. */
    autoMerged,
    dismissMerged: () => setAutoMerged([]),
    /** Whether the unsaved changes were restored from an earlier visit. */
    isRestored: stored.isRestored && isDirty,
    /** Changes when the draft is discarded, to remount uncontrolled fields. */
    formKey,
    change(values: Partial<F>) {
      setDraft((before) => ({ ...before, ...values }))
      for (const field of Object.keys(values)) refusal.clearField(field)
    },
    save: () => save(),
    compare: () => void compare(),
    revert,
    /** Saves over the current version, with the member's values for the fields in `mine`. */
    resolve(mine: readonly string[]) {
      if (!concurrentChange) return
      const isMine = (field: keyof F & string) =>
        !concurrentChange.fields.includes(field) || mine.includes(field)
      const values = pick(draft, dirty.filter(isMine))
      setBase(concurrentChange.current)
      setDraft(values)
      setConcurrentChange(null)
      save(concurrentChange.current, values)
    },
    /** Discards the draft in favour of the current version. */
    acceptRemote() {
      if (!concurrentChange) return
      setBase(concurrentChange.current)
      revert()
    },
  }
}

/** The message of a refused save, and those of its fields. */
function useRefusal() {
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [error, setError] = useState<string | null>(null)
  return {
    errors,
    error,
    show(problem: unknown) {
      setErrors(fieldErrorsOf(problem))
      setError(refusalMessage(problem))
    },
    clearField(field: string) {
      setErrors((before) => ({ ...before, [field]: undefined }))
      setError(null)
    },
    clear() {
      setErrors({})
      setError(null)
    },
  }
}

/** The draft of this edit and the version it is based on, from an earlier visit if it left one, and kept for a later one. */
function useStoredDraft<F extends object>(
  { kind, id }: EditTarget,
  current: F & Versioned,
  fields: readonly (keyof F & string)[],
) {
  const { user } = useAuth()
  const name = `studio.${kind}.${id}`
  const [stored] = useState(() =>
    parseStoredDraft<F>(draftStorage(name, user.id).read(), current, fields),
  )
  const [base, setBase] = useState(stored?.base ?? current)
  const [draft, setDraft] = useState<Partial<F>>(stored?.draft ?? {})
  const [isRestored, setIsRestored] = useState(stored !== null)
  const versions = compareVersions(fields, { base, draft, current })
  // The stored draft holds only unsaved changes and is removed with the last of them.
  const text =
    versions.dirty.length > 0 ? JSON.stringify({ base, draft } satisfies StoredDraft<F>) : null
  useDraftAutosave(name, user.id, text)
  return { base, setBase, draft, setDraft, isRestored, setIsRestored, ...versions }
}

/** The fields that another editor has changed, and those that both have changed to different values. */
function compareVersions<F extends object>(
  fields: readonly (keyof F & string)[],
  { base, draft, current }: StoredDraft<F> & { current: F & Versioned },
) {
  const dirty = fields.filter((field) => field in draft && !isEqual(draft[field], base[field]))
  const remoteFields = current.version <= base.version ? [] : changedFields(fields, base, current)
  const conflicts = remoteFields.filter(
    (field) => dirty.includes(field) && !isEqual(draft[field], current[field]),
  )
  return { dirty, remoteFields, conflicts }
}

const changedFields = <K extends string>(
  fields: readonly K[],
  from: Readonly<Record<K, unknown>>,
  to: Readonly<Record<K, unknown>>,
) => fields.filter((field) => !isEqual(to[field], from[field]))

/** The values that differ from those of `from`. */
function changesOf<F extends object>(
  fields: readonly (keyof F & string)[],
  from: F,
  values: Partial<F>,
): Partial<F> {
  return pick(
    values,
    fields.filter((field) => field in values && !isEqual(values[field], from[field])),
  )
}

const pick = <F extends object>(values: Partial<F>, fields: readonly (keyof F & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<F>

const fieldProblems = (error: unknown) => (error instanceof ApiError ? error.problem.errors : [])

/** The messages of a refused change by field. */
const fieldErrorsOf = (error: unknown) =>
  Object.fromEntries(
    fieldProblems(error).map(({ field, detail }) => [
      field.replace('changes.', '').split('.')[0] ?? '',
      detail,
    ]),
  )

const refusalMessage = (error: unknown) =>
  fieldProblems(error).length > 0
    ? studioCatalogMessages.form.fix_errors
    : `${errorMessage(error)} ${studioCatalogMessages.form.text_kept}`

export type Edit<F extends object> = ReturnType<typeof useEditSession<F>>

/** The draft without the saved values. */
function omitSaved<F extends object>(draft: Partial<F>, saved: Partial<F>): Partial<F> {
  const unsaved = Object.entries(draft).filter(
    ([field, value]) => !(field in saved && isEqual(value, saved[field as keyof F])),
  )
  return Object.fromEntries(unsaved) as Partial<F>
}

/** Parses a stored draft, or returns null if it is invalid or of an older format. */
function parseStoredDraft<F extends object>(
  text: string | null,
  current: F & Versioned,
  fields: readonly (keyof F & string)[],
): StoredDraft<F> | null {
  try {
    const { base, draft } = JSON.parse(text ?? '') as StoredDraft<F>
    const isValid =
      Number.isInteger(base.version) &&
      base.version <= current.version &&
      fields.every((field) => field in base) &&
      Object.keys(draft).every((field) => fields.includes(field as keyof F & string))
    return isValid ? { base, draft } : null
  } catch {
    return null
  }
}

/** Returns a lookup of a field's last editor, from the first page of the work's revisions. */
export function useLastEditor<F extends object>({
  work_id,
  subject,
}: Pick<Edit<F>, 'work_id' | 'subject'>): (field: string) => CatalogueAuditEntry | undefined {
  const history = useQuery(latestRevisionsQuery(work_id))
  return (field) =>
    history.data?.results.find(
      ({ subject_kind, subject_id, after }) =>
        subject_kind === subject.kind && subject_id === subject.id && after && field in after,
    )
}
