import { formatCount } from '#web/lib/format.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert, Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { DraftForm, useDraft } from '../common/draft-form.tsx'
import { BackLink } from '../common/studio-shell.tsx'
import { RichTextField } from './rich-text-field.tsx'

const messages = studioServiceMessages.articles

type ArticleDraft = { title: string; context: string; is_hidden: boolean }

/** Edits a title, a rich text and its visibility. */
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
  const navigate = useNavigate()
  const draft = useDraft(name, saved, parseDraft)
  const { text, write } = draft
  const saving = useApiMutation(save, {
    toast: messages.saved,
    errors: 'inline',
    messageOf: (cause) => (isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause)),
    async onSuccess(_, __, client) {
      draft.removeStored()
      await client.invalidateQueries({ queryKey: stale })
      void navigate(backPath)
    },
    onError: (cause, _, client) =>
      isApiError(cause, 'conflict') && client.invalidateQueries({ queryKey: stale }),
  })
  const missing = useMissingFields({
    title: text.title.trim() === '' ? labels.title : null,
    context: text.context.trim() === '' ? labels.context : null,
  })

  return (
    <>
      <BackLink to={backPath} />
      <DraftForm
        draft={draft}
        heading={heading}
        labels={messages}
        onApplyNewer={saving.isPending ? undefined : onApplyNewer}
        onSubmit={missing.onSubmit(() => saving.submit(text))}
      >
        <TextField
          label={labels.title}
          required
          error={missing.errorOf('title')}
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
          error={missing.errorOf('context')}
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
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            incomplete={missing.isIncomplete}
          >
            {studioServiceMessages.save}
          </Button>
        </div>
      </DraftForm>
    </>
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
