import { answerLength } from '#contract/customer-services/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import type { InboxInquiry } from '#contract/studio/support.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { call } from '#web/api/client.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Select, TextArea } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inquiryErrorMessage, inquiryQuery, templatesQuery } from './queries.ts'
import { openTemplates } from './templates-dialog.tsx'

const messages = studioServiceMessages.inbox
const { templates: templateWords } = studioServiceMessages

/** The answer form. The draft is saved on this device until sent, by click or Ctrl+Enter. */
export function AnswerForm({
  inquiry: { id, assignee },
  onAnswered,
}: {
  inquiry: InboxInquiry
  onAnswered: () => void
}) {
  const { user } = useAuth()
  const draft = draftStorage(`answer.${id}`, user.id)
  const [text, setText] = useState(() => draft.read() ?? '')
  const { data: templates = [] } = useQuery(templatesQuery)
  const anothers = assignee && assignee.id !== user.id ? assignee : null

  function write(to: string) {
    setText(to)
    if (to) draft.save(to)
    else draft.remove()
  }

  const answering = useApiMutation(
    async (answer: string) => {
      if (anothers) {
        const [title, message] = [messages.send, messages.taken_by(anothers.username)]
        if (!(await confirmDialog({ title, message, confirmLabel: title }))) return null
      }
      return call(endpoints.studio_support.answerInquiry, {
        params: { id },
        body: { answer, from_id: assignee?.id ?? null },
      })
    },
    {
      errors: 'inline',
      messageOf: inquiryErrorMessage,
      invalidates: [studioKeys.inbox()],
      onSuccess(answered, _, client) {
        if (!answered) return
        draft.remove()
        client.setQueryData(inquiryQuery(id).queryKey, answered)
        toasts.show(messages.sent, 'success')
        onAnswered()
      },
      onError: (_, __, client) => void client.invalidateQueries(inquiryQuery(id)),
    },
  )
  const missing = useMissingFields({ answer: text.trim() === '' ? messages.answer : null })

  return (
    <form className="mt-5" noValidate onSubmit={missing.onSubmit(() => answering.submit(text))}>
      {anothers && (
        <p className="mb-3 rounded-lg bg-accent-subtle px-4 py-3 text-sm">
          {messages.taken_by(anothers.username)}
        </p>
      )}
      <TextArea
        label={messages.answer}
        error={missing.errorOf('answer')}
        hint={messages.answer_hint}
        rows={8}
        required
        maxLength={answerLength.max}
        used={text.length}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <FormAlert className="mb-3">{answering.formError}</FormAlert>
      <div className="mt-1 flex flex-wrap gap-2">
        <Select
          aria-label={templateWords.use}
          value=""
          onChange={({ target }) => {
            const template = templates.find((item) => String(item.id) === target.value)
            if (template)
              write(
                (text ? `${text}\n\n${template.context}` : template.context).slice(
                  0,
                  answerLength.max,
                ),
              )
          }}
          className="min-w-0 flex-1 basis-32 sm:max-w-52"
        >
          <option value="">{templateWords.use}</option>
          {templates.map(({ id: key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </Select>
        <Button variant="ghost" onClick={() => void openTemplates()}>
          {templateWords.manage}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="ml-auto max-sm:w-full"
          busy={answering.isPending}
          incomplete={missing.isIncomplete}
        >
          {messages.send}
        </Button>
      </div>
    </form>
  )
}
