import { formatCount } from '#web/lib/format.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { QueryKey } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { RichTextField } from './rich-text-field.tsx'

const messages = studioServiceMessages.articles

type ArticleDraft = { title: string; context: string; is_hidden: boolean }

/**
 * Edits a title, a rich text and its visibility. Unsaved changes are kept on this device, so they survive a failure, a
 * reload and an expired session.
 */
export function ArticleForm<T extends ArticleDraft>({
  name,
  heading,
  labels,
  bounds,
  saved,
  stale,
  backPath,
  save,
  onApplyNewer,
  children,
}: {
  /** The name of the draft. */
  name: string
  heading: string
  labels: { title: string; context: string }
  bounds: { title: number; context: number }
  /** The current article, or the initial values of a new one. */
  saved: T
  /** Invalidated after saving. */
  stale: QueryKey
  backPath: string
  save: (text: T) => Promise<unknown>
  /** Applies a colleague's newer version, if there is one; typed text stays as a draft over it. */
  onApplyNewer: (() => void) | undefined
  /** Further fields beside the text. */
  children: (text: T, write: (change: Partial<T>) => void) => ReactNode
}) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const draft = draftStorage(name, user.id)
  const [restored] = useState(() => parseDraft(draft.read(), saved))
  const [text, setText] = useState(restored ?? saved)
  const saving = useApiMutation(save, {
    toast: messages.saved,
    errors: 'inline',
    messageOf: (cause) => (isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause)),
    async onSuccess(_, __, client) {
      draft.remove()
      await client.invalidateQueries({ queryKey: stale })
      void navigate(backPath)
    },
    onError: (cause, _, client) =>
      isApiError(cause, 'conflict') && client.invalidateQueries({ queryKey: stale }),
  })
  const differs = JSON.stringify(text) !== JSON.stringify(saved)
  const isEmpty = text.title.trim() === '' || text.context.trim() === ''

  function write(change: Partial<T>) {
    const next = { ...text, ...change }
    setText(next)
    // Unchanged fields are not saved, since a colleague may change them meanwhile.
    const changed = Object.entries(next).filter(([name, value]) => value !== saved[name as keyof T])
    if (changed.length > 0) draft.save(JSON.stringify(Object.fromEntries(changed)))
    else draft.remove()
  }

  function send() {
    if (!isEmpty) saving.submit(text)
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        send()
      }}
    >
      <Link
        to={backPath}
        className="-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
      >
        <Icon name="chevron_left" className="size-4" />
        {messages.back}
      </Link>
      <h1 className="mb-5 text-2xl font-extrabold">{heading}</h1>
      {onApplyNewer && !saving.isPending && (
        <p
          role="status"
          className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm"
        >
          <span className="grow">{messages.newer}</span>
          <Button variant="ghost" icon="retry" onClick={onApplyNewer}>
            {messages.apply_newer}
          </Button>
        </p>
      )}
      {restored && differs && (
        <p className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm">
          <span className="grow">{messages.draft}</span>
          <Button
            variant="ghost"
            onClick={() => {
              draft.remove()
              setText(saved)
            }}
          >
            {messages.draft_drop}
          </Button>
        </p>
      )}
      <TextField
        label={labels.title}
        required
        maxLength={bounds.title}
        value={text.title}
        counter={`${formatCount(text.title.length)}/${formatCount(bounds.title)}`}
        onChange={({ target }) => write({ title: target.value } as Partial<T>)}
      />
      <div className="mb-5 flex flex-wrap items-end gap-x-10 gap-y-1">
        {children(text, write)}
        <Switch
          label={messages.publish}
          checked={!text.is_hidden}
          onChange={({ target }) => write({ is_hidden: !target.checked } as Partial<T>)}
        />
      </div>
      <RichTextField
        label={labels.context}
        max={bounds.context}
        value={text.context}
        onChange={(context) => write({ context } as Partial<T>)}
      />
      <FormAlert className="mt-4">{saving.formError}</FormAlert>
      <div className="sticky bottom-0 -mx-2 mt-5 -mb-6 flex items-center justify-end gap-2.5 border-t border-border bg-background px-2 py-4">
        <span className="mr-auto text-xs text-foreground-subtle max-lg:hidden">
          {messages.save_key}
        </span>
        <ButtonLink to={backPath}>{studioServiceMessages.cancel}</ButtonLink>
        <Button type="submit" variant="primary" busy={saving.isPending} disabled={isEmpty}>
          {studioServiceMessages.save}
        </Button>
      </div>
    </form>
  )
}

/** Merges a stored draft over `saved`; null if it is invalid. Values must have the types of `saved`. */
function parseDraft<T extends ArticleDraft>(stored: string | null, saved: T): T | null {
  try {
    const draft = { ...saved, ...(JSON.parse(stored ?? 'null') as Partial<T> | null) }
    const isValid = Object.entries(draft).every(
      ([name, value]) => typeof saved[name as keyof T] === typeof value,
    )
    return stored !== null && isValid ? draft : null
  } catch {
    return null
  }
}
