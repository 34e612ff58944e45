import { draftStorage } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import { studioMessages } from './messages.ko.ts'

/** Returns the fields that differ from the saved ones. */
export const changedFields = <T extends object>(text: T, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(text).filter(([name, value]) => value !== saved[name as keyof T]),
  ) as Partial<T>

/**
 * Edits fields with primitive values. Unsaved changes are kept on this device, so they survive a failure, a reload and an
 * expired session.
 * @param parse merges a stored draft over the saved fields; null if there is none or it is invalid.
 */
export function useDraft<T extends object>(
  name: string,
  saved: T,
  parse: (stored: string | null, saved: T) => T | null,
) {
  const { user } = useAuth()
  const storage = draftStorage(name, user.id)
  const [restored] = useState(() => parse(storage.read(), saved))
  const [text, setText] = useState(restored ?? saved)
  const changes = changedFields(text, saved)
  const isChanged = Object.keys(changes).length > 0
  return {
    text,
    changes,
    isChanged,
    isRestored: restored !== null && isChanged,
    write(change: Partial<T>) {
      const next = { ...text, ...change }
      setText(next)
      // Unchanged fields are not kept, because a colleague may change them meanwhile.
      const unsaved = changedFields(next, saved)
      if (Object.keys(unsaved).length > 0) storage.save(JSON.stringify(unsaved))
      else storage.remove()
    },
    /** Replaces the text, but not the stored draft. */
    setText,
    removeStored: storage.remove,
    discard() {
      storage.remove()
      setText(saved)
    },
  }
}

type DraftFormProps = {
  draft: Pick<ReturnType<typeof useDraft>, 'isRestored' | 'discard'>
  heading: string
  /** Texts about a colleague's newer version. */
  labels: { newer: string; apply_newer: string }
  /** Applies the newer version; undefined if there is none. */
  onApplyNewer: (() => void) | undefined
  /** Called by the submit button and by Ctrl+Enter. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form over a draft, below notices about a newer version and a restored draft. */
export function DraftForm({
  draft,
  heading,
  labels,
  onApplyNewer,
  onSubmit,
  children,
}: DraftFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusUnreadableField(event.currentTarget)) onSubmit(event)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      <h1 className="mb-5 text-2xl font-extrabold">{heading}</h1>
      {onApplyNewer && (
        <p role="status" className={noticeClass}>
          <span className="grow">{labels.newer}</span>
          <Button variant="ghost" icon="retry" onClick={onApplyNewer}>
            {labels.apply_newer}
          </Button>
        </p>
      )}
      {draft.isRestored && (
        <p className={noticeClass}>
          <span className="grow">{studioMessages.draft_restored}</span>
          <Button variant="ghost" onClick={draft.discard}>
            {studioMessages.draft_discard}
          </Button>
        </p>
      )}
      {children}
    </form>
  )
}

const noticeClass =
  'mb-5 flex flex-wrap items-center gap-3 rounded-card bg-accent-subtle py-1 pr-1 pl-4 text-sm'
