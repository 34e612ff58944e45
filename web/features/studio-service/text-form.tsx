import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { useAuth } from '#web/data/auth.ts'
import { draftNamed } from '#web/data/drafts.ts'
import { queryClient } from '#web/data/queries.tsx'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Switch, TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { MarkedField } from './marked-field.tsx'

const words = studioServiceCopy.texts

export type Words = { title: string; context: string; is_hidden: boolean }

/** A title, a text with marks, and whether viewers see it. What was not saved is kept on this device. */
export function TextForm({
  name,
  heading,
  labels,
  bounds,
  was,
  stale,
  back,
  save,
  children,
}: {
  /** Of its draft. */
  name: string
  heading: string
  labels: { title: string; context: string }
  bounds: { title: number; context: number }
  was: Words | null
  stale: readonly string[]
  back: string
  save: (text: Words) => Promise<unknown>
  children: ReactNode
}) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const draft = draftNamed(name, user.id)
  const saved = { title: was?.title ?? '', context: was?.context ?? '' }
  const [kept] = useState(() => draftFrom(draft.read()))
  const [text, setText] = useState(kept ?? saved)
  const [is_hidden, setHidden] = useState(was?.is_hidden ?? false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isDraft = kept !== null && (text.title !== saved.title || text.context !== saved.context)

  function write(change: Partial<typeof saved>) {
    const next = { ...text, ...change }
    setText(next)
    draft.keep(JSON.stringify(next))
  }

  async function send() {
    setBusy(true)
    setError(undefined)
    try {
      await save({ ...text, is_hidden })
      draft.drop()
      toasts.show(words.saved, 'good')
      await queryClient.invalidateQueries({ queryKey: stale })
      void navigate(back)
    } catch (reason) {
      // What was written stays as a draft, over what a colleague has made of it.
      if (isRefused(reason, 'conflict')) {
        toasts.show(studioServiceCopy.conflict, 'danger')
        await queryClient.invalidateQueries({ queryKey: stale })
      }
      setError(isRefused(reason, 'conflict') ? studioServiceCopy.conflict : wordsOf(reason))
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <Link
        to={back}
        className="-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 text-sm text-paper-3 hover:text-paper"
      >
        <Icon name="left" className="size-4" />
        {words.back}
      </Link>
      <h1 className="mb-5 text-2xl font-extrabold break-words">{heading}</h1>
      {isDraft && (
        <p className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-gam-wash px-4 py-1 text-sm">
          <span className="grow">{words.draft}</span>
          <Button
            look="quiet"
            onClick={() => {
              draft.drop()
              setText(saved)
            }}
          >
            {words.draft_drop}
          </Button>
        </p>
      )}
      <TextField
        label={labels.title}
        required
        maxLength={bounds.title}
        value={text.title}
        note={`${text.title.length}/${bounds.title}`}
        onChange={({ target }) => write({ title: target.value })}
      />
      <div className="mb-5 grid max-w-md gap-1">
        {children}
        <Switch
          label={words.publish}
          checked={!is_hidden}
          onChange={({ target }) => setHidden(!target.checked)}
        />
      </div>
      <MarkedField
        label={labels.context}
        max={bounds.context}
        value={text.context}
        onChange={(context) => write({ context })}
      />
      <FormError className="mt-4">{error}</FormError>
      <div className="mt-5 flex justify-end gap-2.5">
        <ButtonLink to={back}>{studioServiceCopy.cancel}</ButtonLink>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={text.title.trim() === '' || text.context.trim() === ''}
        >
          {studioServiceCopy.save}
        </Button>
      </div>
    </form>
  )
}

/** What was kept, unless another hand has been at it. */
function draftFrom(kept: string | null): { title: string; context: string } | null {
  try {
    const { title, context } = (JSON.parse(kept ?? 'null') ?? {}) as Record<string, unknown>
    return typeof title === 'string' && typeof context === 'string' ? { title, context } : null
  } catch {
    return null
  }
}
