import { formatCount } from '#web/lib/format.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { RichTextField } from './rich-text-field.tsx'

const messages = studioServiceMessages.texts

type ArticleDraft = { title: string; context: string; is_hidden: boolean }

/**
 * A title, a text with marks, and whether viewers see it. Whatever was not saved is kept on this device: a failure, a
 * reload and a session that ended take nothing along.
 */
export function ArticleForm<T extends ArticleDraft>({
  name,
  heading,
  labels,
  bounds,
  saved,
  stale,
  back,
  save,
  newer,
  children,
}: {
  /** Of its draft. */
  name: string
  heading: string
  labels: { title: string; context: string }
  bounds: { title: number; context: number }
  /** As it is now; of a new one, as it begins. */
  saved: T
  stale: readonly string[]
  back: string
  save: (text: T) => Promise<unknown>
  /** Takes in what a colleague has made of it meanwhile, where one has; what is typed stays as a draft over it. */
  newer: (() => void) | undefined
  /** What else is set beside the words. */
  children: (text: T, write: (change: Partial<T>) => void) => ReactNode
}) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const draft = draftStorage(name, user.id)
  const [kept] = useState(() => draftFrom(draft.read(), saved))
  const [text, setText] = useState(kept ?? saved)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const differs = JSON.stringify(text) !== JSON.stringify(saved)
  const isEmpty = text.title.trim() === '' || text.context.trim() === ''

  function write(change: Partial<T>) {
    const next = { ...text, ...change }
    setText(next)
    // What was not touched is not kept: a colleague may change it meanwhile.
    const mine = Object.entries(next).filter(([name, value]) => value !== saved[name as keyof T])
    if (mine.length > 0) draft.keep(JSON.stringify(Object.fromEntries(mine)))
    else draft.drop()
  }

  async function send() {
    if (running.current || isEmpty) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await save(text)
      draft.drop()
      toasts.show(messages.saved, 'good')
      await memberQueryClient.invalidateQueries({ queryKey: stale })
      void navigate(back)
    } catch (reason) {
      const isOld = isApiError(reason, 'conflict')
      if (isOld) await memberQueryClient.invalidateQueries({ queryKey: stale })
      setError(isOld ? messages.conflict : errorMessage(reason))
      setBusy(false)
    }
    running.current = false
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void send()
      }}
    >
      <Link
        to={back}
        className="-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
      >
        <Icon name="left" className="size-4" />
        {messages.back}
      </Link>
      <h1 className="mb-5 text-2xl font-extrabold">{heading}</h1>
      {newer && !busy && (
        <p
          role="status"
          className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm"
        >
          <span className="grow">{messages.newer}</span>
          <Button look="quiet" icon="retry" onClick={newer}>
            {messages.take_newer}
          </Button>
        </p>
      )}
      {kept && differs && (
        <p className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm">
          <span className="grow">{messages.draft}</span>
          <Button
            look="quiet"
            onClick={() => {
              draft.drop()
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
        note={`${formatCount(text.title.length)}/${formatCount(bounds.title)}`}
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
      <FormAlert className="mt-4">{error}</FormAlert>
      <div className="sticky bottom-0 -mx-2 mt-5 -mb-6 flex items-center justify-end gap-2.5 border-t border-border bg-background px-2 py-4">
        <span className="mr-auto text-xs text-foreground-subtle max-lg:hidden">
          {messages.save_key}
        </span>
        <ButtonLink to={back}>{studioServiceMessages.cancel}</ButtonLink>
        <Button type="submit" look="primary" busy={busy} disabled={isEmpty}>
          {studioServiceMessages.save}
        </Button>
      </div>
    </form>
  )
}

/** What was kept, over what is there now, unless another hand has been at it: fields of the same kinds as in `saved`. */
function draftFrom<T extends ArticleDraft>(kept: string | null, saved: T): T | null {
  try {
    const draft = { ...saved, ...(JSON.parse(kept ?? 'null') as Partial<T> | null) }
    const fits = Object.entries(draft).every(
      ([name, value]) => typeof saved[name as keyof T] === typeof value,
    )
    return kept !== null && fits ? draft : null
  } catch {
    return null
  }
}
