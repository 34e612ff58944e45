import type { StudioWork, CatalogueAuditEntry } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/client.ts'
import { draftStorage, useDraftAutosave } from '#web/lib/drafts.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApplyTitle, titleQuery, revisionsQuery } from '#web/features/studio/catalog/queries.ts'

type Versioned = { version: number }
type Kept<F> = { base: F & Versioned; draft: Partial<F> }

/** What is edited, as acts name it. */
type EditTarget = { kind: 'series' | 'episode'; id: number }

/** What somebody else changed of what is being edited here, and which of it wins. */
type ConcurrentChange<F> = {
  stands: F & Versioned
  /** Fields that are not what this edit was made from. */
  fields: (keyof F & string)[]
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * An edit of some fields of a row, made from the version that stood when it began. Nothing typed is lost: not by a failure
 * or a session that ended, for it is kept on this device until it is saved, and not by somebody else's edit. What he changed
 * elsewhere is taken in; what both changed is shown field by field.
 */
export function useEditSession<F extends object>({
  work_id,
  subject,
  stands,
  fields,
  send,
  rowOf,
}: {
  work_id: number
  subject: EditTarget
  stands: F & Versioned
  fields: readonly (keyof F & string)[]
  send: (version: number, changes: Partial<F>) => Promise<StudioWork>
  /** The row that is edited, in its work; none where it is gone. */
  rowOf: (work: StudioWork) => (F & Versioned) | undefined
}) {
  const client = useQueryClient()
  const takeIn = useApplyTitle()
  const { user } = useAuth()
  const name = `studio.${subject.kind}.${subject.id}`
  const [found] = useState(() => keptFrom<F>(draftStorage(name, user.id).read(), stands, fields))
  const [base, setBase] = useState(found?.base ?? stands)
  const [draft, setDraft] = useState<Partial<F>>(found?.draft ?? {})
  const [isFound, setFound] = useState(found !== null)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [generation, setGeneration] = useState(0)
  const [meanwhile, setMeanwhile] = useState<ConcurrentChange<F> | null>(null)
  const [merged, setMerged] = useState<readonly (keyof F & string)[]>([])

  const dirty = fields.filter((field) => field in draft && !isEqual(draft[field], base[field]))
  const isDirty = dirty.length > 0
  const theirs =
    stands.version <= base.version
      ? []
      : fields.filter((field) => !isEqual(stands[field], base[field]))
  /** What both changed, and not to the same. */
  const contested = theirs.filter(
    (field) => dirty.includes(field) && !isEqual(draft[field], stands[field]),
  )
  // Where nobody's word is lost, what is newer is simply shown.
  if (stands.version > base.version && contested.length === 0 && !meanwhile && !busy) {
    setBase(stands)
    if (isDirty) setMerged([...new Set([...merged, ...theirs])])
  }

  // What was kept is what is not saved: it goes with the last of it.
  const text = isDirty ? JSON.stringify({ base, draft } satisfies Kept<F>) : null
  useDraftAutosave(name, user.id, text)

  const settle = () => {
    setFound(false)
    setMerged([])
    setMeanwhile(null)
  }

  async function save(from: F & Versioned = base, values: Partial<F> = draft) {
    const changes: Partial<F> = {}
    for (const field of fields)
      if (field in values && !isEqual(values[field], from[field])) changes[field] = values[field]
    setBusy(true)
    setFault(null)
    setErrors({})
    try {
      const work = await loadingTracker.during(send(from.version, changes))
      // What was typed while it was on its way is not saved yet.
      setDraft((typed) => without(typed, changes))
      setBase(rowOf(work) ?? from)
      settle()
      takeIn(work)
      toasts.show(studioCatalogMessages.form.saved, 'good')
    } catch (error) {
      if (isApiError(error, 'edit_conflict')) await compare(from)
      else if (error instanceof ApiError && error.problem.errors.length > 0) {
        const told = error.problem.errors.map(
          ({ field, detail }) =>
            [field.replace('changes.', '').split('.')[0] ?? '', detail] as const,
        )
        setErrors(Object.fromEntries(told))
        setFault(studioCatalogMessages.form.to_mend)
      } else setFault(`${errorMessage(error)} ${studioCatalogMessages.form.nothing_lost}`)
    } finally {
      setBusy(false)
    }
  }

  async function compare(from: F & Versioned = base) {
    try {
      const now = rowOf(await client.fetchQuery({ ...titleQuery(work_id), staleTime: 0 }))
      if (!now) return
      setMeanwhile({
        stands: now,
        fields: fields.filter((field) => !isEqual(now[field], from[field])),
      })
    } catch (error) {
      setFault(`${errorMessage(error)} ${studioCatalogMessages.form.nothing_lost}`)
    }
  }

  return {
    work_id,
    subject,
    base,
    values: { ...base, ...draft } as F,
    dirty,
    errors,
    fault,
    busy,
    meanwhile,
    contested,
    /** What others changed and was taken in, until that is read or all is saved. */
    merged,
    readMerged: () => setMerged([]),
    /** Whether it is an edit that was left unsaved here before. */
    isFound: isFound && isDirty,
    /** Changes where an edit is given up: fields that keep what they show by themselves begin anew. */
    generation,
    set<K extends keyof F>(field: K, value: F[K]) {
      setDraft((before) => ({ ...before, [field]: value }))
      setErrors((before) => ({ ...before, [field as string]: undefined }))
      setFault(null)
    },
    save: () => void save(),
    compare: () => void compare(),
    revert() {
      setGeneration(generation + 1)
      setDraft({})
      setErrors({})
      setFault(null)
      settle()
    },
    /** Saves over what stands now, with one's own word in `mine` and the others' elsewhere. */
    resolve(mine: readonly string[]) {
      if (!meanwhile) return
      const kept: Partial<F> = {}
      for (const field of dirty)
        if (!meanwhile.fields.includes(field) || mine.includes(field)) kept[field] = draft[field]
      setBase(meanwhile.stands)
      setDraft(kept)
      setMeanwhile(null)
      void save(meanwhile.stands, kept)
    },
    /** Gives one's own edit up for what stands now. */
    takeTheirs() {
      if (!meanwhile) return
      setGeneration(generation + 1)
      setBase(meanwhile.stands)
      setDraft({})
      settle()
    },
  }
}

export type Edit<F extends object> = ReturnType<typeof useEditSession<F>>

/** A draft without what was saved of it. */
function without<F extends object>(draft: Partial<F>, saved: Partial<F>): Partial<F> {
  const left = Object.entries(draft).filter(
    ([field, value]) => !(field in saved && isEqual(value, saved[field as keyof F])),
  )
  return Object.fromEntries(left) as Partial<F>
}

/** An edit as it was kept, unless another hand or an older version of these pages kept it. */
function keptFrom<F extends object>(
  text: string | null,
  stands: F & Versioned,
  fields: readonly (keyof F & string)[],
): Kept<F> | null {
  try {
    const { base, draft } = JSON.parse(text ?? '') as Kept<F>
    const isOurs =
      Number.isInteger(base.version) &&
      base.version <= stands.version &&
      fields.every((field) => field in base) &&
      Object.keys(draft).every((field) => fields.includes(field as keyof F & string))
    return isOurs ? { base, draft } : null
  } catch {
    return null
  }
}

/** Who changed a field of what is being edited, last: by the first page of its work's history. */
export function useLastEditor<F extends object>({
  work_id,
  subject,
}: Pick<Edit<F>, 'work_id' | 'subject'>): (field: string) => CatalogueAuditEntry | undefined {
  const history = useQuery(revisionsQuery(work_id))
  return (field) =>
    history.data?.results.find(
      ({ subject_kind, subject_id, after }) =>
        subject_kind === subject.kind && subject_id === subject.id && after && field in after,
    )
}
