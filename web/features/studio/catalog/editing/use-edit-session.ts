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
  const { user } = useAuth()
  const name = `studio.${subject.kind}.${subject.id}`
  const { base, setBase, draft, setDraft, isRestored, setIsRestored } = useStoredDraft(
    name,
    current,
    fields,
  )
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [error, setError] = useState<string | null>(null)
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
        setErrors(fieldErrorsOf(error))
        setError(refusalMessage(error))
      },
    },
  )
  const clearNotices = () => {
    setIsRestored(false)
    setAutoMerged([])
    setConcurrentChange(null)
  }

  const { dirty, remoteFields, conflicts } = compareVersions(fields, { base, draft, current })
  const isDirty = dirty.length > 0
  // Without a conflict, the newer version becomes the base.
  const isMergeable = conflicts.length === 0 && !concurrentChange && !saving.isPending
  if (current.version > base.version && isMergeable) {
    setBase(current)
    if (isDirty) setAutoMerged([...new Set([...autoMerged, ...remoteFields])])
  }

  // The stored draft holds only unsaved changes and is removed with the last of them.
  const text = isDirty ? JSON.stringify({ base, draft } satisfies StoredDraft<F>) : null
  useDraftAutosave(name, user.id, text)

  function save(from: F & Versioned = base, values: Partial<F> = draft) {
    setError(null)
    setErrors({})
    saving.submit({ from, changes: changesOf(fields, from, values) })
  }

  async function compare(from: F & Versioned = base) {
    try {
      const current = rowOf(await client.fetchQuery({ ...workQuery(work_id), staleTime: 0 }))
      if (!current) return
      setConcurrentChange({
        current,
        fields: fields.filter((field) => !isEqual(current[field], from[field])),
      })
    } catch (error) {
      setError(refusalMessage(error))
    }
  }

  return {
    work_id,
    subject,
    base,
    values: { ...base, ...draft } as F,
    dirty,
    errors,
    error,
    isPending: saving.isPending,
    concurrentChange,
    conflicts,
    /** Fields merged from others, until dismissed or saved. */
    autoMerged,
    dismissMerged: () => setAutoMerged([]),
    /** Whether the unsaved changes were restored from an earlier visit. */
    isRestored: isRestored && isDirty,
    /** Changes when the draft is discarded, to remount uncontrolled fields. */
    formKey,
    set<K extends keyof F>(field: K, value: F[K]) {
      setDraft((before) => ({ ...before, [field]: value }))
      setErrors((before) => ({ ...before, [field as string]: undefined }))
      setError(null)
    },
    save: () => save(),
    compare: () => void compare(),
    revert() {
      setFormKey(formKey + 1)
      setDraft({})
      setErrors({})
      setError(null)
      clearNotices()
    },
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
      setFormKey(formKey + 1)
      setBase(concurrentChange.current)
      setDraft({})
      clearNotices()
    },
  }
}

/** The draft of this edit and the version it is based on, from an earlier visit if it left one. */
function useStoredDraft<F extends object>(
  name: string,
  current: F & Versioned,
  fields: readonly (keyof F & string)[],
) {
  const { user } = useAuth()
  const [stored] = useState(() =>
    parseStoredDraft<F>(draftStorage(name, user.id).read(), current, fields),
  )
  const [base, setBase] = useState(stored?.base ?? current)
  const [draft, setDraft] = useState<Partial<F>>(stored?.draft ?? {})
  const [isRestored, setIsRestored] = useState(stored !== null)
  return { base, setBase, draft, setDraft, isRestored, setIsRestored }
}

/** The fields that another editor has changed, and those that both have changed to different values. */
function compareVersions<F extends object>(
  fields: readonly (keyof F & string)[],
  { base, draft, current }: StoredDraft<F> & { current: F & Versioned },
) {
  const dirty = fields.filter((field) => field in draft && !isEqual(draft[field], base[field]))
  const remoteFields =
    current.version <= base.version
      ? []
      : fields.filter((field) => !isEqual(current[field], base[field]))
  const conflicts = remoteFields.filter(
    (field) => dirty.includes(field) && !isEqual(draft[field], current[field]),
  )
  return { dirty, remoteFields, conflicts }
}

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
