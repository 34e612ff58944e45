import type { ObjectSchema } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import {
  type EditableFaq,
  type EditableNotice,
  faqLength,
  faqTitleLength,
  noticeLength,
  noticeTitleLength,
} from '#contract/customer-services/staff.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { DraftForm, useDraft } from '#web/features/studio/common/draft-form.tsx'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryContent, TableSkeleton } from '#web/features/studio/list/query-content.tsx'
import { formatCount } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, SelectField, Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { useCheckedValues } from '#web/api/use-checked-values.ts'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { studioServiceMessages } from './messages.ko.ts'
import { faqsQuery, noticeQuery } from './queries.ts'
import { RichTextField } from './rich-text-field.tsx'

const messages = studioServiceMessages.articles
const { studio_support: calls } = endpoints

/** Creates or edits a notice. */
export function NoticeEditor({ id, backPath }: { id: number | null; backPath: string }) {
  const query = useQuery({ ...noticeQuery(id ?? 0), enabled: id !== null })
  if (id === null) return <Notice latest={null} backPath={backPath} />
  return (
    <QueryContent query={query} keepsData>
      {(notice) => <Notice latest={notice} backPath={backPath} />}
    </QueryContent>
  )
}

function Notice({ latest, backPath }: { latest: EditableNotice | null; backPath: string }) {
  const [notice, applyNewer] = useArticleEvents(latest)
  const { title = '', context = '', is_pinned = false, is_hidden = false } = notice ?? {}
  return (
    <ArticleForm
      key={notice?.version ?? 0}
      onApplyNewer={applyNewer}
      name={`notice.${notice?.id ?? 'new'}`}
      heading={notice ? messages.edit_notice : messages.add_notice}
      labels={{ title: messages.name, context: messages.context }}
      bounds={{ title: noticeTitleLength.max, context: noticeLength.max }}
      schema={calls.createNotice.body}
      saved={{ title, context, is_pinned, is_hidden }}
      stale={studioKeys.notices()}
      backPath={backPath}
      save={(text) =>
        notice
          ? call(calls.updateNotice, {
              params: { id: notice.id },
              body: { ...text, version: notice.version },
            })
          : call(calls.createNotice, { body: text })
      }
    >
      {(text, write) => (
        <Switch
          label={messages.pinned}
          checked={text.is_pinned}
          onChange={({ target }) => write({ is_pinned: target.checked })}
        />
      )}
    </ArticleForm>
  )
}

/** Creates or edits a question with its answer. */
export function FaqEditor({
  id,
  subject,
  backPath,
}: {
  id: number | null
  subject: number
  backPath: string
}) {
  const query = useQuery(faqsQuery(subject))
  return (
    <QueryContent query={query} keepsData>
      {({ results, subjects }) => {
        const faq = results.find((item) => item.id === id) ?? null
        if (id === null || faq)
          return <Faq latest={faq} subject={subject} subjects={subjects} backPath={backPath} />
        // A colleague moved it to another subject.
        return query.isFetching ? (
          <TableSkeleton />
        ) : (
          <EmptyState
            icon="document"
            heading="h1"
            title={messages.gone}
            actions={<ButtonLink to={backPath}>{studioMessages.back_to_list}</ButtonLink>}
          >
            {messages.gone_detail}
          </EmptyState>
        )
      }}
    </QueryContent>
  )
}

function Faq({
  latest,
  subject,
  subjects,
  backPath,
}: {
  latest: EditableFaq | null
  subject: number
  subjects: readonly { id: number; name: string }[]
  backPath: string
}) {
  const [faq, applyNewer] = useArticleEvents(latest)
  const { title = '', context = '', is_top = false, is_hidden = false } = faq ?? {}
  return (
    <ArticleForm
      key={faq?.version ?? 0}
      onApplyNewer={applyNewer}
      name={`faq.${faq?.id ?? 'new'}`}
      heading={faq ? messages.edit_faq : messages.add_faq}
      labels={{ title: messages.question, context: messages.reply }}
      bounds={{ title: faqTitleLength.max, context: faqLength.max }}
      schema={calls.createFaq.body}
      saved={{ title, context, is_top, is_hidden, subject_id: faq?.subject_id ?? subject }}
      stale={studioKeys.faqs()}
      backPath={backPath}
      save={(text) =>
        faq
          ? call(calls.updateFaq, {
              params: { id: faq.id },
              body: { ...text, version: faq.version },
            })
          : call(calls.createFaq, { body: text })
      }
    >
      {(text, write) => (
        <>
          <div className="-mb-5 w-full sm:w-56">
            <SelectField
              label={messages.subject}
              value={text.subject_id}
              onChange={({ target }) => write({ subject_id: Number(target.value) })}
            >
              {subjects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Switch
            label={messages.top}
            checked={text.is_top}
            onChange={({ target }) => write({ is_top: target.checked })}
          />
        </>
      )}
    </ArticleForm>
  )
}

/**
 * The article as it was when the edit began: saving is checked against that version.
 * @returns the article, and a function that applies the newer version, if there is one.
 */
function useArticleEvents<T extends { version: number }>(latest: T | null) {
  const [shown, setShown] = useState(latest)
  const applyNewer =
    latest && latest.version !== shown?.version ? () => setShown(latest) : undefined
  return [shown, applyNewer] as const
}

type ArticleDraft = { title: string; context: string; is_hidden: boolean }

/** Edits a title, a rich text and its visibility. */
function ArticleForm<T extends ArticleDraft>({
  name,
  heading,
  labels,
  bounds,
  schema,
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
  /** Of the body that creates it. */
  schema: ObjectSchema
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
  const checked = useCheckedValues<keyof ArticleDraft>(schema, text, labels)

  return (
    <>
      <BackLink to={backPath} />
      <DraftForm
        draft={draft}
        heading={heading}
        labels={messages}
        onApplyNewer={saving.isPending ? undefined : onApplyNewer}
        onSubmit={checked.onSubmit(() => saving.submit(text))}
      >
        <TextField
          label={labels.title}
          required
          error={checked.errorOf('title')}
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
          error={checked.errorOf('context')}
          max={bounds.context}
          value={text.context}
          onChange={(context) => write({ context } as Partial<T>)}
        />
        <FormAlert className="mt-4">{saving.formError}</FormAlert>
        <div className="sticky bottom-0 -mx-2 mt-5 -mb-6 flex items-center justify-end gap-3 border-t border-border bg-background px-2 py-4">
          <span className="mr-auto text-xs text-foreground-subtle max-lg:hidden">
            {messages.save_key}
          </span>
          <ButtonLink to={backPath}>{studioServiceMessages.cancel}</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            incomplete={checked.isIncomplete}
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
