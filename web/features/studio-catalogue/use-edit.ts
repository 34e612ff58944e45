import type { StudioWork } from '#contract/studio-catalogue.ts'
import { catalogueCopy } from '#web/copy/studio-catalogue.ts'
import { CallRefused } from '#web/data/client.ts'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { pending } from '#web/ui/pending.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState } from 'react'

type Versioned = { version: number }

/** What somebody else changed of what is being edited here, and which of it wins. */
export type Meanwhile<F> = {
  stands: F & Versioned
  /** Fields that are not what this edit was made from. */
  fields: (keyof F)[]
}

export const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * An edit of some fields of a row, made from the version that stood when it began. Nothing typed is lost: not by a failure,
 * not by somebody else's edit, which is shown field by field.
 */
export function useEdit<F extends object>({
  stands,
  fields,
  send,
  readWork,
  rowOf,
  onSaved,
}: {
  stands: F & Versioned
  fields: readonly (keyof F & string)[]
  send: (version: number, changes: Partial<F>) => Promise<StudioWork>
  /** The work as it stands now. */
  readWork: () => Promise<StudioWork>
  /** The row that is edited, in its work; none where it is gone. */
  rowOf: (work: StudioWork) => (F & Versioned) | undefined
  onSaved: (work: StudioWork) => void
}) {
  const [base, setBase] = useState(stands)
  const [draft, setDraft] = useState<Partial<F>>({})
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [generation, setGeneration] = useState(0)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<F> | null>(null)

  const dirty = fields.filter((field) => field in draft && !alike(draft[field], base[field]))
  // Nothing is being edited: what is newer is simply shown.
  if (stands.version !== base.version && dirty.length === 0 && !meanwhile) {
    setBase(stands)
    setDraft({})
  }

  async function save(from: F & Versioned = base, values: Partial<F> = draft) {
    const changes: Partial<F> = {}
    for (const field of fields)
      if (field in values && !alike(values[field], from[field])) changes[field] = values[field]
    setBusy(true)
    setFault(null)
    setErrors({})
    try {
      const work = await pending.during(send(from.version, changes))
      // What was typed while it was on its way is not saved yet.
      setDraft((typed) => without(typed, changes))
      setBase(rowOf(work) ?? from)
      setMeanwhile(null)
      onSaved(work)
      toasts.show(catalogueCopy.form.saved, 'good')
    } catch (error) {
      if (isRefused(error, 'edited_meanwhile')) await compare(from)
      else if (error instanceof CallRefused && error.problem.errors.length > 0) {
        const told = error.problem.errors.map(
          ({ field, detail }) =>
            [field.replace('changes.', '').split('.')[0] ?? '', detail] as const,
        )
        setErrors(Object.fromEntries(told))
        setFault(catalogueCopy.form.nothing_lost)
      } else setFault(`${wordsOf(error)} ${catalogueCopy.form.nothing_lost}`)
    } finally {
      setBusy(false)
    }
  }

  async function compare(from: F & Versioned) {
    try {
      const now = rowOf(await readWork())
      if (!now) return
      setMeanwhile({
        stands: now,
        fields: fields.filter((field) => !alike(now[field], from[field])),
      })
    } catch (error) {
      setFault(`${wordsOf(error)} ${catalogueCopy.form.nothing_lost}`)
    }
  }

  return {
    base,
    values: { ...base, ...draft } as F,
    dirty,
    errors,
    fault,
    busy,
    meanwhile,
    /** Changes where fields that keep what they show by themselves have to begin anew. */
    generation: `${base.version}.${generation}`,
    set<K extends keyof F>(field: K, value: F[K]) {
      setDraft((before) => ({ ...before, [field]: value }))
      setErrors((before) => ({ ...before, [field as string]: undefined }))
    },
    save: () => void save(),
    revert() {
      setGeneration(generation + 1)
      setDraft({})
      setErrors({})
      setFault(null)
    },
    /** Saves over what stands now, with one's own word in `mine` and the others' elsewhere. */
    resolve(mine: readonly (keyof F & string)[]) {
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
      setMeanwhile(null)
    },
  }
}

export type Edit<F extends object> = ReturnType<typeof useEdit<F>>

/** A draft without what was saved of it. */
function without<F extends object>(draft: Partial<F>, saved: Partial<F>): Partial<F> {
  const left = Object.entries(draft).filter(
    ([field, value]) => !(field in saved && alike(value, saved[field as keyof F])),
  )
  return Object.fromEntries(left) as Partial<F>
}
